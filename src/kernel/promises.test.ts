import { expect, test } from 'vitest';
import { integer } from '../rules/types.ts';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import type { Input, Resolution } from './inputs.ts';
import type { Result } from './result.ts';
import { Kernel } from './kernel.ts';
import type { PromiseMade } from './promise-made.ts';
import type { MatterChange } from './state.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;
type Made<T> = T extends unknown ? Omit<T, 'says' | 'line' | 'players'> : never;

const AT = '2021-06-18T09:00:00Z';
const LATER = '2021-06-20T09:00:00Z';
const grain = { of: 'player', id: 'grain' } as const;
const BETWEEN = { kind: 'between', value: grain, least: 0, most: 9 } as const;
const SUM = { kind: 'same-sum', value: grain } as const;
const TIDES = { kind: 'between', value: { of: 'game', id: 'tides' }, least: 0, most: 5 } as const;

const act = (effect: (game: Loose) => void): object => ({ by: 'anybody', effect });

/** People hold grain, which they can give, lose and find; tides rise at every vote and every enactment. */
const harbour: TestRule = {
  title: 'Harbour',
  clause: () => ({
    posts: { proposal: { votable: true } },
    player: { grain: integer({ min: null, start: 3 }), name: integer({ start: 0 }) },
    game: { tides: integer({ start: 5 }), lamps: integer() },
    dynasty: { number: integer({ start: 1 }) },
    actions: {
      give: act(({ players }) => {
        players.get('ana').grain -= 1;
        players.get('bo').grain += 1;
      }),
      find: {
        ...act(({ players, game }) => {
          game.lamps += 1;
          players.get('ana').grain += 4;
        }),
        title: 'Look for grain',
      },
      'begin-anew': act(({ players, dynasty }) => {
        dynasty.number += 1;
        players.get('ana').grain = 3;
      }),
      lose: act(({ players }) => void (players.get('ana').grain -= 4)),
      nearer: act(({ players }) => void (players.get('ana').grain -= 1)),
    },
    hooks: {
      'resolution-order': ({ matters }: Loose) => matters.pending(),
      'may-enact': () => 'permit',
      'may-fail': () => 'permit',
      'may-vote': () => undefined,
    },
    on: {
      voted: ({ game }: Loose) => void (game.tides += 1),
      'took-effect': ({ game }: Loose) => void (game.tides += 1),
      failed: ({ game }: Loose) => void (game.tides += 1),
    },
    times: {
      flood: { at: () => LATER, effect: ({ game }: Loose) => void (game.tides += 1) },
    },
  }),
};

function begin(...made: readonly Made<PromiseMade>[]): Kernel {
  const rules = [harbour, { title: 'Word', clause: () => ({}) }];
  const kernel = new Kernel({ clauseOf: clausesOf(rules) });
  expect(kernel.link(promising(rules, made))).toEqual([]);
  kernel.load(null);
  for (const who of ['ana', 'bo']) kernel.assume(`players.${who}.name`, 0);
  return kernel;
}

function promising(
  rules: readonly TestRule[],
  made: readonly Made<PromiseMade>[],
  players = 0,
): ReturnType<typeof manifestOf> {
  const manifest = manifestOf(rules);
  const promises = made.map((one): PromiseMade => ({ ...one, says: one.kind, line: 4, players }));
  return {
    ...manifest,
    rules: manifest.rules.map((entry) => (entry.title === 'Word' ? { ...entry, promises } : entry)),
  };
}

const input = (given: object, at = AT): Input => ({ at, by: 'ana', ...given }) as Input;
const does = (kernel: Kernel, action: string): Result =>
  kernel.take(input({ type: 'act', action, with: {} }));
const REFUSED = { ok: false, refusal: { code: 'promise', rule: { title: 'Word' } } };

function post(kernel: Kernel, changes: readonly MatterChange[] = []): void {
  expect(
    kernel.take(input({ type: 'post', id: 'P1', kind: 'proposal', title: 'Tides', text: '', changes })),
  ).toMatchObject({ ok: true });
}

function enact(kernel: Kernel, manifest?: ReturnType<typeof manifestOf>): readonly string[] {
  const resolution: Resolution = { at: LATER, matter: 'P1', by: null, outcome: 'enacted' };
  const begun = kernel.beginEnactment(resolution);
  if (!begun.ok) throw new Error(begun.refusal.reason);
  if (manifest !== undefined) expect(kernel.link(manifest)).toEqual([]);
  expect(kernel.finishEnactment(resolution, begun.enactment)).toMatchObject({ ok: true });
  expect(kernel.state.posts['P1']?.status).toBe('enacted');
  return (kernel.state.posts['P1']?.omitted ?? []).map(({ change }) => change);
}

test('refuses an action that breaks a promise, and names the rule that made it', () => {
  const kernel = begin(BETWEEN);
  expect(does(kernel, 'find')).toMatchObject({ ok: true });
  expect(does(kernel, 'find')).toMatchObject(REFUSED);
  expect(kernel.state).toMatchObject({ game: { lamps: 1 }, players: { ana: { grain: 7 } } });
  expect(does(kernel, 'lose')).toMatchObject({ ok: true });
  expect(does(kernel, 'lose')).toMatchObject(REFUSED);
  expect(does(begin(), 'lose')).toMatchObject({ ok: true });
});

test('a value that is already out of bounds may come nearer, but not go further', () => {
  const kernel = begin(BETWEEN);
  kernel.assume('players.ana.grain', 20);
  expect(does(kernel, 'nearer')).toMatchObject({ ok: true });
  expect(does(kernel, 'find')).toMatchObject(REFUSED);
});

test('a promised sum is kept if values move, but not if they come or go', () => {
  const kernel = begin(SUM);
  expect(does(kernel, 'give')).toMatchObject({ ok: true });
  expect(does(kernel, 'find')).toMatchObject(REFUSED);
  expect(kernel.state.players).toMatchObject({ ana: { grain: 2 }, bo: { grain: 4 } });
});

test('only the action that a promise names changes a value, by its id or its title', () => {
  const kernel = begin({ kind: 'only-by', value: grain, action: 'give' });
  expect(does(kernel, 'give')).toMatchObject({ ok: true });
  expect(does(kernel, 'find')).toMatchObject(REFUSED);
  expect(kernel.state).toMatchObject({ game: { lamps: 0 }, players: { ana: { grain: 2 } } });
  const titled = begin({ kind: 'only-by', value: grain, action: 'look-for-grain' });
  expect(does(titled, 'find')).toMatchObject({ ok: true });
  expect(does(titled, 'give')).toMatchObject(REFUSED);
  // Nor does a matter, or what a rule does at an event.
  const tides = begin({ kind: 'only-by', value: { of: 'game', id: 'tides' }, action: 'give' });
  post(tides, [{ verb: 'set', path: 'game.tides', value: 7 }]);
  expect(enact(tides).join()).toContain('game.tides');
  expect(tides.state.game['tides']).toBe(5);
});

test('a value may start anew with a dynasty, whatever else may change it', () => {
  const kernel = begin({ kind: 'only-by', value: grain, action: 'give' });
  expect(does(kernel, 'begin-anew')).toMatchObject({ ok: true });
  expect(kernel.state.players['ana']).toMatchObject({ grain: 3 });
});

test('a promise holds only while enough players are active', () => {
  const rules = [harbour, { title: 'Word', clause: () => ({}) }];
  const kernel = begin();
  expect(kernel.link(promising(rules, [SUM], 3))).toEqual([]);
  expect(does(kernel, 'find')).toMatchObject({ ok: true });
  kernel.assume('players.cy.name', 0);
  expect(does(kernel, 'find')).toMatchObject(REFUSED);
});

test('keeps nobody from voting: undoes only the effect of the rule that listens', () => {
  const kernel = begin(TIDES);
  post(kernel);
  expect(kernel.take(input({ type: 'vote', on: 'P1', vote: 'for', via: 'comment' }))).toMatchObject({
    ok: true,
  });
  expect(kernel.state.posts['P1']?.uses).toHaveLength(1);
  expect(kernel.state.game['tides']).toBe(5);
});

test('enacts a matter without what would break a promise, and says so', () => {
  const kernel = begin(TIDES, SUM);
  post(kernel, [
    { verb: 'set', path: 'game.tides', value: 9 },
    { verb: 'set', path: 'game.lamps', value: 2 },
    { verb: 'set', path: 'players.ana.grain', value: 2 },
  ]);
  expect(enact(kernel)).toEqual([
    'set game.tides to 9',
    'set players.ana.grain to 2',
    'what Harbour does at “took-effect”',
  ]);
  expect(kernel.state).toMatchObject({ game: { tides: 5, lamps: 2 }, players: { ana: { grain: 3 } } });
});

test('counts the values that a matter sets together', () => {
  const kernel = begin(SUM);
  post(kernel, [
    { verb: 'set', path: 'players.ana.grain', value: 1 },
    { verb: 'set', path: 'players.bo.grain', value: 5 },
  ]);
  expect(enact(kernel)).toEqual([]);
  expect(kernel.state.players).toMatchObject({ ana: { grain: 1 }, bo: { grain: 5 } });
});

test('stops no matter that repeals the promise, or the rule that breaks it', () => {
  const broken = begin(TIDES);
  post(broken, [{ verb: 'set', path: 'game.tides', value: 9 }]);
  expect(enact(broken, promising([harbour, { title: 'Word', clause: () => ({}) }], []))).toEqual([]);
  expect(broken.state.game['tides']).toBe(10);
  const gone = begin(SUM);
  post(gone);
  expect(
    enact(gone, promising([{ title: 'Harbour' }, { title: 'Word', clause: () => ({}) }], [SUM])),
  ).toEqual([]);
  expect(gone.state.players).toEqual({ ana: {}, bo: {} });
});

test('refuses a timed effect that breaks a promise, and undoes one of a failing matter', () => {
  const kernel = begin(TIDES);
  post(kernel);
  expect(kernel.failMatter({ at: LATER, matter: 'time flood', by: null, outcome: 'happened' })).toMatchObject(
    REFUSED,
  );
  expect(kernel.failMatter({ at: LATER, matter: 'P1', by: null, outcome: 'failed' })).toMatchObject({
    ok: true,
  });
  expect(kernel.state).toMatchObject({ game: { tides: 5 }, posts: { P1: { status: 'failed' } } });
  expect(kernel.state.posts['P1']?.omitted).toMatchObject([{ change: 'what Harbour does at “failed”' }]);
});

/** Counts as a game says, and lets anybody rewrite what was decided. */
const scribes = (tally: Readonly<Record<string, number>>): TestRule => ({
  title: 'Scribes',
  clause: () => ({
    counts: { for: { title: 'For' }, against: { title: 'Against' } },
    hooks: { tally: () => tally },
    actions: {
      rewrite: act(({ posts }) => posts.get('P1').change({ title: 'Nothing' })),
      remark: act(({ comment, posts }) => comment(posts.get('P1'), 'A fine idea.')),
    },
  }),
});

const notesAfter = (
  kind: 'half-in-favour' | 'one-vote' | 'stays-resolved',
  tally: object,
  then = '',
): readonly string[] => {
  const rules = [
    harbour,
    scribes(tally as Readonly<Record<string, number>>),
    { title: 'Word', clause: () => ({}) },
  ];
  const kernel = new Kernel({ clauseOf: clausesOf(rules) });
  expect(kernel.link(promising(rules, [{ kind }]))).toEqual([]);
  kernel.load(null);
  for (const who of ['ana', 'bo', 'cy']) kernel.assume(`players.${who}.name`, 0);
  post(kernel);
  enact(kernel);
  if (then !== '') expect(does(kernel, then)).toMatchObject({ ok: true });
  return (kernel.state.posts['P1']?.comments ?? [])
    .map(({ text }) => text)
    .filter((text) => text.includes('breaks'));
};

test('a matter decided against a promise gets a note, and stands', () => {
  const noted = (kind: string): readonly string[] => [`This breaks what Word promises: ${kind}`];
  expect(notesAfter('half-in-favour', { for: 1, against: 2 })).toEqual(noted('half-in-favour'));
  expect(notesAfter('half-in-favour', { for: 1, against: 1 })).toEqual([]);
  expect(notesAfter('one-vote', { for: 2, against: 0 })).toEqual(noted('one-vote'));
  expect(notesAfter('one-vote', { for: 1, against: 0 })).toEqual([]);
  expect(notesAfter('stays-resolved', { for: 1, against: 0 }, 'rewrite')).toEqual(noted('stays-resolved'));
  expect(notesAfter('stays-resolved', { for: 1, against: 0 }, 'remark')).toEqual([]);
});
