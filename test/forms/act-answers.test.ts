// What the form of an action answers: as it opens, as it is filled in, and as it is sent.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { formOf, tell, type FilledForm, type Said } from '../../src/seat/forms/form.ts';
import { AtTable, fieldIn, formIn, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';

const MARKET = {
  'dynastic/market.md': '---\ntitle: Market\norder: 1\n---\nPlayers trade.\n',
  'dynastic/market.ts': `import { action, choice, data, derive, integer, list, optional, rule, text } from 'gitnomic/rules';
const fruit = list(choice(['apple', 'red-pear']), { start: ['apple'], unordered: true });
export default rule(({ refuse: forbid }) => ({
  player: { coins: integer({ start: 5 }), gems: integer({ start: 3 }) },
  game: { tide: integer() },
  views: { hand: derive({ of: 'player', returns: data(), value: ({ id }) => ['ace of ' + id] }) },
  actions: {
    wave: action({ title: 'Wave', about: 'It is free.' }),
    toss: action({ effect({ game, dice }) { game.tide = dice(6); } }),
    never: action({ cost: { coins: 1 }, effect: () => forbid('it is never done') }),
    'buy-boat': action({
      title: 'Buy a boat',
      cost: { coins: 1, gems: 2 },
      with: { sailSize: integer({ min: 1, start: 3 }), fruit },
      check({ sailSize, refuse }) {
        if (sailSize === 9) refuse('sailSize', 'no sail is so large');
        if (sailSize === 7) refuse('wind', 'there is no wind');
        if (sailSize === 8) forbid('it is sold out');
      },
      effect({ actor, sailSize }) { actor.coins += sailSize; },
    }),
    show: action({ with: { card: text({ from: 'hand' }) } }),
    paint: action({
      with: { first: optional(text()), second: optional(text()), third: optional(text()) },
      check({ first, second, refuse }) {
        if (first === null) refuse('first', 'name a colour');
        if (second === null) refuse('second', 'name another one');
      },
    }),
    whisper: action({
      title: 'Whisper',
      private: true,
      with: { what: text({ private: true }), loud: text({ start: '' }), rows: list(choice(['apple', 'red-pear'])) },
    }),
  },
}));
`,
};
let game: HomeGame;
let bo: AtTable;
beforeAll(async () => {
  game = await homeWith({ rules: MARKET });
  bo = new AtTable(game, 'bo');
});
const PREVIEW = { name: 'do', value: 'preview', label: 'Preview' };
const TAKE = { name: 'do', value: 'take', label: 'Do it', main: true };
const MARK = expect.stringMatching(/^[0-9a-f]{64}$/u) as string;
const DENIED = 'The rules don’t allow it like this.';
const answer = async (words: Readonly<Record<string, string>>, who = bo): Promise<FilledForm> =>
  formIn(await who.send('act', words));

test('previews an action without fields at once', async () => {
  const form = await bo.open('act', { action: 'wave' });
  expect(form).toEqual(
    formOf({
      kind: 'act',
      title: 'Wave',
      lede: 'It is free.',
      hidden: { action: 'wave', mark: form.said[0]?.mark ?? '' },
      buttons: [PREVIEW, TAKE],
      said: [tell('done', 'The rules allow it.', { mark: MARK })],
      live: true,
    }),
  );
});

test('somebody without a seat can read the form, and is told to say who they are', async () => {
  expect(await new AtTable(game, null).open('act', { action: 'wave' })).toEqual(
    formOf({
      kind: 'act',
      title: 'Wave',
      lede: 'It is free.',
      hidden: { action: 'wave', mark: '' },
      buttons: [PREVIEW],
      said: [tell('refused', null, { lines: ['Say who you are to see what the rules would say.'] })],
      live: true,
    }),
  );
});

test('says nothing of an action before its form is filled in, which a link can do', async () => {
  const form = await bo.open('act', { action: 'buy-boat' });
  expect([form.title, form.lede, form.said, form.hidden]).toEqual([
    'Buy a boat',
    null,
    [],
    { action: 'buy-boat', mark: '' },
  ]);
  expect(form.fields.map(({ name, label, given, wrong }) => [name, label, given, wrong])).toEqual([
    ['p-sail-size', 'Sail size', ['3'], null],
    ['p-fruit', 'Fruit', ['apple'], null],
  ]);
  const half = await bo.open('act', { action: 'buy-boat', 'p-sail-size': 'much' });
  expect([half.said, fieldIn(half, 'Sail size').given, fieldIn(half, 'Sail size').wrong]).toEqual([
    [],
    ['much'],
    null,
  ]);
  const whole = await bo.open('act', { action: 'buy-boat', 'p-sail-size': '4', 'p-fruit': 'red-pear' });
  expect(whole.said.map(({ tone }) => tone)).toEqual(['done']);
  // A box that was unticked stays so.
  const sent = await answer({ action: 'buy-boat', 'p-sail-size': '4', do: 'preview' });
  expect(fieldIn(sent, 'Fruit').given).toEqual([]);
});

test.each<[Readonly<Record<string, string>>, Said]>([
  [
    { action: 'buy-boat', 'p-sail-size': '4' },
    tell('done', 'The rules allow it.', {
      lines: ['It costs 1 Coin and 2 Gems.'],
      list: ['bo: Coins 5 → 8', 'bo: Gems 3 → 1'],
      mark: MARK,
    }),
  ],
  [
    { action: 'buy-boat', 'p-sail-size': '8' },
    tell('refused', DENIED, { lines: ['It is sold out (rule 2.1 Market).'] }),
  ],
  // No field of the form is called so.
  [
    { action: 'buy-boat', 'p-sail-size': '7' },
    tell('refused', DENIED, { lines: ['There is no wind (rule 2.1 Market).'] }),
  ],
  [
    { action: 'buy-boat', 'p-sail-size': '9' },
    tell('refused', DENIED, { lines: ['No sail is so large (rule 2.1 Market).'], wrong: ['p-sail-size'] }),
  ],
  [
    { action: 'buy-boat', 'p-sail-size': 'much' },
    tell('refused', null, { lines: ['Sail size needs a whole number, not much.'], wrong: ['p-sail-size'] }),
  ],
  [
    { action: 'toss' },
    tell('done', 'The rules allow it.', { lines: ['Chance decides the rest.'], mark: MARK }),
  ],
  [
    { action: 'never' },
    tell('refused', DENIED, { lines: ['It is never done (rule 2.1 Market).', 'It costs 1 Coin.'] }),
  ],
  [
    {
      action: 'whisper',
      'p-what': 'hush',
      'p-loud': 'x'.repeat(300),
      'p-rows.rows': '2',
      'p-rows.0': 'red-pear',
      'p-rows.1': 'apple',
    },
    tell('done', 'You would do this:', {
      lines: ['The rules decide this in secret. You see the result once you press.'],
      list: ['Whisper', 'What: hush (sealed)', `Loud: ${'x'.repeat(199)}…`, 'Rows: Red pear, Apple'],
      mark: MARK,
    }),
  ],
  [
    { action: 'whisper', 'p-what': 'data:image/png;base64,AAAA', 'p-rows.rows': '0' },
    tell('done', 'You would do this:', {
      lines: ['The rules decide this in secret. You see the result once you press.'],
      list: ['Whisper', 'What: a picture (sealed)'],
      mark: MARK,
    }),
  ],
])('answers %j', async (words, said) => {
  const form = await answer({ ...words, do: 'preview' });
  expect(form.said).toEqual([said]);
  expect(form.hidden).toEqual({ action: words['action'], mark: said.mark === '' ? '' : MARK });
  expect(form.fields.filter(({ wrong }) => wrong !== null).map(({ name }) => name)).toEqual(said.wrong);
});

test('doesn’t call a field optional if the rules refuse without it', async () => {
  const { fields } = await bo.open('act', { action: 'paint' });
  expect(fields.map(({ name, optional }) => [name, optional])).toEqual([
    ['p-first', false],
    ['p-second', false],
    ['p-third', true],
  ]);
});

test('offers the choices of the person filling in the form', async () => {
  const [card] = (await bo.open('act', { action: 'show' })).fields;
  expect(card?.options).toEqual([{ value: 'ace of bo', label: 'ace of bo' }]);
});

test('takes an action only once it was shown as it is, and shows other words first', async () => {
  const NOT_YET = tell('plain', 'Check the preview, then press the button again.');
  const take = { action: 'wave', do: 'take' };
  const first = await answer(take);
  expect(first.said).toEqual([NOT_YET, tell('done', 'The rules allow it.', { mark: MARK })]);
  const mark = first.hidden['mark'] ?? '';
  expect((await answer({ ...take, mark: `${mark.slice(1)}0` })).said).toEqual(first.said);
  // While it is filled in, and with another button, it is only shown.
  for (const form of [
    await answer({ action: 'wave', do: 'preview', mark }),
    await answer({ action: 'never', do: 'take', mark }),
    await answer({ action: 'never', do: 'take', mark: '' }),
    await bo.preview(first, 'Do it'),
  ])
    expect(form.said).toHaveLength(1);
  // The mark is of one person alone.
  expect(saidIn(await answer({ ...take, mark }, new AtTable(game, 'dee')))).toContain(NOT_YET.title);
  expect(await new AtTable(game, null).send('act', take)).toEqual({
    refused: '403 Say who you are first, with the link at the top of the page.',
  });
  expect(await bo.send('act', { ...take, mark })).toMatchObject({
    done: 'bo: Wave. Done.',
    goTo: '',
    step: { ok: true },
  });
});

test.each([
  ['wavee', '404 The rules have no such action. Did you mean wave?'],
  ['zzzzzzzz', '404 The rules have no such action.'],
  ['constructor', '404 The rules have no such action.'],
])('there is no action %s', async (action, why) => {
  expect(await bo.refusal('act', { action })).toBe(why);
});
