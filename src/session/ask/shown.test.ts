// What rules say of themselves, as far as it can be shown.
import { describe, expect, onTestFinished, test } from 'vitest';

import { BEGINNING } from '../../store/fixtures/new-game.ts';
import { SMALL } from '../fixtures/desk.ts';
import { sessionWith } from '../fixtures/session.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import { countsOf, numberAt, sayCounts, stateOf, stepsOf, voteCountedBy } from '../../wording/ballot.ts';
import { askRules } from './call-guard.ts';
import { failingClause, isPermanent, whyHopeless } from '../play/failing-clause.ts';
import { readFigures, readNeeded, sayFigure } from '../../wording/figures.ts';
import {
  describeDone,
  describeInput,
  describeResolved,
  isResolution,
  ledgerReader,
  readEnding,
  resolving,
  triedAgain,
  tryingAgain,
  wordsOfInput,
  type LedgerLine,
} from '../../store/ledger-line.ts';
import { rulesThatAreMissing } from '../play/must-have.ts';
import type { Play } from '../play/play.ts';
import { GOES_ON, sayLocks, whyNotOn } from '../play/say-rehearsal.ts';
import {
  AFTER_CHANGE,
  KEY_REASONS,
  keyAt,
  promisedIn,
  whyNotPromise,
  type SeedEntry,
} from '../../store/key-ring.ts';
import { sayFault } from '../../wording/rule-fault.ts';
import { Stuck } from '../play/stuck.ts';
import { hasReachedGoal, readVictory } from './victory.ts';
import { gameShown, openViewsOf, viewsOfThings, viewsShown } from './views-shown.ts';

describe('a tally', () => {
  const ballot = {
    counts: [
      { key: 'for', title: 'in favour', vote: 'FOR' },
      { key: 'against', title: 'against', vote: 'AGAINST' },
    ],
    states: [
      { key: 'vetoed', title: 'vetoed', means: 'failing' },
      { key: 'popular', title: 'popular' },
    ],
    votes: [],
  } as unknown as ModelDescription['ballot'];
  const unsaid = { counts: [], states: [], votes: [] } as unknown as ModelDescription['ballot'];
  const tally = { against: 1, for: 4, queue: 2, popular: true, vetoed: false, told: ['one', 2, 'two'] };

  test('has the counts that the rules want shown, or else all but its place in the queue', () => {
    const counts = countsOf({ ballot }, { for: 4 });
    expect(sayCounts(counts)).toBe('4 in favour, 0 against');
    expect(countsOf({ ballot: unsaid }, tally)).toEqual([
      { key: 'against', title: 'against', count: 1 },
      { key: 'for', title: 'for', count: 4 },
    ]);
    expect([numberAt(tally, 'for'), numberAt(tally, 'popular'), numberAt(tally, 'none')]).toEqual([
      4,
      null,
      null,
    ]);
  });

  test('has the state of the first of the rules’ marks that applies', () => {
    expect(stateOf({ ballot }, tally)).toEqual({ title: 'popular', means: null });
    expect(stateOf({ ballot }, { ...tally, vetoed: true })).toEqual({ title: 'vetoed', means: 'failing' });
    expect(stateOf({ ballot }, {})).toBeNull();
    expect(stateOf({ ballot: unsaid }, tally)).toEqual({ title: 'popular', means: null });
  });

  test('lists its steps, and which vote each number counts', () => {
    expect([stepsOf(tally), stepsOf({}), stepsOf({ told: [1] })]).toEqual([{ told: ['one', 'two'] }, {}, {}]);
    expect([voteCountedBy(ballot.counts, 'against'), voteCountedBy(ballot.counts, 'abstain')]).toEqual([
      'AGAINST',
      'ABSTAIN',
    ]);
  });
});

test('lists figures and needed votes as far as the rules’ answer can be shown', () => {
  const answer = [
    { title: 'Quorum', value: 4 },
    { title: 'Mood', value: 'calm' },
    { title: 'The game rests', notice: 'there are too few players' },
    { title: 'Odd', value: [] },
    { title: 3, value: 3 },
    null,
  ];
  const shown = readFigures(answer);
  expect(shown).toEqual(answer.slice(0, 3));
  expect(shown.map(sayFigure)).toEqual([
    'quorum 4',
    'mood calm',
    'the game rests: there are too few players',
  ]);
  expect(readFigures('none')).toEqual([]);
  expect(readNeeded({ title: 'Quorum', count: 4, more: 1 })).toEqual({ title: 'Quorum', count: 4 });
  for (const odd of [null, 4, { title: 'Quorum' }, { count: 4 }]) expect(readNeeded(odd)).toBeNull();
});

describe('a victory', () => {
  const playing = (view: unknown, more: object = {}): Pick<Play, 'model' | 'query'> =>
    ({
      model: { views: { 'dynasty-won': {} }, actions: { ascend: {} }, ...more },
      query: () => [{ value: view }],
    }) as unknown as Pick<Play, 'model' | 'query'>;
  const line = (n: number, path: readonly string[], after: unknown): LedgerLine =>
    ({ n, changes: [{ path, before: null, after }] }) as unknown as LedgerLine;
  const WON = { winner: 'bo', next: 'ascend' };

  test('is read from the rules’ view, with the player who goes on', () => {
    expect(readVictory(playing({ ...WON, begins: 'cy', post: '7' }), '')).toEqual({
      winner: 'bo',
      begins: 'cy',
      next: 'ascend',
      post: '7',
      line: null,
    });
    expect(readVictory(playing(WON), '')).toMatchObject({ begins: 'bo', post: null });
    for (const odd of [null, 'bo', { winner: 'bo' }, { ...WON, next: 'none' }, { next: 'ascend' }])
      expect(readVictory(playing(odd), '')).toBeNull();
    expect(readVictory(playing(WON, { views: {} }), '')).toBeNull();
  });

  test('belongs to the last line that marks or names the winner', () => {
    const ledger = [
      line(3, ['players', 'bo', 'victory'], true),
      line(4, ['players', 'cy', 'victory'], true),
      line(5, ['players', 'bo', 'oil'], true),
      line(6, ['players', 'bo', 'victory'], false),
    ];
    expect(readVictory(playing(WON), '', ledger)?.line).toBe(3);
    expect(readVictory(playing(WON), '', [...ledger, line(9, ['dynasty', 'winner'], 'bo')])?.line).toBe(9);
  });

  test('is reached by a player whom the rules mark or a public view names', async () => {
    const rules = {
      'dynastic/goal.md': '---\ntitle: Goal\norder: 1\n---\nWho has ten wins.\n',
      'dynastic/goal.ts': `import { boolean, integer, rule, view } from 'gitnomic/rules';
export default rule(() => ({ player: { wins: integer() } }));
`,
    };
    const { play } = (await sessionWith({ ...SMALL, rules })).session.position.open;
    expect(hasReachedGoal(play, '2024-03-01T09:00:00Z', 'bo')).toBe(false);
    const marked = { state: () => ({ players: { bo: { victory: true } } }) } as unknown as Play;
    expect(hasReachedGoal(marked, '', 'bo')).toBe(true);
  });
});

describe('a clause that failed', () => {
  const refusal = (more: Partial<RefusalData>): RefusalData => ({
    code: 'clause-fails',
    reason: 'it broke',
    rule: null,
    param: null,
    ...more,
  });

  test('is identified by its rule, or by the place where it failed', () => {
    const rule = { path: 'dynastic/oil' } as RefusalData['rule'];
    expect(failingClause(refusal({ code: 'refused' }))).toBeNull();
    expect(failingClause(refusal({}))).toEqual({ module: '', reason: 'it broke' });
    expect(failingClause(refusal({ rule }))?.module).toBe('dynastic/oil.ts');
    expect(failingClause(refusal({ where: 'dynastic/oil.ts:12' }))?.module).toBe('dynastic/oil.ts');
  });

  test('can be left out unless it is permanent or leaving it out didn’t help', () => {
    const failing = (module: string) => ({ module, reason: `${module} broke` });
    expect(
      ['core/votes.ts', 'appendix/x.ts', 'special-case/y.ts', 'dynastic/oil.ts'].map(isPermanent),
    ).toEqual([true, true, true, false]);
    const [oil, core, unknown] = ['dynastic/oil.ts', 'core/votes.ts', ''].map(failing) as [
      never,
      never,
      never,
    ];
    expect(whyHopeless([])).toBeNull();
    expect(whyHopeless([oil, oil])).toBeNull();
    expect(whyHopeless([oil, oil, oil])).toBe('dynastic/oil.ts broke');
    expect(whyHopeless([core])).toBe('core/votes.ts broke');
    expect([whyHopeless([unknown]), whyHopeless([unknown, unknown])]).toEqual([null, ' broke']);
    expect(whyHopeless([core, oil])).toBeNull();
  });

  test('is described with its rule, its line and the way out', () => {
    const rule = { path: 'dynastic/oil', number: '2.1', title: 'Oil' } as RefusalData['rule'];
    const way = /; anybody can propose to fix or repeal that rule\. .*gitnomic doctor recover/u;
    const said = (more: Partial<RefusalData>, failure?: string): string => sayFault(refusal(more), failure);
    expect(said({})).toMatch(way);
    expect(said({}).split(';')[0]).toBe('it is unknown whether its time has come: it broke');
    expect(said({ rule }, 'it failed').split(';')[0]).toBe('it failed: it broke (rule 2.1 Oil)');
    expect(said({ rule, where: 'oil.ts:3' }).split(';')[0]).toContain('(rule 2.1 Oil, oil.ts:3)');
    expect(said({ where: 'oil.ts:3' }).split(';')[0]).toContain('it broke (oil.ts:3)');
    expect(said({ where: 'oil.ts:3', reason: 'oil.ts:3 broke' }).split(';')[0]).toMatch(/oil\.ts:3 broke$/u);
  });
});

test('sets stuck matters aside if a clause is to blame or the cause is unknown', () => {
  const stuck = new Stuck();
  stuck.note('1', { code: 'refused' });
  stuck.note('2', null);
  expect([[...stuck], [...stuck.aside]]).toEqual([['1', '2'], ['2']]);
  const more = stuck.with(['3']);
  expect([[...more], [...more.aside], stuck.size]).toEqual([['1', '2', '3'], ['2'], 2]);
  stuck.clear();
  expect([stuck.size, stuck.aside.size]).toEqual([0, 0]);
});

test('describes a rehearsal’s findings in sentences, and says if the game couldn’t go on', () => {
  expect([whyNotOn(GOES_ON), sayLocks(GOES_ON)]).toEqual([null, []]);
  expect(whyNotOn({ ...GOES_ON, stops: 'a', freezes: 'b' })).toBe('nothing could ever pass again: a');
  expect(whyNotOn({ ...GOES_ON, freezes: 'b' })).toBe('no rule could ever be changed again: b');
  expect(sayLocks({ ...GOES_ON, locks: ['repeal core/votes: no'], untried: 'it broke' })).toEqual([
    'from then on nobody could repeal core/votes: no',
    'the test run did not work: it broke',
  ]);
});

test('reports what rules lack if they couldn’t repair a game', () => {
  const hooks = { 'resolution-order': [{}], 'may-enact': [{}], 'votes-in': [{}] };
  const kinds = { proposal: { votable: true }, story: { votable: false } };
  const missing = (more: object): readonly string[] =>
    rulesThatAreMissing({ hooks, kinds, ...more } as unknown as ModelDescription);
  expect(missing({})).toEqual([]);
  expect(missing({ hooks: { ...hooks, 'may-enact': [] } })).toEqual(['no rule lets anything pass']);
  expect(missing({ hooks: {}, kinds: { story: { votable: false } } })).toHaveLength(4);
});

describe('a line of the ledger', () => {
  test.each<[Parameters<typeof describeInput>[0], string, string, object]>([
    [{ type: 'act', action: 'roll', with: { die: 6 } } as never, 'roll', 'roll', { with: { die: 6 } }],
    [{ type: 'fail', matter: '3' } as never, 'resolve 3', 'fail 3', {}],
    [{ type: 'vote', on: '3' } as never, 'vote', 'vote', { with: { on: '3' } }],
    [
      { type: 'open', submission: 'bid', with: { lot: 1 } } as never,
      'open',
      'open',
      { with: { submission: 'bid', lot: 1 } },
    ],
    [{ type: 'post' } as never, 'post', 'post', {}],
  ])('%j is described for its draws and for what was done', (input, drawn, done, words) => {
    expect([describeInput(input), describeDone(input), wordsOfInput(input)]).toEqual([drawn, done, words]);
  });

  test('says how a matter ended, and which one is tried again', () => {
    expect([readEnding('enact 3'), readEnding('fail a b'), readEnding('roll'), readEnding('fail ')]).toEqual([
      { how: 'enact', matter: '3' },
      { how: 'fail', matter: 'a b' },
      null,
      null,
    ]);
    expect(describeResolved({ matter: '3', outcome: 'enacted' })).toBe('enact 3');
    expect(describeResolved({ matter: '3', outcome: 'failed' })).toBe('fail 3');
    expect(describeResolved({ matter: 'time:x', outcome: 'happened' })).toBe('time:x');
    expect([isResolution(resolving('3')), isResolution('roll')]).toEqual([true, false]);
    expect([triedAgain({ what: tryingAgain(12) }), triedAgain({ what: 'roll 12' })]).toEqual([
      '12',
      undefined,
    ]);
  });

  test('is found by its number, also from the end, as everybody may read it', () => {
    const lines = [4, 5, 6].map((n) => ({ n }) as LedgerLine);
    const open = { n: 5, open: true } as unknown as LedgerLine;
    const reader = ledgerReader(lines, new Map([[lines[1] as LedgerLine, open]]));
    expect(reader.length).toBe(7);
    expect([4, 5, 6, 7, 3, -1, -3, -4].map((at) => reader.at(at))).toEqual([
      lines[0],
      open,
      lines[2],
      null,
      null,
      lines[2],
      lines[0],
      null,
    ]);
    expect([ledgerReader([]).length, ledgerReader([]).at(0)]).toEqual([0, null]);
  });
});

describe('keys and seeds', () => {
  const key = (line: number) => ({ key: `k${line}`, recipient: '', line, at: '', reason: 'first' }) as const;
  const seed = (more: Partial<SeedEntry> = {}): SeedEntry => ({
    hash: 'sha256:1',
    by: 'cy',
    dynasty: 2,
    line: 1,
    at: '',
    ...more,
  });
  const now = { emperor: 'cy', dynasty: 2, isOver: false, lost: false };

  test('are the ones in force when something was posted', () => {
    const ring = [key(3), key(8)];
    expect([2, 3, 4, 8, 9].map((line) => keyAt(ring, { line })?.key ?? null)).toEqual([
      null,
      null,
      'k3',
      'k3',
      'k8',
    ]);
    expect(Object.keys(AFTER_CHANGE)).toEqual(KEY_REASONS);
  });

  test('are promised once for each emperor and dynasty, unless it is over or the seed is lost', () => {
    expect(promisedIn([])).toBeNull();
    expect(promisedIn([seed(), seed({ hash: 'sha256:2' })])).toBe('sha256:2');
    expect(whyNotPromise([seed()], now)).toMatch(/^a seed was promised for this dynasty/u);
    for (const [ring, more] of [
      [[], {}],
      [[seed()], { isOver: true }],
      [[seed()], { lost: true }],
      [[seed()], { emperor: 'bo' }],
      [[seed()], { dynasty: 3 }],
    ] as const)
      expect(whyNotPromise(ring, { ...now, ...more })).toBeNull();
  });
});

describe('views of things', () => {
  const ROOMS = {
    'dynastic/rooms.md': '---\ntitle: Rooms\norder: 1\n---\nThere are rooms.\n',
    'dynastic/rooms.ts': `import { derive, integer, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  things: { rooms: { fields: { lamps: integer() } } },
  views: {
    light: derive({ of: 'rooms', returns: integer(), value: (room) => 2 * room.lamps }),
    broken: derive({ of: 'rooms', returns: integer(), value: (room) => { if (room.lamps > 1) throw new Error('too bright'); return 1; } }),
    hidden: derive({ of: 'rooms', private: true, returns: integer(), value: () => 7 }),
  },
}));
`,
  };
  const things = { rooms: { a: { lamps: 1 }, b: { lamps: 3 } } };

  test.each([
    ['players.all()[0]', 'ana'],
    ['null', 'the first'],
  ])('with the first move by %s, show the mover as %s until somebody has a turn', async (first, said) => {
    const turns = `import { derive, optional, player, rule, takeTurns } from 'gitnomic/rules';
export default rule((g) => ({
  game: takeTurns(g, ({ id }) => id).game,
  views: { moving: derive({ of: 'game', returns: optional(player()), value: () => ${first.replace('players', 'g.players')} }) },
}));
`;
    const rules = {
      'dynastic/turns.md': '---\ntitle: Turns\norder: 90\n---\nTurns.\n',
      'dynastic/turns.ts': turns,
    };
    const { play } = (await sessionWith({ ...SMALL, rules })).session.position.open;
    const { game } = play.state();
    expect(gameShown(play, { game }, BEGINNING)).toEqual({ ...game, mover: said });
    const later = { ...game, mover: 'bo' };
    expect(gameShown(play, { game: later }, BEGINNING)).toBe(later);
  });

  test('are shown only if public, and one that fails for a thing is explained', async () => {
    const { play } = (await sessionWith({ ...SMALL, rules: ROOMS })).session.position.open;
    const state = { ...play.state(), things };
    play.sandbox.load(state);
    expect(openViewsOf(play.model, 'rooms').toSorted()).toEqual(['broken', 'light']);
    const wrong = new Map<string, string>();
    const at = '2024-03-01T09:00:00Z';
    const shown = await viewsShown(play, state, at, wrong);
    expect(shown['rooms']).toEqual({ a: { light: 2, broken: 1 }, b: { light: 6, broken: null } });
    expect([...wrong]).toEqual([
      ['broken', expect.stringMatching(/^broken of b is not shown: .*too bright/u)],
    ]);
    expect(viewsOfThings(play, ['light'], ['b'], at, wrong)).toEqual({ b: { light: 6 } });
    expect(askRules(play, at)('views', 'light', 'a')).toBe(2);
    expect(askRules(play, at)('views', 'none')).toBeUndefined();
  });

  test('aren’t asked again if they fail and asking one by one would take too long', async () => {
    const rules = { ...ROOMS, 'dynastic/rooms.ts': `// In a hurry.\n${ROOMS['dynastic/rooms.ts']}` };
    const { play } = (await sessionWith({ ...SMALL, rules })).session.position.open;
    const state = { ...play.state(), things };
    play.sandbox.load(state);
    const { work } = play.caches.sandboxes;
    const before = work.displayMs;
    work.displayMs = -1;
    onTestFinished(() => void (work.displayMs = before));
    const shown = async (): Promise<unknown> => {
      const wrong = new Map<string, string>();
      const { rooms } = await viewsShown(play, state, '2024-03-01T09:00:00Z', wrong);
      return [rooms, [...wrong.values()]];
    };
    const rooms = { a: { light: 2, broken: null }, b: { light: 6, broken: null } };
    expect(await shown()).toEqual([rooms, []]);
    work.displayMs = before;
    expect(await shown()).toEqual([rooms, [expect.stringMatching(/^broken is not shown: /u)]]);
  });
});
