// Steps of scenarios: the failures they report, and their effects on the game.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { onKernel } from '../../scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import type { Play } from '../../session/play/play.ts';
import { runScenarioOn } from './run-on.ts';

/** A rule by which people send sealed bids, show shares of numbers, and roll dice. */
const library = new Map(shippedLibrary)
  .set('proving/dynastic/bids.md', '---\ntitle: Bids\norder: 90\n---\nPeople bid.\n')
  .set(
    'proving/dynastic/bids.ts',
    `import { action, boolean, integer, rule, text } from 'gitnomic/rules';
export default rule(({ game, players, dice, refuse, submissions }) => ({
  player: { bid: integer(), numeral: integer(), hint: text(), luck: integer() },
  game: { isShown: boolean() },
  actions: {
    show: action({ by: 'emperor', private: true, reveals: ['players', 'game'], effect() { game.isShown = true; for (const { by, contents } of submissions('bid')) players.get(by).bid = contents.coins; } }),
    'try-luck': action({ effect({ actor }) { actor.luck = dice(6); if (actor.luck === 1) refuse('bad luck'); } }),
  },
  submissions: {
    bid: { with: { coins: integer() } },
    numeral: {
      open: { for: text() },
      with: { number: integer() },
      together: () => ({ people: players.all(), needed: 2 }),
      received({ actor, for: hint }) { actor.hint = hint; },
      closed: () => (game.isShown ? null : 'nobody may look yet'),
      opened({ actor, number, problem }) { actor.numeral = problem === null ? number : -1; },
    },
  },
}));
`,
  );

async function run(
  steps: readonly string[],
  more = '',
): Promise<{ failures: readonly string[]; unplayed: readonly unknown[] }> {
  const text = `title: Steps
rules: { core: '2021', dynasty: proving }
start: 2030-06-03T09:00:00Z
players: { ana: { admin: true }, bo: {}, cy: { emperor: true }, dee: {}, eli: {} }
${more}
steps:
${steps.map((step) => `  - { ${step} }\n`).join('')}`;
  const { failures, unplayed } = await runScenarioOn(onKernel(), 'some.yml', text, { library, caches });
  return { failures: failures.map(({ step, message }) => `${step}: ${message}`), unplayed };
}
const PROPOSE =
  'by: ana, propose: { title: Tea, as: P1, changes: { edit-rule: { rule: Votes, replace: votes, with: ballots } } }';

test('reports each failing step with its number, and takes the others', async () => {
  const steps: readonly (readonly [step: string, ...failures: readonly string[]])[] = [
    [PROPOSE],
    ['by: bo, comment: { on: P1, text: "Tea?", as: c1 }'],
    ['vote: FOR, on: P1', 'vote needs "by"'],
    ['by: bo, vote: FOR, on: P9', 'vote was refused: there is no post P9'],
    ['by: bo, push: P9, changes: { repeal-rule: Votes }', 'push was refused: there is no post P9'],
    ['by: bo, post: story', 'post needs {kind, title}'],
    ['by: bo, resolve: P1', 'resolve needs "as: enacted" or "as: failed"'],
    ['by: bo, edit-comment: c9, text: No', 'no comment is called c9'],
    ['by: ana, edit-comment: c1, text: No', 'edit-comment was refused: c1 is by bo.'],
    ['by: ana, delete-comment: c1', 'delete-comment was refused: c1 is by bo.'],
    ['by: bo, act: fly', 'act was refused: there is no action called fly'],
    ['by: bo, act: idle, refused: Only an ADMIN'],
    [
      'by: bo, act: idle, refused: never',
      'was refused with "only an admin can do this" (rule 1.2.1 Idle Players); expected "never"',
    ],
    ['by: bo, vote: FOR, on: P1, refused: never', 'was accepted; expected to be refused with "never"'],
    [
      'by: bo, act: idle, dice: [3]',
      'left over: dice 3',
      'act was refused: only an admin can do this (rule 1.2.1 Idle Players)',
    ],
    [
      'at: "2030-06-03T08:00:00Z", tick: true',
      'is at 2030-06-03T08:00:00Z, earlier than the step before (2030-06-03T09:00:00Z)',
    ],
    [
      'by: bo, cfj: { title: A, changes: { tea: x } }',
      '"tea" is neither a content path nor one of add-rule, edit-rule, repeal-rule, transmute, set',
    ],
    [
      'by: bo, cfj: { title: A, changes: { content/x: 3 } }',
      'the new text of content/x must be text, or null to delete it',
    ],
    [
      'by: bo, cfj: { title: A, changes: { edit-rule: { rule: 3 } } }',
      'edit-rule.rule: it is 3; a text belongs here; edit-rule.replace: it is missing; a text belongs here; edit-rule.with: it is missing; a text belongs here',
    ],
    [
      'then: { ledger: { 0: { by: bo } }, players: { bo: { state: active, name: bo, admin: true } }, nothing: 3 }',
      'ledger.0.by there is no such thing; expected "bo"',
      'players.bo.admin is false; expected true',
      'nothing doesn’t exist in this game, so nothing can be expected of it',
    ],
    ['then: { ledger: { 99: { by: bo } } }', 'ledger.99.by there is no such thing; expected "bo"'],
  ];
  const { failures, unplayed } = await run(steps.map(([step]) => step));
  expect(failures).toEqual(steps.flatMap(([, ...told], at) => told.map((one) => `${at + 1}: ${one}`)));
  expect(unplayed).toEqual([]);
});

const votes = (given: Readonly<Record<string, number>>): string =>
  `then: { matters: { P1: { for: ${given['for'] ?? 0}, against: ${given['against'] ?? 0} } } }`;

test('casts votes by comments, reviews and reactions, and withdraws them', async () => {
  const steps = [
    `${PROPOSE}, ${votes({ for: 1 })}`,
    `by: bo, vote: FOR, on: P1, ${votes({ for: 2 })}`,
    `by: dee, vote: AGAINST, on: P1, via: reaction, ${votes({ for: 2, against: 1 })}`,
    `by: dee, withdraw-vote: P1, ${votes({ for: 2 })}`,
    `by: dee, withdraw-vote: P1, ${votes({ for: 2 })}`,
    `by: eli, vote: FOR, on: P1, via: review, ${votes({ for: 3 })}`,
    `by: eli, vote: AGAINST, on: P1, via: review, ${votes({ for: 2, against: 1 })}`,
    `by: ana, vote: AGAINST, on: P1, via: review, ${votes({ for: 1, against: 2 })}`,
    `by: ana, cfj: { title: Tea, as: C1 }, then: { matters: { C1: { for: 1 } } }`,
    `by: bo, vote: FOR, on: C1, via: review, then: { matters: { C1: { for: 2 } } }`,
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test('makes, edits, pushes to, recategorises and closes posts', async () => {
  const steps = [
    PROPOSE,
    'by: ana, edit: P1, title: Coffee, then: { posts: { P1: { title: Coffee, text: "" } } }',
    'by: ana, edit: P1, text: Strong, then: { posts: { P1: { title: Coffee, text: Strong } } }',
    'by: ana, push: P1, changes: [{ repeal-rule: Votes }, { transmute: Votes }, { add-rule: { title: Tea, text: Hot } }], then: { posts: { P1: { changes: { contains: [{ verb: edit-rule }, { verb: repeal-rule }, { verb: transmute }, { verb: add-rule, title: Tea, text: Hot }] } } } }',
    'by: ana, post: { kind: story, title: Tale, as: S1 }, then: { posts: { S1: { title: Tale, kind: story, text: "" } } }',
    'by: ana, recategorise: S1, as-kind: proposal, then: { posts: { S1: { kind: proposal } } }',
    'by: bo, cfj: { title: Why, as: C1, text: Really, changes: { set: { players.bo.state: idle } } }, then: { posts: { C1: { kind: cfj, text: Really, changes: { contains: { verb: set, path: players.bo.state, value: idle } } } } }',
    'by: bo, comment: { on: P1, text: "Tea?", as: c1 }, then: { posts: { P1: { comments: { contains: { id: c1, text: "Tea?" } } } } }',
    'by: bo, edit-comment: c1, text: "Coffee?", then: { posts: { P1: { comments: { contains: { id: c1, text: "Coffee?" } } } } }',
    'by: bo, delete-comment: c1, then: { posts: { P1: { comments: { contains: { id: c1, deleted: true } } } } }',
    'by: ana, close: S1, refused: can’t be deleted',
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test.each([
  ['by: ana, push: main', 'pushes to main, past the rules'],
  [
    'by: ana, propose: { title: Tea, changes: { content/gamestate/x.md: a } }',
    'changes a file that is not a rule',
  ],
  [
    'by: ana, propose: { title: Tea, changes: { content/ruleset/dynastic/x.ts: "for (;;) {}" } }',
    'writes a clause that never ends',
  ],
  [
    'by: ana, propose: { title: Tea, changes: { ./content/ruleset/dynastic/x.ts: "while (true) {}" } }',
    'writes a clause that never ends',
  ],
])('plays a scenario on the kernel only up to this step: %s', async (step, reason) => {
  expect(await run(['tick: true', step, 'vote: FOR, on: P9'])).toEqual({
    failures: [],
    unplayed: [{ core: '2021', reason, steps: 2 }],
  });
});

test('a later change to a file on a branch replaces the earlier one', async () => {
  const file = (name: string, text: string): string =>
    `content/ruleset/dynastic/${name}.md: "---\\ntitle: ${text}\\n---\\n${text}."`;
  const changed = (name: string, text: string): string =>
    `{ verb: file, path: content/ruleset/dynastic/${name}.md, content: "---\\ntitle: ${text}\\n---\\n${text}.", base: null }`;
  const steps = [
    `by: ana, propose: { title: Tea, as: P1, changes: { ${file('tea', 'Tea')}, ${file('cups', 'Cups')} } }`,
    `by: ana, push: P1, changes: { ${file('tea', 'Coffee')} }, then: { posts: { P1: { changes: [${changed('cups', 'Cups')}, ${changed('tea', 'Coffee')}] } } }`,
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test.each([
  ['given: { posts: { P1: {} } }', "given: posts can't be given; make them by steps"],
  ['given: { gulls: {} }', 'given: there is no collection gulls'],
  ['given: { game: { gulls: 3 } }', "the game can't begin like this"],
])('refuses a scenario with an impossible beginning: %s', async (given, problem) => {
  await expect(run(['tick: true'], given)).rejects.toThrow(problem);
});

const numerals = (ana: number, bo: number): string =>
  `then: { players: { ana: { numeral: ${ana} }, bo: { numeral: ${bo} } } }`;

test('opens sealed submissions at once, or when enough of those they were sealed to open them', async () => {
  const steps = [
    'by: bo, seal: bid, with: { coins: 3 }, then: { players: { bo: { bid: 0 } } }',
    'by: ana, seal: numeral, with: { for: bets, number: 4 }, then: { players: { ana: { hint: bets, numeral: 0 } } }',
    'by: bo, seal: numeral, with: { for: bets, number: 5 }',
    `by: dee, open: numeral, ${numerals(0, 0)}`,
    `by: eli, open: numeral, ${numerals(0, 0)}`,
    'by: cy, act: show, then: { players: { bo: { bid: 3 } } }',
    `by: eli, open: bid, ${numerals(0, 0)}`,
    `by: dee, open: numeral, ${numerals(0, 0)}`,
    `by: dee, open: numeral, ${numerals(0, 0)}`,
    `by: eli, open: numeral, ${numerals(4, 5)}`,
    'by: eli, seal: gulls, refused: gulls',
    'by: eli, open: gulls',
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test('rolls the dice that the step gives', async () => {
  const lucky = ['by: bo, act: try-luck, dice: [4], then: { players: { bo: { luck: 4 } } }'];
  expect(await run([...lucky, 'by: bo, act: try-luck, dice: [1], refused: bad luck'])).toMatchObject({
    failures: [],
  });
  expect(await run(['by: bo, act: try-luck', ...lucky])).toEqual({
    failures: ['1: the step rolls a die of 6, but dice has no result left'],
    unplayed: [],
  });
  expect(await run(['by: bo, act: try-luck, dice: [4, 5]', 'vote: FOR, on: P9'])).toEqual({
    failures: ['1: left over: dice 5', '2: vote needs "by"'],
    unplayed: [],
  });
});

const REPEAL = 'by: ana, propose: { title: No bids, as: P1, changes: { repeal-rule: Bids } }';
const SUPPORTED = ['bo', 'dee', 'eli'].map((by) => `by: ${by}, vote: FOR, on: P1`);
const status = (is: string): string => `then: { posts: { P1: { status: ${is} } } }`;

test('resolves all due matters as time passes', async () => {
  const other = 'by: bo, propose: { title: Tea, as: P2, changes: { add-rule: { title: Tea, text: Hot. } } }';
  const steps = [
    REPEAL,
    ...SUPPORTED,
    other,
    ...['ana', 'dee', 'eli'].map((by) => `by: ${by}, vote: FOR, on: P2`),
    `at: +1h, tick: true, ${status('pending')}`,
    `at: +60h, by: bo, comment: { on: P1, text: "Well." }, ${status('pending')}`,
    `at: +60h, tick: true, then: { posts: { P1: { status: enacted }, P2: { status: enacted } } }`,
    'by: bo, act: try-luck, refused: no action called try-luck',
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

const uses = (by: string, ...given: readonly string[]): string =>
  `by: ${by}, ${given[0]}, then: { posts: { P1: { uses: { contains: { by: ${by}, ${given[1]} } } } } }`;

test('records a vote with the way it was cast', async () => {
  const steps = [
    REPEAL,
    uses('bo', 'vote: FOR, on: P1', 'vote: FOR, via: comment'),
    uses('dee', 'vote: AGAINST, on: P1, via: reaction', 'vote: AGAINST, via: reaction'),
    'by: dee, vote: AGAINST, on: P1, via: reaction',
    uses('dee', 'vote: FOR, on: P1, via: reaction', 'vote: FOR, via: reaction'),
    uses('eli', 'vote: AGAINST, on: P1, via: review', 'vote: AGAINST, via: review'),
    uses('ana', 'vote: AGAINST, on: P1, via: review', 'vote: AGAINST, via: review'),
    uses('cy', 'vote: DEFERENTIAL, on: P1, via: review', 'vote: DEFERENTIAL, via: review'),
    'by: ana, post: { kind: story, title: Tale, as: S1 }',
    'by: bo, vote: FOR, on: S1, via: review, then: { posts: { S1: { comments: { contains: { by: bo, text: ":for:" } } } } }',
    'by: eli, withdraw-vote: P1',
    'by: eli, withdraw-vote: P9, refused: no post P9',
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test('numbers all posts, and only accepted ones have a branch', async () => {
  const steps = [
    'by: ana, cfj: { title: Why }, then: { posts: { 2: { title: Why, changes: [] } } }',
    'by: zoe, cfj: { title: Me, as: C9 }, refused: ""',
    'by: bo, cfj: { title: Who }, then: { posts: { 4: { title: Who } } }',
    'by: bo, push: C9, changes: { repeal-rule: Bids }, refused: no post C9',
    'by: zoe, comment: { on: "2", text: Me, as: c9 }',
    'by: bo, post: { kind: story, title: Tale, as: S1 }, then: { posts: { S1: { changes: [] } } }',
    'by: bo, push: S1, changes: { repeal-rule: Bids }, refused: no post S1',
    'by: bo, dov: { title: I won, as: D1, text: Me }',
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test('after a refusal, a name means what it meant before, or nothing', async () => {
  const steps = [
    'by: ana, cfj: { title: Why, as: C1 }',
    'by: bo, comment: { on: C1, text: Tea, as: c1 }',
    'by: zoe, cfj: { title: Me, as: C1 }, refused: ""',
    'by: zoe, comment: { on: C9, text: Me, as: c1 }, refused: no post C9',
    'by: bo, edit-comment: c1, text: Gin, then: { posts: { C1: { title: Why, comments: { contains: { id: c1, text: Gin } } } } }',
    'by: bo, vote: FOR, on: C1, then: { matters: { C1: { for: 2 } } }',
    'by: zoe, comment: { on: C9, text: Me, as: c2 }, refused: no post C9',
    'by: zoe, edit-comment: c2, text: Me',
  ];
  expect(await run(steps)).toEqual({ failures: ['8: no comment is called c2'], unplayed: [] });
});

test('lets Admins give commands, also about a matter', async () => {
  const steps = [
    REPEAL,
    'by: ana, admin: idle, matter: P1, refused: "no parameter matter"',
    'by: ana, admin: idle, post: P1, refused: "no parameter post"',
    'by: ana, admin: idle, refused: needs player',
    'at: +8d, by: ana, admin: idle, player: bo, then: { players: { bo: { state: idle } } }',
    'by: bo, admin: idle, player: ana, refused: only an admin',
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test('ends the game of a scenario with its last step, whether the scenario holds or not', async () => {
  const games: Play[] = [];
  const setUp = onKernel();
  const watched: typeof setUp = async (...given) => {
    const stage = await setUp(...given);
    games.push(stage.play);
    return stage;
  };
  const text = (steps: string): string =>
    `title: Steps\nrules: { core: '2021' }\nstart: 2030-06-03T09:00:00Z\nplayers: { ana: {} }\nsteps: [${steps}]\n`;
  for (const steps of ['{ tick: true }', '{ by: ana, act: fly }'])
    await runScenarioOn(watched, 'some.yml', text(steps), { library, caches });
  expect(games).toHaveLength(2);
  for (const game of games) expect(() => game.state()).toThrow('this game was disposed of');
});

const WRITTEN: readonly (readonly [changes: string, asked: string])[] = [
  [
    '{ add-rule: { section: dynastic, title: Tea, text: Hot } }',
    '{ verb: add-rule, title: Tea, text: Hot, section: dynastic }',
  ],
  ['{ add-rule: { title: Tea, text: Hot } }', '{ verb: add-rule, title: Tea, text: Hot }'],
  ['{ transmute: Bids }', '{ verb: transmute, rule: Bids }'],
  ['{ repeal-rule: Bids }', '{ verb: repeal-rule, rule: Bids }'],
  [
    '[{ set: { a.b: 1 } }, { edit-rule: { rule: Bids, replace: a, with: b } }]',
    '{ verb: set, path: a.b, value: 1 }, { verb: edit-rule, rule: Bids, replace: a, with: b }',
  ],
  [
    '{ content/ruleset/dynastic/gone.md: x }',
    '{ verb: file, path: content/ruleset/dynastic/gone.md, content: x, base: null }',
  ],
  ['{ content/../x.md: a }', '{ verb: file, path: content/../x.md, content: a }'],
];
/** Each may have two matters pending. */
const AUTHORS = ['ana', 'bo', 'dee', 'eli'];
test('changes are proposed as they are written', async () => {
  const steps = WRITTEN.map(
    ([changes, asked], at) =>
      `by: ${AUTHORS[at % AUTHORS.length]}, propose: { title: Tea, as: P${at}, changes: ${changes} }, then: { posts: { P${at}: { changes: [${asked}] } } }`,
  );
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
});

test('proposes the deletion of a file together with its old text', async () => {
  const steps = [
    'by: ana, propose: { title: Tea, as: P1, changes: { /content/ruleset/dynastic/bids.md: null } }, then: { posts: { P1: { changes: { contains: { verb: file, path: content/ruleset/dynastic/bids.md, content: null } } } } }',
  ];
  expect(await run(steps)).toEqual({ failures: [], unplayed: [] });
  expect(
    (await run(['by: ana, propose: { title: Tea, changes: { gamestate/x.md: a } }'])).unplayed,
  ).toMatchObject([{ reason: 'changes a file that is not a rule' }]);
});
