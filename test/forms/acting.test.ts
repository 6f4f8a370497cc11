import fc from 'fast-check';
import { expect, test } from 'vitest';

import { somebody } from '../../src/session/fixtures/desk.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { actHandler } from '../../src/seat/forms/act.ts';
import type { FilledForm, Visit } from '../../src/seat/forms/form.ts';
import { Given } from '../../src/seat/forms/given.ts';

const STALL = {
  'dynastic/stall.md': '---\ntitle: Stall\norder: 1\n---\nA Player may arrange fruit.\n',
  'dynastic/stall.ts': `import { action, choice, list, rule } from 'gitnomic/rules';
const fruit = (options) => list(choice(['apple', 'pear', 'plum']), options);
export default rule(() => ({
  actions: {
    arrange: action({
      title: 'Arrange fruit',
      with: { fruit: fruit({ max: 6 }), bag: fruit({ start: [], unordered: true }) },
      check: ({ fruit, refuse }) => refuse('fruit', 'these are ' + fruit.join(' and ')),
    }),
    whisper: action({
      title: 'Whisper',
      private: true,
      with: { fruit: fruit() },
      check({ fruit, refuse }) {
        if (fruit[0] !== 'plum') refuse('everybody knows that plums come first');
      },
    }),
  },
}));
`,
};

async function sent(game: HomeGame, words: readonly (readonly [string, string])[]): Promise<FilledForm> {
  const given = new Given(new URLSearchParams(words.map(([name, value]) => [name, value])));
  const visit = { game, who: somebody('bo'), given, wording: IN_ENGLISH, part: true };
  const answer = await actHandler.send(visit as unknown as Visit);
  if (!('form' in answer)) throw new Error('it was done');
  return answer.form;
}

const rowsOf = (form: FilledForm): readonly string[] =>
  (form.fields[0]?.parts ?? []).map(({ given }) => given[0] ?? '').filter((one) => one !== '');

test('picks from a list keep their order and may repeat, and each row can move above the previous one', async () => {
  const game = await homeWith({ rules: STALL });
  const asArray = fc.array(fc.constantFrom<string>('apple', 'pear', 'plum'), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(asArray, fc.nat(), async (picks, place) => {
      const at = 1 + (place % (picks.length - 1));
      const form = await sent(game, [
        ['action', 'arrange'],
        ['p-fruit.rows', String(picks.length)],
        ...picks.map((one, row) => [`p-fruit.${row}`, one] as const),
        ['earlier', `p-fruit.${at}`],
      ]);
      const wanted = picks.toSpliced(at - 1, 2, picks[at] ?? '', picks[at - 1] ?? '');
      expect(rowsOf(form)).toEqual(wanted);
      expect(form.said[0]?.lines).toEqual([`These are ${wanted.join(' and ')} (rule 2.1 Stall).`]);
    }),
    { numRuns: 12 },
  );
});

test('shows boxes to tick if the order doesn’t matter', async () => {
  const game = await homeWith({ rules: STALL });
  const form = await sent(game, [
    ['action', 'arrange'],
    ['p-bag', 'pear'],
    ['p-bag', 'plum'],
  ]);
  expect(form.fields.map(({ input, given }) => [input, given])).toEqual([
    ['rows', []],
    ['some-of', ['pear', 'plum']],
  ]);
});

test('refuses an action that only the head may see by public rules, and says what was chosen', async () => {
  const game = await homeWith({ rules: STALL });
  const whisper = (...picks: readonly string[]): Promise<FilledForm> =>
    sent(game, [
      ['action', 'whisper'],
      ['p-fruit.rows', String(picks.length)],
      ...picks.map((one, row) => [`p-fruit.${row}`, one] as const),
    ]);
  expect((await whisper('pear', 'plum')).said[0]?.lines).toEqual([
    'Everybody knows that plums come first (rule 2.1 Stall).',
  ]);
  expect((await whisper('plum', 'pear')).said[0]?.list).toEqual(['Whisper', 'Fruit: Plum, Pear']);
});
