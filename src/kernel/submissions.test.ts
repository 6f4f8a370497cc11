import { describe, expect, test } from 'vitest';

import { choice, integer, list, player, record, text, time } from '../rules/types.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';
import type { Result } from './result.ts';
import type { ValueType } from './value-types.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function auction(more: object = {}): Playground & { readonly heard: unknown[] } {
  const heard: unknown[] = [];
  const on = playground(({ submissions: all }: Loose) => ({
    views: { bids: { of: 'game', returns: integer(), value: () => all('bid').length } },
    submissions: {
      bid: {
        by: 'anybody',
        open: { lot: text(), bestFriend: player({ who: 'anybody' }) },
        with: { sum: integer() },
        check: ({ actor, lot, refuse }: Loose) =>
          void (lot === 'closed' && refuse(`${actor.id} is too late`)),
        received: ({ actor, lot }: Loose) => void heard.push(['received', actor.id, lot]),
        ...more,
      },
      plain: { by: 'anybody' },
    },
    hooks: { inside: ({ submissions, look: view }: Loose) => view(submissions('bid')) },
    on: {
      submitted: ({ actor, submission, words }: Loose) =>
        void heard.push(['submitted', actor.id, submission, Object.keys(words)]),
    },
  }));
  for (const id of ['ana', 'bo']) on.take({ type: 'heard' }, id);
  return { ...on, heard };
}
const seal = (on: Playground, words: object, by = 'ana', more: object = {}): Result =>
  on.take({ type: 'seal', submission: 'bid', with: words as never, ...more }, by);
const LOT = { lot: 'boat', 'best-friend': 'bo', sum: 3 };

describe('a submission', () => {
  test('keeps its public part apart from what was sealed, and its rule hears of it', () => {
    const on = auction();
    expect(whyNot(seal(on, LOT))).toBe('');
    expect(on.kernel.state.submissions['1']).toStrictEqual({
      id: '1',
      n: 1,
      kind: 'bid',
      by: 'ana',
      at: AT,
      open: { lot: 'boat', 'best-friend': 'bo' },
      contents: { sum: 3 },
      used: false,
    });
    expect(on.heard).toEqual([
      ['received', 'ana', 'boat'],
      ['submitted', 'ana', 'bid', ['lot', 'bestFriend']],
    ]);
  });

  test('keeps nothing of what was sealed if it couldn’t be opened', () => {
    const on = auction();
    seal(on, LOT, 'ana', { opened: false });
    expect(on.kernel.state.submissions['1']?.contents).toBeNull();
  });

  test('is numbered after the highest existing one', () => {
    const on = auction();
    for (let count = 0; count < 3; count++) seal(on, LOT);
    on.kernel.runtime.store.write(on.kernel.state.submissions, '2', undefined, ['submissions', '2']);
    seal(on, LOT);
    expect(Object.keys(on.kernel.state.submissions).sort()).toEqual(['1', '3', '4']);
  });

  test('leaves nothing behind if its rule refuses it or its public part doesn’t fit', () => {
    const on = auction();
    expect(whyNot(seal(on, { ...LOT, lot: 'closed' }))).toBe('ana is too late');
    expect(whyNot(seal(on, { lot: 'boat' }))).toBe('needs best-friend');
    expect([on.kernel.state.submissions, on.heard]).toEqual([{}, []]);
  });

  test('of an unknown kind is refused, with a suggestion if one is near', () => {
    const on = auction();
    expect(on.take({ type: 'seal', submission: 'bdi', with: {} })).toMatchObject({
      refusal: {
        code: 'no-such-submission',
        reason: 'there is no submission called bdi; did you mean bid?',
      },
    });
    expect(whyNot(on.take({ type: 'seal', submission: 'xyzzy-plugh', with: {} }))).toBe(
      'there is no submission called xyzzy-plugh',
    );
  });

  test('is accepted even if its rule says nothing more', () => {
    const on = auction();
    expect(whyNot(on.take({ type: 'seal', submission: 'plain', with: {} }))).toBe('');
  });
});

describe('a rule finds', () => {
  const found = (on: Playground, view: (all: Loose) => unknown, open: object = {}): unknown =>
    on.get(({ submissions }) => view(submissions('bid', open)));

  /** Reads on the side that sees everything. */
  const seen = (on: Playground, view: (all: Loose) => unknown): unknown => {
    on.kernel.read(AT, ['nothing']);
    return on.kernel.ask('inside', { look: view });
  };

  test('unused submissions of a kind and with certain public words, in order of arrival', () => {
    const on = auction();
    for (const [by, lot] of [
      ['bo', 'boat'],
      ['ana', 'cart'],
      ['ana', 'boat'],
    ] as const)
      seal(on, { ...LOT, lot }, by);
    on.take({ type: 'seal', submission: 'plain', with: {} });
    const all = (bids: Loose): unknown => bids.map(({ by, n, open }: Loose) => [by.id, n, open.lot]);
    expect(found(on, all)).toEqual([
      ['bo', 1, 'boat'],
      ['ana', 2, 'cart'],
      ['ana', 3, 'boat'],
    ]);
    expect(found(on, all, { lot: 'boat' })).toEqual([
      ['bo', 1, 'boat'],
      ['ana', 3, 'boat'],
    ]);
    expect(
      on.get(
        ({ submissions, people }) => submissions('bid', { lot: 'cart', bestFriend: people.get('bo') }).length,
      ),
    ).toBe(1);
    found(on, ([first]: Loose) => first.use());
    expect(found(on, all, { lot: 'boat' })).toEqual([['ana', 3, 'boat']]);
    expect(on.kernel.state.submissions['1']?.used).toBe(true);
  });

  test('each new submission, in whatever order they are read, and remembers having seen inside', () => {
    const on = auction();
    expect([on.read('views.bids'), found(on, (bids) => bids.length, { lot: null })]).toEqual([0, 0]);
    for (const lot of ['boat', 'cart']) seal(on, { ...LOT, lot });
    expect(on.read('views.bids')).toBe(2);
    const { submissions, ...state } = structuredClone(on.kernel.state);
    on.kernel.load({ ...state, submissions: { b: submissions['2'], a: submissions['1'] } } as Loose);
    expect(found(on, (bids) => bids.map(({ n }: Loose) => n))).toEqual([1, 2]);
    on.kernel.runtime.frame.sawPrivate = false;
    seen(on, ([bid]) => bid.contents);
    expect(on.kernel.runtime.frame.sawPrivate).toBe(true);
  });

  test('their contents as sent and as declared, or why they don’t fit', () => {
    const on = auction();
    seal(on, LOT);
    seal(on, { ...LOT, sum: 'many' });
    seal(on, LOT, 'ana', { opened: false });
    const inside = ({ contents, values, problem }: Loose): unknown => ({ contents, values, problem });
    expect(seen(on, (bids) => bids.map(inside))).toEqual([
      { contents: { sum: 3 }, values: { sum: 3 }, problem: null },
      { contents: { sum: 'many' }, values: null, problem: 'sum must be a whole number, not "many"' },
      { contents: {}, values: null, problem: 'it can’t be opened here, because the key is missing' },
    ]);
  });

  test('nothing of their contents in public', () => {
    const on = playground({
      submissions: { bid: { by: 'anybody', with: { sum: integer() } } },
      hooks: {
        look: ({ submissions, what }: Loose) => submissions('bid')[0][what],
        'resolution-order': () => [],
      },
    });
    on.take({ type: 'seal', submission: 'bid', with: { sum: 3 } });
    for (const what of ['contents', 'values', 'problem'])
      expect(on.kernel.why(AT, 'look', { what })).toMatchObject({
        code: 'private',
        reason: 'only the recipient can open a sealed submission',
      });
  });

  test('only frozen data in them', () => {
    const on = auction();
    seal(on, LOT);
    seen(on, ([bid]: Loose) => {
      expect([
        Object.isFrozen(bid.open),
        Object.isFrozen(bid.contents),
        Object.isFrozen(Object.getPrototypeOf(bid)),
      ]).toEqual([true, true, true]);
    });
  });
});

test.each<[limit: string, type: ValueType, wrong: unknown, why: string, right: unknown]>([
  ['a least number', integer({ min: 1 }), 0, 'x would be 0, below 1', 1],
  ['a most number', integer({ max: 5 }), 6, 'x would be 6, above 5', 5],
  ['whole numbers', integer(), 1.5, 'x must be a whole number, not 1.5', 2],
  ['a choice', choice(['tea', 'oil']), 'ale', 'x must be one of tea, oil, not "ale"', 'oil'],
  ['words', text({ filled: true }), ' ', 'x must not be empty', 'a'],
  ['a pattern', text({ pattern: '^a' }), 'b', 'x must look like ^a, not "b"', 'ab'],
  ['a time', time(), 'noon', 'x must be a UTC time such as 2021-06-18T09:00:00Z, not "noon"', AT],
  [
    'the length of a list',
    list(integer(), { min: 2 }),
    [1],
    'x can’t have fewer than 2, and would have 1',
    [1, 2],
  ],
  ['what is in a list', list(integer({ max: 5 })), [6], 'x would be 6, above 5', [5]],
  ['a record', record({ a: integer({ min: 1 }) }), { a: 0 }, 'x would be 0, below 1', { a: 1 }],
  ['a player', player({ who: 'anybody' }), 'zoe', 'x must name a player', 'bo'],
  ['somebody else', player({ who: 'anybody', another: true }), 'ana', 'choose somebody other', 'bo'],
])('checks %s of a sealed parameter when its sender tries it', (_limit, type, wrong, why, right) => {
  const on = auction({ with: { x: type } });
  const tried = (sealed: object): string | undefined => {
    const words = { lot: 'boat', 'best-friend': 'bo', ...sealed };
    const input = { type: 'seal', at: AT, by: 'ana', submission: 'bid', with: words } as const;
    return on.kernel.explainInput(input).refusal?.reason;
  };
  expect(tried({ x: wrong })).toContain(why);
  expect([tried({ x: right }), tried({})]).toEqual([undefined, undefined]);
  // The engine can't look inside a sealed one, so it is taken all the same.
  expect(whyNot(seal(on, { lot: 'boat', 'best-friend': 'bo', x: wrong }))).toBe('');
});
