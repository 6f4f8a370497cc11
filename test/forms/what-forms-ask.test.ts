// What each form asks before anything is filled in. A field that is needed has `*`, one that says that it is optional `?`, and the main button `!`.
// A form with `~` is previewed while it is filled in.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { AtTable } from '../../src/seat/forms/fixtures/at-table.ts';
import type { FilledField, FilledForm } from '../../src/seat/forms/form.ts';

const VOTES = 'core/votable-matters/votes';
const LAB = {
  'dynastic/lab.md': '---\ntitle: Lab\norder: 5\n---\nThere is a lab.\n',
  'dynastic/lab.ts': `import { action, choice, integer, list, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  submissions: { bid: { title: 'A bid', about: 'In secret.', open: { on: text() }, with: { amount: integer({ min: 1 }), notes: list(text()) } } },
  actions: { mix: action({ title: 'Mix', about: 'It fizzes.', with: { into: choice(['cup', 'bowl']), parts: list(choice(['a', 'b'])), drops: integer({ min: 1, max: 5, start: 2 }), why: text({ start: '' }) } }) },
}));
`,
};
let game: HomeGame;
beforeAll(async () => {
  game = await homeWith({ rules: LAB, posts: [{ by: 'bo', title: 'Tea', says: [['bo', 'Soon.']] }] });
});

const sketchOf = ({ label, required, optional, input, min, max, most, about }: FilledField): string =>
  [
    `${label}${required ? '*' : ''}${optional ? '?' : ''}: ${input}`,
    ...(min === null && max === null ? [] : [`${min ?? ''}–${max ?? ''}`]),
    ...(most === null ? [] : [`at most ${most}`]),
    ...(about === null ? [] : [`(${about.split(/[.;]/u, 1)[0]})`]),
  ].join(' ');
const sketch = ({ title, live, folded, links, fields, buttons, also }: FilledForm): readonly string[] => [
  `${title}${live ? ' ~' : ''}${folded === null ? '' : ` (${folded})`}`,
  ...links.map(({ text, to }) => `${text} → ${to}`),
  ...fields.map(sketchOf),
  ...buttons.map(
    ({ label, main = false, refusal = null }) =>
      `[${label}]${main ? '!' : ''}${refusal === null ? '' : ' refused'}`,
  ),
  ...also.flatMap(sketch),
];

test.each<[who: string | null, form: string, about: Record<string, string>, asks: readonly string[]]>([
  [
    'cy',
    'vote',
    { on: '1' },
    ['Vote', 'Why??: text at most 5000', '[For]', '[Against]', '[Deferential]', '[Veto]'],
  ],
  ['cy', 'comment', { on: '1' }, ['Your comment', 'Your comment*: words at most 60000', '[Comment]']],
  ['ana', 'resolve', { on: '1' }, ['Carry out by hand', '[Enact] refused', '[Fail] refused']],
  ['bo', 'own', { on: '1' }, ['Edit your post', 'Title*: text at most 400', 'Text: words', '[Change it]!']],
  [
    'bo',
    'post',
    {},
    [
      'Post something ~',
      'Want to change a rule? Open the rule and change it there → ruleset/',
      'Category*: one-of',
      'Title*: text at most 400',
      'Text: words',
      '[Check whether you may post it]',
      '[Post it]!',
    ],
  ],
  [
    'bo',
    'rule',
    { path: VOTES },
    [
      'Change 1.4.1 Votes ~',
      'The rule as it stands → rules/core/votable-matters/votes/',
      'Its text: rule (In Markdown, with the plain words Player and Emperor)',
      'Code (optional): what the computer does for this rule?: clause (In TypeScript)',
      'Kind of post*: one-of',
      'Title of the proposal: text at most 400',
      'Your reasons: words',
      '[Preview the change]',
      '[Make it count]',
      '[Save for later, with other changes]',
      '[Propose it]!',
      'Repeal 1.4.1 Votes (Repeal it instead)',
      'The rule as it stands → rules/core/votable-matters/votes/',
      'Kind of post*: one-of',
      '[See what would go]',
      '[Save the repeal for later, with other changes]',
      '[Propose the repeal]!',
    ],
  ],
  [
    'bo',
    'rule',
    { change: 'add' },
    [
      'A new rule ~',
      'Title of the rule*: text at most 200',
      'Its text*: rule',
      'Where*: one-of',
      'Sub-rule of?: one-of',
      'Code (optional): what the computer does for this rule?: clause (In TypeScript)',
      'Kind of post*: one-of',
      'Title of the proposal: text at most 400',
      'Your reasons: words',
      '[Preview the change]',
      '[Make it count]',
      '[Save for later, with other changes]',
      '[Propose it]!',
    ],
  ],
  [
    'bo',
    'rule',
    { path: VOTES, change: 'repeal' },
    [
      'Repeal 1.4.1 Votes',
      'The rule as it stands → rules/core/votable-matters/votes/',
      'Kind of post*: one-of',
      '[See what would go]',
      '[Save the repeal for later, with other changes]',
      '[Propose the repeal]!',
    ],
  ],
  [
    'bo',
    'values',
    {},
    [
      'Propose other values ~',
      'Value to set (1), such as ana: State: suggested at most 300',
      'Value to set (2), such as ana: State: suggested at most 300',
      'Value to set (3), such as ana: State: suggested at most 300',
      'Value to set (4), such as ana: State: suggested at most 300',
      'Kind of post*: one-of',
      'Title of the proposal: text at most 400',
      'Your reasons: words',
      '[Continue with this choice]',
      '[Preview the change]',
      '[Save for later, with other changes]',
      '[Propose it]!',
    ],
  ],
  [
    'bo',
    'draft',
    {},
    [
      'Your draft',
      'Change another rule → ruleset/',
      'Add a new rule → do/rule/?change=add',
      'Set a value → do/values/',
    ],
  ],
  [
    null,
    'who',
    {},
    [
      'Who are you?',
      'On the roster: radio',
      'Or a new player: text at most 100 (Choose a name)',
      '[Continue]!',
      '[Continue as a new player]',
    ],
  ],
  [
    'ana',
    'peace',
    {},
    [
      'Moderation',
      'Measure*: radio',
      'Player?: one-of',
      'And the other?: one-of',
      'Posts in an hour?: integer 1–9999',
      'Why*: text at most 500 (The reason or the evidence)',
      '[Do it]!',
    ],
  ],
  ['bo', 'seal', {}, ['Sealed', 'A bid → do/seal/?kind=bid']],
  [
    'bo',
    'seal',
    { kind: 'bid' },
    [
      'A bid ~',
      'On (public): text',
      'Amount (sealed)*: integer 1–',
      'Notes (sealed): lines',
      '[Seal and send]!',
    ],
  ],
  [
    'bo',
    'act',
    { action: 'mix' },
    ['Mix ~', 'Into*: one-of', 'Parts: rows', 'Drops?: integer 1–5', 'Why?: text', '[Preview]', '[Do it]!'],
  ],
  [
    'bo',
    'time',
    {},
    [
      'Time',
      'Go back → do/back/',
      'Hours to skip: integer 1–8760',
      '[Bring the game up to date]',
      '[Skip ahead]!',
    ],
  ],
  [
    'bo',
    'count',
    { path: 'dynastic/lab' },
    [
      'Make it count: Lab',
      'The rule as it stands → rules/dynastic/lab/',
      'Kind of post*: one-of',
      'Title of the proposal: text at most 400',
      'Your reasons: words',
      '[What would have happened?]',
      '[Back to the text]',
      '[Propose it]!',
    ],
  ],
  [
    null,
    'post',
    {},
    [
      'Post something ~',
      'Want to change a rule? Open the rule and change it there → ruleset/',
      'Category*: one-of',
      'Title*: text at most 400',
      'Text: words',
      '[Check whether you may post it]',
    ],
  ],
  [
    null,
    'rule',
    { path: VOTES },
    [
      'Change 1.4.1 Votes ~',
      'The rule as it stands → rules/core/votable-matters/votes/',
      'Its text: rule (In Markdown, with the plain words Player and Emperor)',
      'Code (optional): what the computer does for this rule?: clause (In TypeScript)',
      'Kind of post*: one-of',
      'Title of the proposal: text at most 400',
      'Your reasons: words',
      '[Preview the change]',
      '[Make it count]',
      'Repeal 1.4.1 Votes (Repeal it instead)',
      'The rule as it stands → rules/core/votable-matters/votes/',
      'Kind of post*: one-of',
      '[See what would go]',
    ],
  ],
  [
    null,
    'values',
    {},
    [
      'Propose other values ~',
      'Value to set (1), such as ana: State: suggested at most 300',
      'Value to set (2), such as ana: State: suggested at most 300',
      'Value to set (3), such as ana: State: suggested at most 300',
      'Value to set (4), such as ana: State: suggested at most 300',
      'Kind of post*: one-of',
      'Title of the proposal: text at most 400',
      'Your reasons: words',
      '[Continue with this choice]',
      '[Preview the change]',
    ],
  ],
  [
    null,
    'act',
    { action: 'mix' },
    ['Mix ~', 'Into*: one-of', 'Parts: rows', 'Drops?: integer 1–5', 'Why?: text', '[Preview]'],
  ],
  [
    null,
    'seal',
    { kind: 'bid' },
    ['A bid ~', 'On (public): text', 'Amount (sealed)*: integer 1–', 'Notes (sealed): lines'],
  ],
  [
    null,
    'count',
    { path: 'dynastic/lab' },
    [
      'Make it count: Lab',
      'The rule as it stands → rules/dynastic/lab/',
      'Kind of post*: one-of',
      'Title of the proposal: text at most 400',
      'Your reasons: words',
      '[What would have happened?]',
      '[Back to the text]',
    ],
  ],
])('for %s, the form %s about %j shows what it asks', async (who, form, about, asks) => {
  expect(sketch(await new AtTable(game, who).open(form, about))).toEqual(asks);
});
