import { beforeEach, describe, expect, test } from 'vitest';

import { SEALED_ACTION } from '../secrets/sealed-text.ts';
import { SMALL, ana, bo, cy, dee, Desk, SEALED, somebody } from '../fixtures/desk.ts';
import type { SealedRead } from '../position/secrets.ts';

const MARKET = new Map([
  ['dynastic/market.md', '---\ntitle: Market\norder: 95\n---\nPlayers dig and bid.\n'],
  [
    'dynastic/market.ts',
    `import { action, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  game: { depth: integer() },
  actions: {
    dig: action({ with: { depth: integer({ min: 1 }) }, effect({ game, depth }) { game.depth = depth; } }),
    close: action({ effect({ submissions }) { for (const bid of submissions('bid')) bid.use(); } }),
  },
  submissions: { bid: { with: { amount: integer({ min: 1 }) } }, wish: { by: 'anybody' } },
}));
`,
  ],
]);

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open({ ...SMALL, ruleset: MARKET });
  desk.opens(cy, '1', 'story', 'A place to bid');
  desk.decide();
});

const read = (more: object = {}): SealedRead => ({
  ok: true,
  submission: 'bid',
  words: {},
  opened: false,
  key: 'k1',
  commitment: 'first',
  ...more,
});
const dig = (words: object): object => ({ submission: SEALED_ACTION, opened: true, words });
function seals(by: typeof bo, more: object = {}, post = '1'): string {
  const comment = desk.says(by, post, SEALED);
  const decision = desk.decide({ sealed: new Map([[comment, read(more)]]) });
  return desk.answers(decision).at(-1) ?? '';
}
const secrets = (): Desk['session']['position']['secrets'] => desk.session.position.secrets;
const publish = (key: string, line = 0): void =>
  secrets().publishKey({ key, recipient: `age1${key}`, by: 'cy', line, at: desk.now, reason: 'routine' });
const state = (): ReturnType<Desk['session']['position']['open']['play']['state']> =>
  desk.session.position.open.play.state();

describe('a sealed action', () => {
  test('is taken like any other, and answered without its words', () => {
    const said = seals(bo, dig({ action: 'dig', depth: 7 }));
    expect(said).toMatch(/^> \/act dig …\n\n\*\*Done\.\*\*/u);
    expect(state().game['depth']).toBe(7);
    expect(state().submissions).toEqual({});
  });

  test('doesn’t count if its rule refuses it', () => {
    expect(seals(bo, dig({ action: 'dig', depth: 0 }))).toMatch(/^The sealed submission does not count: /u);
    expect(state().game['depth']).toBe(0);
  });

  test('isn’t read from a submission that merely has a parameter of that name', () => {
    expect(seals(bo, { words: { action: 'dig', depth: 7 }, opened: true })).toContain('was received');
    expect(Object.values(state().submissions)).toMatchObject([{ kind: 'bid' }]);
    expect(state().game['depth']).toBe(0);
  });

  test('doesn’t count unless it names an action', () => {
    expect(seals(bo, dig({ action: 7 }))).toContain('does not count');
    expect(seals(bo, dig({}))).toContain('does not count');
  });
});

describe('the key that somebody sealed to', () => {
  test('must be the current one, if one has been published', () => {
    expect(seals(bo)).toContain('was received');
    publish('k2');
    const old = seals(dee, { commitment: 'second' });
    expect(old).toContain('it was sealed with the key k1, but the current key is k2: age1k2');
    expect(seals(dee, { commitment: 'second', key: 'k2' })).toContain('was received');
  });

  test('must be the one in force when it was posted, whatever was published since', () => {
    publish('k1');
    publish('k2', 3);
    const old = 'it was sealed with the key k1, but the current key is k2';
    expect(seals(bo)).toContain('was received');
    expect(seals(dee, { commitment: 'second' })).toContain('was received');
    expect(seals(dee, { commitment: 'third' })).toContain(old);
  });

  test('doesn’t matter if holders open it together', () => {
    publish('k2');
    const holders = { people: ['ana', 'bo'], needed: 2 };
    expect(seals(bo, { holders })).not.toContain('the current key');
  });
});

test('a submission is known by the game’s id, even with a new sender and an unknown post', () => {
  expect(seals(somebody('gus'), { submission: 'wish' }, '99')).toContain('was received');
  expect(Object.values(state().submissions)).toMatchObject([{ id: '1', kind: 'wish', by: 'gus' }]);
  expect(secrets().commitments).toEqual({ first: { id: '1', by: 'gus' } });
});

describe('a submission sealed again', () => {
  test('counts once, and may make it readable', () => {
    seals(bo);
    expect(secrets().opensMore).toBe(false);
    expect(seals(bo)).toContain('sent this before. It counts once');
    expect(secrets().opensMore).toBe(true);
    expect(Object.keys(state().submissions)).toHaveLength(1);
  });

  test('opens nothing more if it’s used or already open', () => {
    seals(bo, { words: { amount: 3 }, opened: true });
    expect(Object.values(state().submissions)).toMatchObject([{ used: false, contents: { amount: 3 } }]);
    seals(bo, { words: { amount: 3 }, opened: true });
    expect(secrets().opensMore).toBe(false);
    seals(dee, { commitment: 'used' });
    desk.says(bo, '1', '/act close');
    desk.decide();
    expect(Object.values(state().submissions)).toMatchObject([{ used: true }, { used: true }]);
    expect(seals(dee, { commitment: 'used' })).toContain('sent this before');
    expect(secrets().opensMore).toBe(false);
    secrets().commit('gone', { id: 'bid 9', by: 'bo' });
    expect(seals(bo, { commitment: 'gone' })).toContain('sent this before');
    expect(secrets().opensMore).toBe(false);
  });

  test('is refused to anyone else, except to the emperor’s side', () => {
    seals(bo);
    expect(seals(ana)).toContain('somebody else has already sealed exactly this');
    publish('k1');
    expect(seals(cy)).toContain('sent this before');
    expect(seals(ana)).toContain('somebody else has already sealed exactly this');
  });
});
