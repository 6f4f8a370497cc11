// How a game could freeze later on under changed rules, and who has brought that about.
import { expect, test } from 'vitest';

import type { PostData } from '../kernel/state.ts';
import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { FEW, refusing } from './fixtures/guarded.ts';
import { rehearseLater } from './rehearse-rules.ts';
import { nextId } from './play-matter.ts';
import { blamed } from './risks.ts';

/** The risks of a matter by which the guard refuses this, as it may have done before. */
async function risksOf(condition: string, more = '', was = 'false'): Promise<readonly string[]> {
  const { session, now: at } = await sessionWith({
    ...FEW,
    rules: refusing('may-enact', was, more),
    posts: [
      { by: 'ana', title: 'Tea', changes: { 'dynastic/tea.md': '---\ntitle: Tea\norder: 97\n---\nTea.\n' } },
    ],
  });
  const { play } = session.position.open;
  const before = { files: play.files, terms: play.terms };
  const after = {
    files: new Map([...play.files, ...Object.entries(refusing('may-enact', condition, more))]),
    terms: play.terms,
  };
  const state = play.state();
  return rehearseLater(
    {
      before,
      after,
      state: { ...state, posts: {} },
      at,
      matter: state.posts['1'] as PostData,
      ledger: { length: 0, at: () => null },
      caches,
    },
    state,
  );
}

const SHUT = 'nothing could be changed any more: no gulls (Guard, dynastic/guard)';
test.each<[refused: string, risk: string | null, more?: string]>([
  ['false', null],
  ['[...g.posts].length > 1', `With the posts that the game has, ${SHUT}`],
  ['[...g.posts].length > 2', `After one more enacted matter, ${SHUT}`],
  ['[...g.posts].length > 20', `After 25 more enacted matters, ${SHUT}`],
  ['[...g.posts].length > 400', null],
  ['g.players.size < 6', `With one player fewer, ${SHUT}`],
  ['g.players.size > 6', `Once somebody has joined, ${SHUT}`],
  ["g.now >= '2027'", `In 2027, ${SHUT}`],
  ["g.now >= '2027-01' && g.now < '2027-02'", null],
  ['g.game.potOfGold > 500', `If Pot of gold became 1000000, ${SHUT}`, "game: { 'pot-of-gold': integer() },"],
  ['g.game.potOfGold > 500', null, "game: { 'pot-of-gold': integer({ max: 500 }) },"],
  [
    'g.game.potOfGold < 0',
    `If Pot of gold became -3, ${SHUT}`,
    "game: { 'pot-of-gold': integer({ min: -3 }) },",
  ],
  ['g.game.isShut', `If Is shut became true, ${SHUT}`, "game: { 'is-shut': boolean() },"],
  [
    '[...g.players].some((one) => one.zeal > 500)',
    `If Zeal of every player became 1000000, ${SHUT}`,
    'player: { zeal: integer() },',
  ],
  [
    "[...g.posts].length > 3 && !matter.title.includes('please')",
    'After 2 more enacted matters, nobody could change a rule except by a matter that says “please”',
  ],
  [
    "[...g.posts].length > 3 && (() => { throw new Error('x'); })()",
    'After 2 more enacted matters, nothing could be changed any more: the code of Guard fails in its hook "may-enact": x (Guard, dynastic/guard)',
  ],
])(
  'if rules refuse to enact anything when %s, voters are told the first way there: %s',
  async (refused, risk, more) => {
    expect(await risksOf(refused, more)).toEqual(risk === null ? [] : [risk]);
  },
);

test('what could have happened before isn’t a risk of the change', async () => {
  expect(await risksOf('g.players.size <= 5', '', 'g.players.size < 6')).toEqual([]);
});

test('names the changed rules unless the reason names one of them', () => {
  const before = { files: new Map([['core/a.md', 'title: Bells']]), terms: {} as never };
  const after = {
    files: new Map([
      ['core/a.md', 'title: Bells\ntext'],
      ['core/b.md', ''],
    ]),
    terms: {} as never,
  };
  expect(blamed('no gulls', { before, after })).toBe(
    'no gulls; this is caused by the change of Bells, core/b',
  );
  expect(blamed('no Bells', { before, after })).toBe('no Bells');
  expect(blamed('no gulls', { before, after: before })).toBe('no gulls');
});

test.each([
  [[], '1'],
  [['7', '12', '3'], '13'],
  [['story-20', 'x'], '21'],
])('after the posts %j the next one is %s', (ids, next) => {
  expect(nextId({ posts: Object.fromEntries(ids.map((id) => [id, {}])) } as never)).toBe(next);
});
