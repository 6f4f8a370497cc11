// Who asked to join by a post, and who may let them in.
import { expect, test } from 'vitest';

import { homeWith } from '../host/fixtures/home-with.ts';
import { type Desk, somebody } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { joinsByPost } from './let-in.ts';
import { waitsFor } from './waits.ts';
import { withPosition } from './read-table.ts';

const clause = (has: string): Record<string, string> => ({
  'dynastic/gate.md': '---\ntitle: Gate\norder: 95\n---\nThere is a gate.\n',
  'dynastic/gate.ts': `import { action, integer, rule, text } from 'gitnomic/rules';
export default rule(({ refuse: forbid }) => ({ ${has} }));
`,
});
const KNOCK = "posts: { knock: { title: 'A knock', purpose: 'join' } }";

async function knocked(
  people: readonly string[] = ['gus'],
  rules: Record<string, string> = {},
): Promise<Desk> {
  const desk = await sessionWith({ rules, posts: [{ by: 'ana', title: 'A place to talk' }] });
  for (const [at, one] of people.entries())
    desk.opens(somebody(one), String(at + 2), 'join-request', `${one} here`);
  desk.decide();
  return desk;
}
const asked = ({ session: { position } }: Desk, who: string) =>
  waitsFor(position, '2024-03-01T10:00:00Z', somebody(who)).acts.map(({ action, title, on }) => [
    action,
    title,
    on?.param,
    on?.id,
    on?.title,
  ]);

const LET_IN = ['join', 'Let somebody in', 'player'];

test('whoever asked to join waits for those who may let them in, until they are', async () => {
  const desk = await knocked(['gus', 'hal']);
  expect(asked(desk, 'ana')).toEqual([
    [...LET_IN, 'gus', 'gus'],
    [...LET_IN, 'hal', 'hal'],
  ]);
  expect(asked(desk, 'bo')).toEqual([]);
  expect(desk.answered(somebody('ana'), '1', '/act join player=gus')).toContain('**Done.**');
  expect(asked(desk, 'ana')).toEqual([[...LET_IN, 'hal', 'hal']]);
});

test('nobody waits where nobody asked, or a player did', async () => {
  expect(asked(await knocked([]), 'ana')).toEqual([]);
  expect(asked(await knocked(['bo']), 'ana')).toEqual([]);
});

const LET_IN_NOBODY = [
  'greet: action({ with: { whom: text() } })',
  "bar: action({ with: { whom: text() }, check({ refuse }) { refuse('whom', 'the gate is shut'); } })",
  "seat: action({ with: { whom: text(), row: integer() }, check({ whom, refuse }) { if (whom !== 'gus') refuse('whom', 'they are in'); } })",
  'count: action({ with: { many: integer() } })',
  "hide: action({ private: true, with: { whom: text() }, check({ whom, refuse }) { if (whom !== 'gus') refuse('whom', 'they are in'); } })",
];

test('an action that is about anybody, about something else too, refused to all or private lets in nobody', async () => {
  const desk = await knocked(['gus'], clause(`actions: { ${LET_IN_NOBODY.join(', ')} }`));
  expect(asked(desk, 'bo')).toEqual([]);
});

test('another action lets people in too, if the rules take it for those who ask alone', async () => {
  const usher =
    "usher: action({ with: { whom: text() }, check({ whom, refuse }) { if (whom !== 'gus') refuse('whom', 'they are in'); } })";
  const desk = await knocked(['gus', 'hal'], clause(`actions: { ${usher} }`));
  expect(asked(desk, 'bo')).toEqual([['usher', 'usher', 'whom', 'gus', 'gus']]);
});

const kindsIn = (game: Awaited<ReturnType<typeof homeWith>>) =>
  withPosition(game, ({ open: { play } }) =>
    Object.values(play.state().posts).map(({ kind, title, author }) => [kind, title, author]),
  );

test('a person who wants to join is announced by a post, under the name of its kind', async () => {
  const game = await homeWith();
  expect(await joinsByPost(game, { id: 'gus', name: 'Gus', bot: false })).toBe(true);
  expect(await kindsIn(game)).toEqual([['join-request', 'Request to join: Gus', 'gus']]);
});

test.each<[string, string, boolean]>([
  ['there are two ways in', KNOCK, false],
  ['the engine alone may take the other way', KNOCK.replace("'join'", "'join', engineOnly: true"), true],
  [
    'the rules refuse it',
    "hooks: { 'may-post'({ kind }) { if (kind === 'join-request') forbid('the gate is shut'); } }",
    false,
  ],
])('if %s, a post is made or not', async (_, has, isPosted) => {
  const game = await homeWith({ rules: clause(has) });
  expect(await joinsByPost(game, somebody('gus'))).toBe(isPosted);
  expect(await kindsIn(game)).toHaveLength(isPosted ? 1 : 0);
});
