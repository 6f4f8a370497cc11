// Two matters that change the same words: an Admin chooses which come into force.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { AtTable, buttonsIn, fieldIn, labelsIn } from '../../src/seat/forms/fixtures/at-table.ts';

const RULE = 'dynastic/bells.md';
const FILE = `content/ruleset/${RULE}`;
const bells = (words: string): string => `---\ntitle: Bells\norder: 1\n---\n${words}\n`;
const FOR = Object.fromEntries(['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map((who) => [who, 'FOR']));

/** The words of a rule are changed by both; the first comes into force, and the second clashes. */
async function clash(
  second: string | null = bells('Bells ring thrice.'),
  first: string | null = bells('Bells ring twice.'),
): Promise<HomeGame> {
  const game = await homeWith({
    rules: { [RULE]: bells('Bells ring once.') },
    posts: [
      { by: 'bo', title: 'Twice', changes: { [RULE]: first }, votes: FOR },
      { by: 'dee', title: 'Thrice', changes: { [RULE]: second }, votes: FOR },
    ],
  });
  game.forward(60 * 3_600_000);
  await game.tick();
  await game.tick();
  return game;
}

/** Nothing is chosen in it. */
let open: HomeGame;
beforeAll(async () => {
  open = await clash();
});

const wordsIn = async (game: HomeGame): Promise<string | undefined> => {
  await game.tick();
  return (await game.content()).get(FILE);
};

test('shows both versions, each with what it changes', async () => {
  const game = open;
  expect(await wordsIn(game)).toContain('Bells ring twice.');
  const form = await new AtTable(game, 'ana').open('settle', { on: '2' });
  expect(form.lede).toMatch(/^“Thrice” passed, but changes words that have changed/u);
  expect(form.parts.map(({ title }) => title)).toEqual(['In force: Bells', 'Proposed: Bells']);
  const [now, then] = form.parts.map(({ diffs }) => JSON.stringify(diffs));
  expect(now).toMatch(/once.*twice/u);
  expect(now).not.toContain('thrice');
  expect(then).toMatch(/once.*thrice/u);
  expect(labelsIn(form)).toEqual(['Your own words for Bells']);
  expect(fieldIn(form, 'Your own words for Bells').given).toEqual(['Bells ring thrice.']);
});

test.each<[string, Record<string, string>, string]>([
  ['Leave what is in force', {}, 'Bells ring twice.'],
  ['Take the proposed words', {}, 'Bells ring thrice.'],
  ['Use my own words', { 'Your own words for Bells': ' Bells ring\r\nall day.\n\n' }, 'Bells ring\nall day.'],
])('“%s”: those words come into force', async (button, entered, words) => {
  const game = await clash();
  const ana = new AtTable(game, 'ana');
  expect(await ana.press(await ana.open('settle', { on: '2' }), button, entered)).toMatchObject({
    step: { ok: true },
    done: 'The words are chosen.',
    goTo: 'matters/2/',
  });
  expect((await wordsIn(game))?.trim()).toBe(bells(words).trim());
  expect(await ana.refusal('settle', { on: '2' })).toBe('404 There is nothing to choose here any more.');
});

test.each<[string, second: string | null, first?: string | null]>([
  ['the second', null],
  ['the first', bells('Bells ring thrice.'), null],
])('offers no own words if %s of them repeals the rule', async (_, ...words) => {
  const game = await clash(...words);
  const form = await new AtTable(game, 'ana').open('settle', { on: '2' });
  expect([labelsIn(form), buttonsIn(form)]).toEqual([
    [],
    ['Leave what is in force', 'Take the proposed words'],
  ]);
});

test('nobody else can choose, and nothing else needs a choice', async () => {
  const game = open;
  const nothing = '404 There is nothing to choose here any more.';
  for (const [who, on] of [
    ['dee', '2'],
    ['ana', '1'],
    ['ana', '9'],
    [null, '2'],
  ] as const)
    expect([who, on, await new AtTable(game, who).refusal('settle', { on })]).toEqual([who, on, nothing]);
  for (const on of ['1', '9'])
    expect(await new AtTable(game, 'ana').send('settle', { on, take: 'proposed' })).toEqual({
      refused: nothing,
    });
  expect(await new AtTable(game, 'dee').send('settle', { on: '2', take: 'proposed' })).toEqual({
    refused: nothing,
  });
  expect(await wordsIn(game)).toContain('Bells ring twice.');
});
