// What Admins do to keep the peace, for everybody to see.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { AtTable, buttonsIn, labelsIn } from '../../src/seat/forms/fixtures/at-table.ts';

/** Each test leaves it as it found it: with nothing restricted. */
let game: HomeGame;
beforeAll(async () => {
  game = await homeWith();
});
const inForce = () => withPosition(game, ({ moderation }) => moderation.inForce);
const titles = async (table: AtTable): Promise<readonly string[]> =>
  (await table.open('peace')).parts.map(({ title }) => title);

test.each<[string, Record<string, string>, object]>([
  ['Mute from now on: keep what they write, and don’t show it', { Player: 'bo' }, { muted: { bo: {} } }],
  ['Mute, and don’t show what they wrote before either', { Player: 'bo' }, { muted: { bo: { all: true } } }],
  ['Stop new people from joining', {}, { joining: {} }],
  [
    'Slow down: how many posts each person may make in an hour',
    { 'Posts in an hour': '3' },
    { pace: { most: 3 } },
  ],
  [
    'Mark two accounts as the same person',
    { Player: 'bo', 'And the other': 'cy' },
    { same: [{ players: ['bo', 'cy'] }] },
  ],
])('“%s” takes effect at once, and a button undoes it', async (Measure, about, saved) => {
  const ana = new AtTable(game, 'ana');
  expect(await titles(ana)).toEqual(['Nothing is restricted now.']);
  const sent = await ana.press(await ana.open('peace'), 'Do it', {
    Measure,
    ...about,
    Why: 'A quiet evening.',
  });
  expect(sent).toMatchObject({
    step: { ok: true },
    done: 'Done. Everybody can see it, and you can undo it here.',
    goTo: 'do/peace/',
  });
  expect(await inForce()).toMatchObject(saved);
  expect(JSON.stringify(await inForce())).toContain('"why":"A quiet evening."');
  // Everybody sees it, and only Admins are offered to undo it.
  const bo = new AtTable(game, 'bo');
  expect(await titles(bo)).toEqual([expect.stringContaining('A quiet evening.')]);
  expect(buttonsIn(await bo.open('peace'))).toEqual([]);
  expect(await ana.press(await ana.open('peace'), 'Undo this')).toMatchObject({ step: { ok: true } });
  expect(await titles(ana)).toEqual(['Nothing is restricted now.']);
});

test('each measure can also be undone by the form', async () => {
  const ana = new AtTable(game, 'ana');
  const press = async (measure: string, more: Record<string, string>): Promise<void> => {
    await ana.press(await ana.open('peace'), 'Do it', { Measure: measure, ...more, Why: 'So.' });
  };
  await press('Mute from now on: keep what they write, and don’t show it', { Player: 'bo' });
  await press('Stop new people from joining', {});
  await press('Slow down: how many posts each person may make in an hour', { 'Posts in an hour': '3' });
  await press('Mark two accounts as the same person', { Player: 'bo', 'And the other': 'cy' });
  expect((await ana.open('peace')).parts.map(({ id }) => id)).toEqual(
    [1, 2, 3, 4].map((at) => `in-force-${at}`),
  );
  let left = [/^bo is muted/u, /^Nobody new/u, /^Posts and comments/u, /^bo and cy/u];
  const matching = () => left.map((one) => expect.stringMatching(one));
  expect(await titles(ana)).toEqual(matching());
  for (const [at, measure, about] of [
    [2, 'No limit', {}],
    [0, 'Show their words again', { Player: 'bo' }],
    [0, 'Open joining', {}],
  ] as const) {
    await press(measure, about);
    left = left.toSpliced(at, 1);
    expect(await titles(ana)).toEqual(matching());
  }
  await press('Remove that mark', { Player: 'bo', 'And the other': 'cy' });
  expect(await titles(ana)).toEqual(['Nothing is restricted now.']);
});

test.each<[Record<string, string>, string]>([
  [{ why: 'So.' }, '400 Choose what to do. Nothing has changed.'],
  [{ why: 'So.', measure: 'constructor' }, '400 Choose what to do. Nothing has changed.'],
  [{ why: 'So.', measure: 'mute' }, '400 Choose whom it is about. Nothing has changed.'],
  [{ why: 'So.', measure: 'same', player: 'bo' }, '400 Choose whom it is about. Nothing has changed.'],
  [{ why: 'So.', measure: 'pace' }, '400 Say how many posts. Nothing has changed.'],
  [{ why: ' ', measure: 'mute', player: 'bo' }, '400 Say why; everybody can read it. Nothing has changed.'],
])('an incomplete form changes nothing and says what is missing: %j', async (words, why) => {
  const before = await inForce();
  expect(await new AtTable(game, 'ana').send('peace', { do: 'keep', ...words })).toEqual({ refused: why });
  expect(await inForce()).toBe(before);
});

test('others can look, but change nothing', async () => {
  const before = await inForce();
  const bo = new AtTable(game, 'bo');
  const form = await bo.open('peace');
  expect([labelsIn(form), buttonsIn(form)]).toEqual([[], []]);
  const words = { do: 'keep', measure: 'mute', player: 'cy', why: 'So.' };
  expect(await bo.send('peace', words)).toMatchObject({ step: { ok: false } });
  expect(await new AtTable(game, null).send('peace', words)).toMatchObject({
    refused: expect.stringMatching(/^403 Say who you are first/u),
  });
  expect((await new AtTable(game, null).open('peace')).fields).toEqual([]);
  expect(await inForce()).toEqual(before);
});
