// Steps of scenarios: the failures they report, and their effects on the game.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { onKernel } from '../../scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary as library } from '../../store/fixtures/shipped-library.ts';
import { runScenarioOn } from './run-on.ts';

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

test('each step that fails is reported with its number, and the others are taken', async () => {
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

test('votes are cast by comments, reviews and reactions, and withdrawn', async () => {
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

test('posts are made, edited, pushed to, sorted and closed', async () => {
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
])('a scenario is played on the kernel only up to this step: %s', async (step, reason) => {
  expect(await run(['tick: true', step, 'vote: FOR, on: P9'])).toEqual({
    failures: [],
    unplayed: [{ core: '2021', reason, steps: 2 }],
  });
});

test('files that a branch changes replace each other', async () => {
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
])('a scenario whose beginning is impossible is refused: %s', async (given, problem) => {
  await expect(run(['tick: true'], given)).rejects.toThrow(problem);
});
