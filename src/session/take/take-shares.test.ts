import { beforeEach, describe, expect, test } from 'vitest';

import { writeShares } from '../secrets/shares.ts';
import type { Decision } from '../position/decision.ts';
import { SMALL, bo, cy, dee, Desk, SEALED } from '../fixtures/desk.ts';
import { holdersAt } from './take-shares.ts';
import type { SealedRead, SharedOpening } from '../position/secrets.ts';

const VAULT = new Map([
  ['dynastic/vault.md', '---\ntitle: Vault\norder: 95\n---\nPlayers bid, and any two open a bid together.\n'],
  [
    'dynastic/vault.ts',
    `import { action, boolean, integer, rule } from 'gitnomic/rules';
export default rule(({ players }) => ({
  game: { sold: integer(), shut: boolean() },
  actions: { shut: action({ effect({ game }) { game.shut = true; } }) },
  submissions: {
    bid: {
      with: { amount: integer({ min: 1 }) },
      together: () => ({ people: players.all().filter((one) => one.name !== 'cy'), needed: 2 }),
      closed: ({ game }) => (game.shut ? 'the vault is shut' : null),
      opened({ game, amount, problem }) { game.sold = problem === null ? amount : 999; },
    },
    note: { with: { amount: integer() } },
  },
}));
`,
  ],
]);
const HOLDERS = { people: ['ana', 'bo', 'dee', 'eli', 'fay'], needed: 2 };

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open({ ...SMALL, ruleset: VAULT });
  desk.opens(cy, '1', 'story', 'A place to bid');
  desk.decide();
});

const read = (more: object = {}): SealedRead => ({
  ok: true,
  submission: 'bid',
  words: {},
  opened: false,
  key: '',
  commitment: 'first',
  holders: HOLDERS,
  ...more,
});

function seals(by: typeof bo, sealed: SealedRead | null): string {
  const comment = desk.says(by, '1', SEALED);
  return answer(desk.decide(sealed === null ? {} : { sealed: new Map([[comment, sealed]]) }));
}

function shows(by: typeof bo, opens: readonly SharedOpening[] | null): string {
  const comment = desk.says(by, '1', writeShares({ first: 'share' }));
  return answer(desk.decide({ sealed: new Map([[comment, { opens }]]) }));
}

let last: Decision['happened'][number] | undefined;
function answer(decision: Decision): string {
  last = decision.happened.at(-1);
  return desk.answers(decision).at(-1) ?? '';
}
const sold = (): unknown => desk.session.position.open.play.state().game['sold'];
const stored = (): object => desk.session.position.open.play.state().submissions;

describe('the people who would open a submission sealed now', () => {
  test('are those that the rule names, and none if one person opens it or the kind is unknown', () => {
    const { play } = desk.session.position.open;
    expect(holdersAt(play, desk.now, 'bid')).toEqual(HOLDERS);
    expect(holdersAt(play, desk.now, 'note')).toBeNull();
    expect(holdersAt(play, desk.now, 'nothing')).toBeNull();
  });
});

describe('a sealed submission', () => {
  test('is taken in only once, and nobody else can seal exactly the same', () => {
    expect(seals(bo, read())).toContain('was received');
    expect(Object.values(stored())).toMatchObject([{ by: 'bo', kind: 'bid', used: false, contents: null }]);
    expect(seals(bo, read())).toContain('sent this before');
    expect(last).toMatchObject({ by: 'bo', what: 'seal bid again' });
    expect(Object.keys(stored())).toHaveLength(1);
    expect(seals(dee, read())).toContain('somebody else has already sealed exactly this');
    expect(seals(dee, read({ commitment: 'second' }))).toContain('was received');
    expect(Object.values(stored())).toMatchObject([{ by: 'bo' }, { by: 'dee' }]);
  });

  test('doesn’t count if it’s unreadable, invalid, or sealed to other holders', () => {
    expect(seals(bo, { ok: false, problem: 'it is cut off' })).toContain('it is cut off');
    expect(seals(bo, null)).toContain('it can’t be read');
    expect(seals(bo, read({ problem: 'it is of another game' }))).toContain('it is of another game');
    expect(seals(bo, read({ holders: { ...HOLDERS, needed: 3 } }))).toContain('it was sealed to others');
    expect(stored()).toEqual({});
    // A refused submission doesn't count, so it may still be sealed correctly.
    expect(seals(dee, read())).toContain('was received');
  });
});

describe('shares of what was sealed', () => {
  beforeEach(() => void seals(bo, read()));

  test('are counted until there are enough, which opens it for everybody', () => {
    const waits: SharedOpening = { commitment: 'first', how: 'waits', shown: 1, needed: 2 };
    expect(shows(dee, [waits])).toBe('Shares shown:\n\n- Bid 1: 1 of the 2 shares needed\n');
    expect(last).toMatchObject({ by: 'dee', what: 'shares' });
    expect(shows(dee, [{ commitment: 'first', how: 'opened', words: { amount: 7 } }])).toContain(
      '- Bid 1: opened\n',
    );
    expect([sold(), Object.values(stored())]).toMatchObject([7, [{ used: true }]]);
    expect(shows(dee, [waits])).toContain('Nothing is waiting to be opened with these shares.');
  });

  test('that don’t fit together spoil it, with the reason', () => {
    const said = shows(dee, [{ commitment: 'first', how: 'spoilt', why: 'two shares are of other keys' }]);
    expect(said).toContain('- Bid 1: invalid, because two shares are of other keys\n');
    expect([sold(), Object.values(stored())]).toMatchObject([999, [{ used: true }]]);
  });

  test('that reveal invalid contents still open it, and its rule hears of that', () => {
    shows(dee, [{ commitment: 'first', how: 'opened', words: { amount: 0 } }]);
    expect(sold()).toBe(999);
  });

  test('shown while the rule is closed open nothing, which is reported', () => {
    desk.says(dee, '1', '/act shut');
    desk.decide();
    const opens: SharedOpening[] = [{ commitment: 'first', how: 'opened', words: { amount: 7 } }];
    expect(shows(dee, opens)).toContain('- Bid 1: the vault is shut\n');
    expect([sold(), Object.values(stored())]).toMatchObject([0, [{ used: false }]]);
  });

  test('for an unknown submission open nothing, and unreadable ones don’t count', () => {
    expect(shows(dee, [{ commitment: 'other', how: 'opened', words: { amount: 7 } }])).toContain(
      'Nothing is waiting to be opened with these shares.',
    );
    expect([sold(), Object.values(stored())]).toMatchObject([0, [{ used: false }]]);
    expect(shows(dee, null)).toContain('they can’t be read');
    expect(last).toMatchObject({ by: 'dee', what: 'shares', outcome: { ok: false } });
  });
});
