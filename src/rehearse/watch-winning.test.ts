// What a trial says of those who join once the change has passed: that they win, let others win, or can't join.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { hasReachedGoal } from '../session/ask/victory.ts';
import { somebody } from '../session/fixtures/desk.ts';
import { sessionWith, type SessionWish } from '../session/fixtures/session.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import type { Changes } from './fixtures/tried-matter.ts';
import { some } from '../../test/slowly.ts';
import { tryMatter, type Depth, type Trial } from './try-matter.ts';

const FIRESIDE = { core: 'fireside', dynasty: undefined as never };
const rule = (title: string, body: string): string => `---\ntitle: ${title}\norder: 80\n---\n${body}\n`;
const MARKET = 'dynastic/fish-market.md';
const RICHES = 'dynastic/riches.md';
const coins = (start: number): string =>
  rule('Fish Market', `Coins.\n\n| Each player has | starts at |\n| --- | --- |\n| Coins | ${start} |`);
const won = (when: string, who = 'that player'): string =>
  rule(
    'Riches',
    `Whoever is rich wins.\n\n| When | who | gets |\n| --- | --- | --- |\n| ${when} | ${who} | wins |`,
  );

async function trialOf(wish: SessionWish, changes: Changes, depth: Depth = {}): Promise<Trial> {
  const { session, now, files } = await sessionWith({
    ...wish,
    posts: [{ by: 'bo', title: 'Tea', changes }],
  });
  const state = session.position.open.play.state();
  return tryMatter(contentOfPosition(session.position, files), state, '1', now, caches, depth);
}
const QUICK: Depth = { beforeTheRest: () => false };
const saidOf = async (wish: SessionWish, changes: Changes): Promise<readonly string[]> =>
  (await trialOf(wish, changes, QUICK)).warnings ?? [];

/** Whether somebody wins who really joins once this has passed. */
async function winsByJoining(wish: SessionWish, changes: Changes): Promise<boolean> {
  const votes = Object.fromEntries(['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map((who) => [who, 'FOR']));
  const desk = await sessionWith({ ...wish, posts: [{ by: 'bo', title: 'Tea', changes, votes }] });
  desk.later(80);
  desk.decide();
  desk.opens(somebody('gus'), '2', 'join-request', 'Hello');
  desk.decide();
  desk.says(somebody('ana'), '2', '/act join player=gus');
  desk.decide();
  const { play } = desk.session.position.open;
  const { posts, players } = play.state();
  expect([posts['1']?.status, players['gus']?.['state']]).toEqual(['enacted', 'active']);
  return hasReachedGoal(play, desk.now, 'gus');
}

const WINS = 'whoever joins from then on wins at once (Riches)';
const LINES = ['reach 25', 'exceed 25', 'fall below 25'];
const STARTS = LINES.flatMap((line) => [25, 24, 26].map((start) => [start, line] as const));
test.each(some(STARTS, 4))(
  'a start at %s where Coins that %s win is told as it happens',
  async (start, line) => {
    // The players have coins for which nobody wins.
    const before = line.startsWith('fall') ? 40 : 3;
    const wish = { ...FIRESIDE, rules: { [RICHES]: won(`Coins ${line}`), [MARKET]: coins(before) } };
    const changes = { [MARKET]: coins(start) };
    expect(await saidOf(wish, changes)).toEqual((await winsByJoining(wish, changes)) ? [WINS] : []);
  },
);

const CLAUSE = (hooks: string): Changes => ({
  'dynastic/door.md': rule('Door', 'A door.'),
  'dynastic/door.ts': `import { rule } from 'gitnomic/rules';\nexport default rule((g) => ({ ${hooks} }));\n`,
});
test.each<[what: string, changes: Changes, said: readonly string[]]>([
  [
    'refuse requests',
    CLAUSE(`hooks: { 'may-post'({ kind, refuse }) { if (kind === 'join-request') refuse('no gulls'); } }`),
    ['from then on nobody could join: no gulls (Door, dynastic/door)'],
  ],
  [
    'refuse to let anybody in',
    CLAUSE(`hooks: { 'may-act'({ action, refuse }) { if (action.id === 'join') refuse('no gulls'); } }`),
    ['from then on nobody could join: no gulls (Door, dynastic/door)'],
  ],
  [
    'fail when somebody comes in',
    CLAUSE(
      `hooks: { 'value-written'({ variable, after }, next) { if (after === 'active') throw new Error('x'); return next() ?? after; } }`,
    ),
    [
      'from then on nobody could join: the code of Door fails in its hook "value-written": x (Door, dynastic/door)',
    ],
  ],
  ['do the same', CLAUSE(''), []],
])('new rules that %s', async (_, changes, said) => {
  expect(await saidOf(FIRESIDE, changes)).toEqual(said);
});

test('rules by which somebody else wins once there are more say so, and those that did before say nothing', async () => {
  const crowd = CLAUSE(
    `on: { changed() { const dee = g.people.get('dee'); if (dee !== null && g.players.size > 6) dee.victory = true; } }`,
  );
  expect(await saidOf(FIRESIDE, crowd)).toEqual(['dee would win as soon as somebody joins']);
  const rules = { [MARKET]: coins(30), [RICHES]: won('Coins reach 25') };
  expect(await saidOf({ ...FIRESIDE, rules }, { [MARKET]: coins(31) })).toEqual([]);
});

test('of a start above the line, nothing else is said: the game isn’t frozen by it, since the next dynasty begins', async () => {
  const rules = { [MARKET]: coins(20), [RICHES]: won('Coins reach 25') };
  const { warnings, passing } = await trialOf({ ...FIRESIDE, rules }, { [MARKET]: coins(30) });
  expect(warnings).toEqual([WINS]);
  expect(passing).toEqual(['only whoever joins later, or starts anew, has Coins 30 to begin with, not 20']);
});
