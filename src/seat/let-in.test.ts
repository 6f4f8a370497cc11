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

const deskWith = (rules: Record<string, string> = {}): Promise<Desk> =>
  sessionWith({ rules, posts: [{ by: 'ana', title: 'A place to talk' }] });
function knock(desk: Desk, ...people: readonly string[]): void {
  const last = Object.keys(desk.session.position.open.play.state().posts).length;
  for (const [at, one] of people.entries())
    desk.opens(somebody(one), String(last + at + 1), 'join-request', `${one} here`);
  desk.decide();
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

test('someone who asked to join waits for those who may let them in, until they are in', async () => {
  const desk = await deskWith();
  expect(asked(desk, 'ana')).toEqual([]);
  knock(desk, 'bo');
  expect(asked(desk, 'ana')).toEqual([]);
  knock(desk, 'gus', 'hal');
  expect(asked(desk, 'ana')).toEqual([
    [...LET_IN, 'gus', 'gus'],
    [...LET_IN, 'hal', 'hal'],
  ]);
  expect(asked(desk, 'bo')).toEqual([]);
  expect(desk.answered(somebody('ana'), '1', '/act join player=gus')).toContain('**Done.**');
  expect(asked(desk, 'ana')).toEqual([[...LET_IN, 'hal', 'hal']]);
});

const LET_IN_NOBODY = [
  'greet: action({ with: { whom: text() } })',
  "bar: action({ with: { whom: text() }, check({ refuse }) { refuse('whom', 'the gate is shut'); } })",
  "seat: action({ with: { whom: text(), row: integer() }, check({ whom, refuse }) { if (whom !== 'gus') refuse('whom', 'they are in'); } })",
  'count: action({ with: { many: integer() } })',
  "hide: action({ private: true, with: { whom: text() }, check({ whom, refuse }) { if (whom !== 'gus') refuse('whom', 'they are in'); } })",
];

test('another action also lets people in if the rules accept it only for those who asked', async () => {
  const usher =
    "usher: action({ with: { whom: text() }, check({ whom, refuse }) { if (whom !== 'gus') refuse('whom', 'they are in'); } })";
  const desk = await deskWith(clause(`actions: { ${[...LET_IN_NOBODY, usher].join(', ')} }`));
  knock(desk, 'gus', 'hal');
  expect(asked(desk, 'bo')).toEqual([['usher', 'usher', 'whom', 'gus', 'gus']]);
});

const kindsIn = (game: Awaited<ReturnType<typeof homeWith>>) =>
  withPosition(game, ({ open: { play } }) =>
    Object.values(play.state().posts).map(({ kind, title, author }) => [kind, title, author]),
  );

test.each<[string, string, readonly (readonly string[])[]]>([
  ['there are two ways in', KNOCK, []],
  [
    'the engine alone may take the other way',
    KNOCK.replace("'join'", "'join', engineOnly: true"),
    [['join-request', 'Request to join: Gus', 'gus']],
  ],
  [
    'the rules refuse it',
    "hooks: { 'may-post'({ kind }) { if (kind === 'join-request') forbid('the gate is shut'); } }",
    [],
  ],
])('posts a request to join only if that is allowed and the only way in: %s', async (_, has, posted) => {
  const game = await homeWith({ rules: clause(has) });
  expect(await joinsByPost(game, { id: 'gus', name: 'Gus', bot: false })).toBe(posted.length > 0);
  expect(await kindsIn(game)).toEqual(posted);
  const { events } = await game.forge.observe(null);
  expect(events.filter(({ type }) => type === 'opened')).toHaveLength(posted.length);
});
