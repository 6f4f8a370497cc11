import { beforeAll, describe, expect, test } from 'vitest';

import { somebody } from '../../src/session/fixtures/desk.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import type { FilledForm, Visit } from '../../src/seat/forms/form.ts';
import { FormProblem } from '../../src/seat/forms/given.ts';
import { openFor } from '../../src/seat/forms/matter.ts';
import { AtTable, fieldIn, formIn, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';
import { visitOf } from '../../src/seat/forms/fixtures/visit-of.ts';
import { ruleHandler } from '../../src/seat/forms/rule.ts';

const visit = (game: HomeGame, who: string, words: Readonly<Record<string, string>>, part = false): Visit =>
  visitOf(game, somebody(who), words, part);
const givenIn = (form: FilledForm, name: string): string =>
  form.fields.find((one) => one.name === name)?.given[0] ?? '';
/** What one sends who changes one field of a form. */
const filled = (form: FilledForm, more: Readonly<Record<string, string>>) => ({
  ...form.hidden,
  ...Object.fromEntries(form.fields.map(({ name }) => [name, givenIn(form, name)])),
  ...more,
});
const posts = (game: HomeGame) => withPosition(game, ({ open }) => open.play.state().posts);
const changesOf = async (game: HomeGame, id: string) =>
  ((await posts(game))[id]?.changes ?? []).flatMap((one) => (one.verb === 'file' ? [one] : []));

test('authors can rewrite the texts they propose, and the rest of the proposal stays', async () => {
  const game = await homeWith();
  const first = await ruleHandler.send(
    visit(game, 'bo', {
      change: 'add',
      name: 'Lamps',
      section: 'dynastic',
      body: 'Lamps are lit.',
      title: 'Light',
      text: 'Why not.',
      do: 'propose',
    }),
  );
  const id = 'step' in first && first.step.ok ? (first.step.post ?? '') : '';
  const path = (await changesOf(game, id))[0]?.path.replace(/^content\/ruleset\/|\.md$/gu, '') ?? '';
  const own = await openFor(visit(game, 'bo', { on: id }), 'own');
  expect(own.links).toEqual([
    { text: 'Change the text of “Lamps”', to: `do/rule/?of=${id}&path=${encodeURIComponent(path)}` },
  ]);
  const form = await ruleHandler.open(visit(game, 'bo', { of: id, path }));
  expect([givenIn(form, 'name'), givenIn(form, 'body').trim(), givenIn(form, 'title')]).toEqual([
    'Lamps',
    'Lamps are lit.',
    'Light',
  ]);
  expect(form.buttons.map(({ label }) => label)).toEqual([
    'Preview the change',
    'Make it count',
    'Change the proposal',
  ]);
  const sent = await ruleHandler.send(
    visit(game, 'bo', filled(form, { body: 'Lamps are lit at dusk.', title: 'More light', do: 'propose' })),
  );
  expect(sent).toMatchObject({ done: 'Done.', goTo: `matters/${id}/` });
  expect((await posts(game))[id]).toMatchObject({ title: 'More light', text: 'Why not.' });
  expect((await changesOf(game, id)).map(({ content }) => content)).toEqual([
    expect.stringContaining('Lamps are lit at dusk.'),
  ]);
  // Nobody else can, and nothing new was posted.
  await expect(ruleHandler.open(visit(game, 'cy', { of: id, path }))).rejects.toThrow(FormProblem);
  expect(Object.values(await posts(game)).filter(({ author }) => author === 'bo')).toHaveLength(1);
});

test('points out a number in a new rule’s words that its table lacks', async () => {
  const game = await homeWith();
  const preview = async (words: string): Promise<string> => {
    const body = `${words}\n\n| Each player has |\n| --- |\n| Claps |\n\n| When | who | gets |\n| --- | --- | --- |\n| Claps reach 2 | that player | wins |`;
    const answer = await ruleHandler.send(
      visit(
        game,
        'bo',
        { change: 'add', name: 'Applause', section: 'dynastic', body, title: 'Applause', do: 'preview' },
        true,
      ),
    );
    return JSON.stringify('form' in answer ? answer.form.said : null);
  };
  const apart = 'but no line of its table has that number: the computer goes by the table.';
  expect(await preview('Whoever has 3 Claps wins.')).toContain(apart);
  for (const words of ['Whoever has 2 Claps wins.', 'Whoever has [3](#value:claps) Claps wins.'])
    expect(await preview(words)).not.toContain('the computer goes by the table');
});

describe('a rule', () => {
  const VOTES = 'core/votable-matters/votes';
  let bo: AtTable;
  let shared: HomeGame;
  beforeAll(async () => {
    shared = await homeWith();
    bo = new AtTable(shared, 'bo');
  });

  test('that doesn’t exist can’t be changed, repealed or continued', async () => {
    const none = '404 There is no such rule in this game.';
    for (const words of [{ path: 'core/none' }, { path: 'core/none', change: 'repeal' }, { path: '' }])
      expect([words, await bo.refusal('rule', words)]).toEqual([words, none]);
    const others = '403 Only its author can change it, and only as long as the rules allow that.';
    expect(await bo.refusal('rule', { of: '9', path: VOTES })).toBe(others);
    expect(await new AtTable(shared, null).refusal('rule', { of: '9', path: VOTES })).toBe(others);
  });

  test('opens with its text, its place and a way to repeal it', async () => {
    const form = await bo.open('rule', { path: VOTES });
    expect(form.links).toContainEqual({ text: 'The rule as it stands', to: `rules/${VOTES}/` });
    expect(fieldIn(form, 'Its text').given[0]).toContain('[48 hours](#value:window)');
    const place = async (about: Record<string, string>) =>
      fieldIn(await bo.open('rule', { change: 'add', ...about }), 'Sub-rule of');
    expect(await place({})).toMatchObject({ given: [''], folded: 'A rule of its own' });
    const below = await place({ under: VOTES });
    expect([below.given, below.folded]).toEqual([[VOTES], undefined]);
    expect(below.options.map(({ value }) => value)).toContain(VOTES);
  });

  test('can be proposed with new words, but not with its current ones', async () => {
    const form = await bo.open('rule', { path: VOTES });
    const text = fieldIn(form, 'Its text').given[0] ?? '';
    const entered = { 'Its text': text.replace('[48 hours]', '[36 hours]') };
    expect(saidIn(formIn(await bo.press(form, 'Propose it')))).toContain('Nothing is changed yet.');
    expect(await posts(shared)).toEqual({});
    expect(await bo.press(form, 'Propose it', entered)).toMatchObject({
      done: 'Proposed.',
      goTo: 'matters/1/',
    });
    expect((await posts(shared))['1']).toMatchObject({
      author: 'bo',
      title: 'Change Votes',
    });
    // Of what it proposes it can be gone on with, and of nothing else.
    expect(await bo.refusal('rule', { of: '1', path: 'core/players' })).toBe(
      '404 There is no such rule in this game.',
    );
  });
});

test('a text uses the plain words for people, and the form says which of them this game renames', async () => {
  const game = await homeWith({ core: 'fireside', dynasty: 'dice-and-dares' });
  const { fields } = await new AtTable(game, 'bo').open('rule', { path: 'dynastic/points' });
  const dice = fields.find(({ name }) => name === 'body')?.about ?? '';
  expect(dice).toMatch(/^In Markdown, with the plain words Player and Emperor \(for Champion\)\. /u);
  // A value that this game may not have is no example.
  expect(dice).not.toMatch(/\d/u);
});
