// Reports the whole health of a pending matter in each situation.
import { beforeAll, describe, expect, test } from 'vitest';

import { SandboxLostError } from '../sandbox/host.ts';
import { askRules } from '../session/ask/call-guard.ts';
import { BEGINNING as AT, Desk } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { newGameOfSix } from '../store/fixtures/new-game.ts';
import { healthOf, isUndecidable, sayClash, waitsForAdmin, type DueFrom, type Health } from './health.ts';
import type { InPlay } from './in-play.ts';
import { WHAT_TO_DO } from './rule-fault.ts';

const [LATER, FAR] = ['2024-03-01T12:00:00Z', '2024-03-09T09:00:00Z'];
const four = { bo: 'FOR', cy: 'FOR', dee: 'FOR', eli: 'FOR' };
const six = { ana: 'FOR', ...four, fay: 'FOR' };

/** Dynastic rules by name, each with this clause. */
const rulesOf = (clauses: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(clauses).flatMap(([name, body], at) => [
      [`dynastic/${name}.md`, `---\ntitle: ${name}\norder: ${95 + at}\n---\nThey watch.\n`],
      [
        `dynastic/${name}.ts`,
        `import { action, boolean, choice, integer, post, rule, text } from 'gitnomic/rules';\nexport default rule((g) => (${body}));`,
      ],
    ]),
  );
const refusing = (condition: string, why: string, hook = 'may-enact'): string =>
  `{ hooks: { '${hook}'({ refuse, matter }, next) { if (${condition}) refuse('${why}'); return next(); } } }`;

type Answers = Readonly<Record<string, unknown>>;

/** What the rules answer, except where another answer is given. */
const asking =
  ({ session, now }: Desk, answers: Answers) =>
  (...path: readonly string[]): unknown => {
    const given = answers[path.join(' ')];
    if (given instanceof Error) throw given;
    return given === undefined ? askRules(session.position.rules.play, now)(...path) : given;
  };

function playOf({ session }: Desk, more: Partial<InPlay> = {}): InPlay {
  const { play } = session.position.rules;
  return {
    sandbox: play.sandbox,
    model: play.model,
    wording: play.wording,
    state: () => play.state(),
    clashOf: (post) => play.clashOf(post),
    isByHand: () => play.isByHand(),
    whyUnread: () => null,
    whyNotCarriedOut: (ending) => play.whyNotCarriedOut(ending),
    ifCast: (votes, read) => play.ifCast(votes, read),
    ...more,
  };
}

interface Told {
  readonly due?: Partial<DueFrom>;
  readonly answers?: Answers;
  readonly play?: Partial<InPlay>;
}

/** The parts of a matter's health in which it differs from that of one with which all is well. */
function told(desk: Desk, id: string, { due = {}, answers = {}, play = {} }: Told = {}): Partial<Health> {
  const all = playOf(desk, play);
  const post = all.state().posts[id];
  if (post === undefined) throw new Error(`there is no matter ${id}`);
  const from = { enactFrom: null, failFrom: null, queue: 1, ...due };
  const health = healthOf(all, desk.now, post, from, asking(desk, answers));
  return Object.fromEntries(Object.entries(health).filter(([, value]) => value !== null && value !== false));
}
const REFUSED = `it is due, and refused: no bells (rule 2.1 gulls)${WHAT_TO_DO}`;
const NOT_FAILED = `it is due, and refused: Bells can’t fail: it needs 4 votes for it, and has 5 (rule 1.4 Passing)${WHAT_TO_DO}`;
const STILL = {
  fault: `it has been due for more than a day, and is refused: no bells (rule 2.1 gulls)${WHAT_TO_DO}`,
  refusedBy: 'dynastic/gulls',
  standsStill: true,
};
const BY_GULLS = { fault: REFUSED, refusedBy: 'dynastic/gulls' };
const BY_PASSING = { fault: NOT_FAILED, refusedBy: 'core/passing' };
const CLASH = 'another matter has changed the same words since, and ana still has to choose the words';
const fails = (id: string, title: string) => [
  { id, title, fault: { reason: 'boo', rule: null }, isDue: true },
];

describe('if a rule refuses one matter', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await sessionWith({
      core: 'fireside',
      rules: rulesOf({
        gulls: refusing("matter.title === 'Bells'", 'no bells'),
        terns: refusing("matter.title === 'Horns' && g.now >= '2024-03-02T20'", 'no horns'),
        auks: refusing("matter.title === 'Horns' && g.now < '2024-03-02T20'", 'not yet'),
      }),
      posts: [
        { by: 'ana', title: 'Bells', votes: four },
        { by: 'bo', title: 'Lamps' },
        { by: 'bo', title: 'Horns', votes: four },
        { by: 'bo', title: 'Drums' },
      ],
    });
  });

  test.each<[string, string, Told, Partial<Health>]>([
    ['is due and refused', '1', { due: { enactFrom: AT } }, BY_GULLS],
    ['is due, in no queue', '1', { due: { enactFrom: AT, queue: null } }, BY_GULLS],
    ['is due to fail, and has too many votes', '1', { due: { failFrom: AT } }, BY_PASSING],
    ['is due to be enacted or to fail', '1', { due: { enactFrom: AT, failFrom: AT } }, BY_GULLS],
    ['is due to fail, and later to be enacted', '1', { due: { enactFrom: FAR, failFrom: AT } }, BY_PASSING],
    ['is not due yet', '1', { due: { enactFrom: FAR } }, {}],
    ['is not due at all', '2', {}, {}],
    [
      'cannot be asked about',
      '1',
      { due: { enactFrom: AT }, answers: { 'faults 1': { '1': { reason: 'boo', rule: null } } } },
      { fault: `it is unknown whether its time has come: boo${WHAT_TO_DO}` },
    ],
    [
      'is asked of rules that were stopped',
      '1',
      { due: { enactFrom: AT }, play: { sandbox: { dead: true } as InPlay['sandbox'] } },
      {},
    ],
    ['clashes with another', '2', { due: { enactFrom: AT }, play: { clashOf: () => 'x' } }, { fault: CLASH }],
    [
      'clashes with another, and can only fail',
      '1',
      { due: { failFrom: AT }, play: { clashOf: () => 'x' } },
      BY_PASSING,
    ],
    [
      'waits for actions of the rule that refuses it',
      '1',
      {
        due: { enactFrom: AT },
        answers: {
          coming: [
            { id: 'dawn', title: 'Dawn', rule: 'dynastic/gulls', at: AT },
            { id: 'noon', title: 'Noon', rule: 'dynastic/gulls', at: LATER },
            { id: 'tide', title: 'Tide', rule: 'dynastic/terns', at: AT },
          ],
          'failing dawn': fails('dawn', 'Dawn'),
          'failing noon': fails('noon', 'Noon'),
          'failing tide': fails('tide', 'Tide'),
        },
      },
      { ...BY_GULLS, fault: `${REFUSED}. Dawn: its time has come but it can’t be done: boo${WHAT_TO_DO}` },
    ],
    ['waits for nothing that is known', '1', { due: { enactFrom: AT }, answers: { coming: 'x' } }, BY_GULLS],
    [
      'stands behind one that is stuck',
      '2',
      {
        due: { enactFrom: AT, queue: 2 },
        answers: { 'tally 1': { queue: 1 }, 'tally 3': { queue: 3 }, 'tally 4': { queue: 1 } },
      },
      { fault: `it waits for “Bells”, which is before it: ${REFUSED}`, waitsFor: '1' },
    ],
    [
      'stands behind one that is stuck, and is not due',
      '2',
      { due: { queue: 2 }, answers: { 'tally 1': { queue: 1 } } },
      {},
    ],
    [
      'stands behind one that is well',
      '1',
      { due: { enactFrom: AT, queue: 2 }, answers: { 'tally 1': { queue: 2 }, 'tally 2': { queue: 1 } } },
      {},
    ],
    [
      'stands behind one that nobody knows',
      '1',
      {
        due: { enactFrom: AT, queue: 2 },
        answers: { 'tally 1': { queue: 2 }, 'tally 2': null, 'tally 3': 'x' },
      },
      {},
    ],
    [
      'stands behind one that was resolved, or is of another kind',
      '2',
      {
        due: { enactFrom: AT, queue: 2 },
        answers: { 'tally 1': { queue: 1 }, 'tally 3': { queue: 1 } },
        get play() {
          const state = desk.session.position.rules.play.state();
          const [one, three] = [state.posts['1'], state.posts['3']];
          const posts = {
            ...state.posts,
            ...(one && { 1: { ...one, status: 'enacted' } }),
            ...(three && { 3: { ...three, kind: 'ascension-address' } }),
          };
          return { state: () => ({ ...state, posts }) } as Partial<InPlay>;
        },
      },
      {},
    ],
    [
      'is refused by a rule that takes new ones, after somebody has won',
      '1',
      { due: { enactFrom: AT }, answers: { 'views dynasty-won': {} } },
      BY_GULLS,
    ],
    [
      'would not be refused when it is due, after somebody has won',
      '2',
      { due: { failFrom: LATER }, answers: { 'views dynasty-won': {} } },
      {},
    ],
  ])('reports the health of one that %s', (_, id, given, health) => {
    expect(told(desk, id, given)).toEqual(health);
  });

  test('it stands still after a day in which nobody touched it and the same rule refused it', () => {
    const due = { enactFrom: AT };
    const at = (hours: number): void =>
      desk.later(hours - (Date.parse(desk.now) - Date.parse(AT)) / 3_600_000);
    at(23);
    expect([told(desk, '1', { due }), told(desk, '2')]).toEqual([BY_GULLS, {}]);
    at(24);
    expect([told(desk, '1', { due }), told(desk, '2')]).toEqual([STILL, {}]);
    const [post] = Object.values(desk.session.position.rules.play.state().posts);
    const [vote] = post?.uses ?? [];
    if (post === undefined || vote === undefined) throw new Error('there is no vote');
    const from = { enactFrom: AT, failFrom: null, queue: 1 };
    const isStill = (more: Partial<typeof post>): boolean =>
      healthOf(playOf(desk), desk.now, { ...post, ...more }, from, asking(desk, {})).standsStill;
    expect(
      [
        { alteredAt: AT },
        { uses: [] },
        { alteredAt: LATER },
        { uses: [...post.uses, { ...vote, at: LATER }] },
      ].map(isStill),
    ).toEqual([true, true, false, false]);
    // Another rule refused it the day before.
    at(36);
    expect(told(desk, '3', { due })).toEqual({
      fault: `it is due, and refused: no horns (rule 2.2 terns)${WHAT_TO_DO}`,
      refusedBy: 'dynastic/terns',
    });
    at(60);
    expect(told(desk, '3', { due })).toMatchObject({ refusedBy: 'dynastic/terns', standsStill: true });
  });

  test('names who decides about a conflict', () => {
    const state = desk.session.position.rules.play.state();
    const { ana = {}, bo = {} } = state.players;
    const of = (players: object): string =>
      sayClash({ state: () => ({ ...state, players: players as typeof state.players }) });
    const said = (who: string): string => CLASH.replace('ana still', `${who} still`);
    expect([of({ ana }), of({ ana, bo: { ...bo, admin: true } }), of({ bo })]).toEqual([
      said('ana'),
      said('ana or bo'),
      said('an Admin'),
    ]);
  });
});

const PECK = `actions: { peck: action({ with: { on: post() }, effect() {} }) }`;
const NO_VOTES = `hooks: { 'may-vote'({ refuse }) { refuse('no votes'); } }`;
const UNHEARD =
  'nobody can vote on it: no votes (rule 2.1 gulls); no new Proposal could pass now. What helps: its author, who can withdraw it, time, after which it fails, a comment /recover or `gitnomic doctor recover`, which go back';

test.each<[string, string, Partial<Health>]>([
  ['and nothing else can be done', `{ ${NO_VOTES} }`, { fault: UNHEARD }],
  [
    'and nobody can take the action of its rule',
    `{ actions: {
      settle: action({ with: { on: post() }, check({ refuse }) { refuse('never'); }, effect() {} }),
      count: action({ with: { n: integer() }, effect() {} }),
    }, ${NO_VOTES} }`,
    { fault: UNHEARD },
  ],
  [
    'before players have done something else',
    `{ actions: { settle: action({
      with: { how: choice(['well', 'ill']), least: integer({ min: 2 }), n: integer(), is: boolean(), why: text(), on: post() },
      check({ how, least, n, is, why, on, refuse }) {
        if (how !== 'well' || least !== 2 || n !== 0 || is || why !== 'x' || on.title !== 'Bells') refuse('no');
      },
      effect() {},
    }) }, ${NO_VOTES} }`,
    {},
  ],
])(
  'if a rule accepts no votes %s, reports correctly whether a matter is blocked',
  async (_, gulls, health) => {
    const desk = await sessionWith({
      core: 'fireside',
      rules: rulesOf({ gulls, terns: `{ ${PECK} }` }),
      posts: [
        { by: 'ana', title: 'Lamps' },
        { by: 'ana', title: 'Bells' },
      ],
    });
    expect(told(desk, '2')).toEqual(health);
    if (typeof health.fault !== 'string') return;
    desk.later(24);
    const byNow = health.fault.replace('withdraw it, time', 'withdraw it, an Admin, who can fail it, time');
    expect(told(desk, '2')).toEqual({ fault: byNow, standsStill: true });
  },
);

test('reports what refuses the enactment of a matter once it’s due', async () => {
  const desk = await sessionWith({
    core: 'fireside',
    rules: rulesOf({ gulls: "{ on: { enacted({ refuse }) { refuse('no gulls'); } } }" }),
    posts: [{ by: 'ana', title: 'Bells', votes: four }],
  });
  const refused = {
    fault: `it is due, and refused: no gulls (rule 2.1 gulls)${WHAT_TO_DO}`,
    refusedBy: 'dynastic/gulls',
  };
  expect(
    [{ enactFrom: AT }, { enactFrom: FAR }, { failFrom: AT }, { enactFrom: FAR, failFrom: AT }].map((due) =>
      told(desk, '1', { due }),
    ),
  ).toEqual([refused, {}, BY_PASSING, BY_PASSING]);
  const lost = {
    whyNotCarriedOut: () => {
      throw SandboxLostError.withoutMemory();
    },
  };
  expect(told(desk, '1', { due: { enactFrom: AT }, play: lost })).toEqual({});
});

const HOW_TO = 'no new Proposal could pass now. What helps: votes that fail it';
const BACK = 'a comment /recover or `gitnomic doctor recover`, which go back';
const cannotPass = (ways: string): Partial<Health> => ({
  fault: `it can’t pass, whatever the votes are: no bells (rule 2.1 gulls)${ways}`,
  refusedBy: 'dynastic/gulls',
});

test.each<[string, string, Readonly<Record<string, string>>, Partial<Health>, Partial<Health>]>([
  [
    'suber',
    'Bells',
    six,
    cannotPass(`; ${HOW_TO}, its author, who can withdraw it, ${BACK}`),
    cannotPass(`; ${HOW_TO}, its author, who can withdraw it, ${BACK}`),
  ],
  ['suber', 'Bells', four, {}, cannotPass(`; ${HOW_TO}, ${BACK}`)],
  ['prose', 'Bells', six, cannotPass(WHAT_TO_DO), cannotPass(WHAT_TO_DO)],
  ['prose', 'Bells', four, { byAdmin: true }, cannotPass(WHAT_TO_DO)],
])(
  'with rules of %s that give no time, “%s” with %j is reported stuck once all voted, or after a day',
  async (core, title, votes, first, then) => {
    const changes = { 'dynastic/x.md': '---\ntitle: X\norder: 1\n---\nX.\n' };
    const desk = await sessionWith({
      core,
      rules: rulesOf({ gulls: refusing("matter.title === 'Bells'", 'no bells') }),
      posts: [{ by: 'ana', title, votes, changes }],
    });
    expect(told(desk, '1')).toEqual(first);
    desk.later(30);
    expect(told(desk, '1')).toEqual({ ...then, standsStill: true });
    expect(waitsForAdmin(playOf(desk), desk.now, '1')).toBe(core === 'prose');
  },
);

describe('if no rule decides about a proposal any more', () => {
  let desk: Desk;
  beforeAll(async () => {
    const files = new Map(await newGameOfSix({ core: '2021' }));
    for (const end of ['md', 'ts'])
      files.delete(`content/ruleset/core/proposals/resolution-of-proposals.${end}`);
    desk = await Desk.open({}, { files });
    for (const [id, kind] of Object.entries({ 1: 'proposal', 2: 'cfj', 3: 'dov' }))
      desk.opens({ id: 'bo', name: 'bo', bot: false }, id, kind, `A ${kind}`);
    desk.decide();
  });

  test('reports that it stays open, while others are decided', () => {
    const fault =
      'no rule decides any more when it passes or fails, so it stays open; anybody can propose a rule that does, by any kind of matter that can still pass';
    const { sandbox } = desk.session.position.rules.play;
    expect(['1', '2'].map((id) => isUndecidable(sandbox, desk.now, id))).toEqual([true, false]);
    expect(told(desk, '1')).toEqual({ fault });
    expect(told(desk, '2')).toEqual({ byAdmin: true });
    desk.later(24);
    expect(told(desk, '1')).toEqual({ fault, standsStill: true });
  });
});
