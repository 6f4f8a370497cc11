import { describe, expect, test } from 'vitest';

import { integer, optional, text } from '../rules/types.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';
import type { Result } from './result.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

interface Ballots extends Playground {
  readonly opened: Loose[];
  seal(by: string, holders?: object, words?: object): Result;
  open(id: string, words: object): Result;
}

/** Ballots that any two of Ana, Bo and Cy open together, once the poll is closed. */
function ballots(more: object = {}): Ballots {
  const opened: Loose[] = [];
  const on = playground({
    game: { isClosed: integer() },
    submissions: {
      ballot: {
        by: 'anybody',
        open: { poll: text() },
        with: { first: integer() },
        together: () => ({ people: ['ana', 'bo', 'cy'].map((id) => ({ id })), needed: 2 }),
        closed: ({ game, poll, actor }: Loose) =>
          game.isClosed === 0
            ? `${poll} of ${actor.id} is not closed`
            : game.isClosed === 2
              ? undefined
              : null,
        opened: ({ actor, poll, n, first, problem }: Loose) =>
          void opened.push({ by: actor.id, poll, n, first, problem }),
        ...more,
      },
      secret: { by: 'anybody', with: { first: integer() } },
    },
  });
  const holders = { people: ['cy', 'ana', 'bo'], needed: 2 };
  return {
    ...on,
    opened,
    seal: (by, sealedTo = holders, words = { poll: 'p1', first: 3 }) =>
      on.take({ type: 'seal', submission: 'ballot', with: words, holders: sealedTo } as Loose, by),
    open: (id, words) => on.take({ type: 'open', submission: id, with: words } as Loose, 'ana'),
  };
}

describe('a submission for several people', () => {
  test('must be sealed to them, in any order, and to as many as it needs', () => {
    const on = ballots();
    expect(whyNot(on.seal('ana'))).toBe('');
    const other = 'any 2 of ana, bo, cy open ballot together, but it was sealed to others';
    expect(whyNot(on.seal('bo', { people: ['ana', 'bo'], needed: 2 }))).toBe(other);
    expect(whyNot(on.seal('bo', { people: ['ana', 'bo', 'dee'], needed: 2 }))).toBe(other);
    expect(whyNot(on.seal('bo', { people: ['ana', 'bo', 'cy'], needed: 3 }))).toBe(other);
    const alone = on.take({
      type: 'seal',
      submission: 'secret',
      with: { first: 3 },
      holders: { people: ['ana', 'bo'], needed: 2 },
    } as Loose);
    expect(whyNot(alone)).toBe('secret is for one recipient only');
    expect(alone).toMatchObject({ refusal: { code: 'other-holders' } });
    expect(whyNot(on.take({ type: 'seal', submission: 'secret', with: { first: 3 } } as Loose))).toBe('');
  });

  test('keeps nothing of its contents until it is opened', () => {
    const on = ballots();
    on.seal('ana');
    expect(on.kernel.state.submissions['1']).toEqual({
      id: '1',
      n: 1,
      kind: 'ballot',
      by: 'ana',
      at: AT,
      open: { poll: 'p1' },
      contents: null,
      used: false,
      holders: { people: ['cy', 'ana', 'bo'], needed: 2 },
    });
  });

  test('is opened once, when its rule lets it, and its rule gets the contents', () => {
    const on = ballots();
    on.seal('bo');
    expect(on.read('to-open')).toEqual([]);
    const early = on.open('1', { poll: 'p1', first: 3 });
    expect(early).toMatchObject({ ok: false, refusal: { code: 'closed', reason: 'p1 of bo is not closed' } });
    for (const isClosed of [1, 2]) {
      on.kernel.assume('game.isClosed', isClosed);
      expect(on.read('to-open')).toEqual(['1']);
    }
    expect(whyNot(on.open('1', { poll: 'other', first: 3 }))).toBe('');
    expect(on.opened).toEqual([{ by: 'bo', poll: 'p1', n: 1, first: 3, problem: null }]);
    expect(on.read('to-open')).toEqual([]);
    expect(on.open('1', { first: 3 })).toMatchObject({ ok: false, refusal: { code: 'opened-already' } });
  });

  test('counts a word sent in public among its contents once that has become private', () => {
    const before = ballots({ open: { poll: text(), first: integer() }, with: {} });
    expect(whyNot(before.seal('bo'))).toBe('');
    expect(before.kernel.state.submissions['1']?.open).toEqual({ poll: 'p1', first: 3 });
    const on = ballots({ open: { poll: text(), first: optional(integer({ private: true })) }, with: {} });
    on.kernel.load(before.kernel.state);
    on.kernel.assume('game.isClosed', 1);
    expect(on.read('to-open')).toEqual(['1']);
    expect(whyNot(on.open('1', { poll: 'p1', first: 3 }))).toBe('');
    expect(on.opened).toEqual([{ by: 'bo', poll: 'p1', n: 1, first: 3, problem: null }]);
  });

  test('is to be opened while its rule exists, and one for a single recipient isn’t', () => {
    const on = ballots({ closed: undefined });
    on.seal('ana');
    on.take({ type: 'seal', submission: 'secret', with: { first: 3 } } as Loose);
    expect(on.read('to-open')).toEqual(['1']);
    const { submissions, ...rest } = on.kernel.state;
    const gone = { ...(submissions['1'] as Loose), kind: 'gone' };
    on.kernel.load({ ...rest, submissions: { 1: gone } });
    expect(on.kernel.state.submissions['1']?.kind).toBe('gone');
    expect(on.read('to-open')).toEqual([]);
  });

  test('stays closed while its rule can’t say whether it may be opened, and holds up no other', () => {
    const on = ballots({
      closed: ({ actor, game }: Loose) => (actor.id === 'ana' ? game.tollOfBells : null),
    });
    for (const by of ['ana', 'bo']) on.seal(by);
    expect(on.read('to-open')).toEqual(['2']);
    expect(on.open('1', { first: 3 })).toMatchObject({ ok: false, refusal: { code: 'missing' } });
  });

  test('is spoilt if it doesn’t fit, and its rule is told why', () => {
    const on = ballots({ closed: undefined });
    for (const by of ['ana', 'bo']) on.seal(by);
    expect(on.read('to-open')).toEqual(['1', '2']);
    on.open('1', { first: 'many' });
    on.open('2', { second: 1 });
    expect(on.opened.map(({ first }) => first)).toEqual([undefined, undefined]);
    expect(on.opened.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('first must be a whole number'),
      expect.stringContaining('there is no parameter second'),
    ]);
  });

  test('isn’t opened this way if it doesn’t exist or is for one recipient', () => {
    const on = ballots();
    on.take({ type: 'seal', submission: 'secret', with: { first: 3 } } as Loose);
    for (const id of ['1', '7', 'constructor'])
      expect(on.open(id, {})).toMatchObject({
        ok: false,
        refusal: {
          code: 'no-such-submission',
          reason: `no submission ${id} needs several people to open it`,
        },
      });
  });

  test('is opened even if its rule says nothing about opening', () => {
    const on = ballots({ closed: undefined, opened: undefined });
    on.seal('ana');
    expect(whyNot(on.open('1', { first: 3 }))).toBe('');
    expect(on.kernel.state.submissions['1']?.used).toBe(true);
  });
});

describe('anyone looking', () => {
  test('sees who would open it now, or why nobody can', () => {
    expect(ballots().read('holders.ballot')).toEqual({ people: ['ana', 'bo', 'cy'], needed: 2 });
    expect(ballots().read('holders.secret')).toBeNull();
    const few = ballots({ together: () => ({ people: [{ id: 'ana' }], needed: 2 }) });
    expect(few.read('holders.ballot')).toEqual({ problem: '2 people must open ballot together, but 1 can' });
  });
});
