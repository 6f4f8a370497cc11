// Who has won, as the rules' views say it.
import { expect, test } from 'vitest';

import { SMALL } from '../fixtures/desk.ts';
import { sessionWith } from '../fixtures/session.ts';
import { hasReachedGoal, readVictory } from './victory.ts';

const NOW = '2024-03-01T09:00:00Z';
const reading = (found: unknown, views: object = { 'dynasty-won': {} }) =>
  ({ model: { views, actions: { again: {} } }, query: () => [{ value: found }] }) as never;
const WON = { winner: 'ana', next: 'again' };
const victory = { winner: 'ana', begins: 'ana', next: 'again', post: null, line: null };

test('reads the winner and the action that continues the game from the rules', () => {
  expect(readVictory(reading(WON), NOW)).toEqual(victory);
  expect(readVictory(reading({ ...WON, begins: 'bo', post: '7' }), NOW)).toEqual({
    ...victory,
    begins: 'bo',
    post: '7',
  });
  expect(readVictory(reading({ ...WON, begins: 3, post: 7 }), NOW)).toEqual(victory);
});

test.each([
  [reading(WON, {})],
  [reading(null)],
  [reading('ana')],
  [reading({ next: 'again' })],
  [reading({ winner: 'ana' })],
  [reading({ winner: 'ana', next: 'gone' })],
])('there is no winner if the rules say less', (play) => {
  expect(readVictory(play, NOW)).toBeNull();
});

test('the winning line is the last that marks or names the winner', () => {
  const line = (n: number, path: readonly string[], after: unknown) => ({
    n,
    changes: [
      { path: ['game', 'x'], after: 1 },
      { path, after },
    ],
  });
  const last = (...lines: readonly object[]) => readVictory(reading(WON), NOW, lines as never)?.line;
  expect(
    last(line(1, ['players', 'ana', 'victory'], true), line(2, ['players', 'bo', 'victory'], true)),
  ).toBe(1);
  expect(
    last(line(1, ['players', 'ana', 'victory'], true), line(2, ['players', 'ana', 'victory'], false)),
  ).toBe(1);
  expect(last(line(1, ['dynasty', 'winner'], 'ana'), line(2, ['dynasty', 'winner'], 'bo'))).toBe(1);
  expect(last(line(1, ['game', 'winner'], 'ana'), line(2, ['game', 'winner'], 'ana'))).toBe(2);
  expect(
    last(line(1, ['players', 'ana', 'friend'], 'ana'), line(2, ['players', 'ana', 'points'], true)),
  ).toBeNull();
});

test('the goal is reached by those marked so, or named so by a public view', async () => {
  const goal = (isPrivate: boolean) => ({
    'dynastic/goal.md': '---\ntitle: Goal\norder: 1\n---\nBo has reached it.\n',
    'dynastic/goal.ts': `import { boolean, derive, rule } from 'gitnomic/rules';
export default rule(() => ({
  views: { 'may-declare-victory': derive({ of: 'player', ${isPrivate ? 'private: true, ' : ''}returns: boolean(), value: (one) => one.id === 'bo' }) },
}));
`,
  });
  const reached = async (rules: Readonly<Record<string, string>>) => {
    const { session } = await sessionWith({ ...SMALL, rules });
    const { play } = session.position.open;
    play.sandbox.assume('players.dee.victory', true);
    return ['bo', 'cy', 'dee', 'nobody'].map((id) => hasReachedGoal(play, NOW, id));
  };
  expect(await reached(goal(false))).toEqual([true, false, true, false]);
  expect(await reached(goal(true))).toEqual([false, false, true, false]);
});
