import { expect, test } from 'vitest';
import type { Moved } from '../../store/engine-files.ts';
import { PostIndex } from '../../session/position/post-index.ts';
import { Failure } from '../command.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { findPost, placeToSay, ruleMeant } from './find-post.ts';

const post = (id: string): Parameters<typeof placeToSay>[1] =>
  ({ id, title: 'Lanterns' }) as Parameters<typeof placeToSay>[1];
function posts(moved: Moved | null): Parameters<typeof placeToSay>[0] {
  const index = new PostIndex({ links: { '9': 'summary-1' }, commentIds: {}, posts: [], moved });
  for (const id of ['3', 'gh-5', 'P7']) index.add(id, 'ana');
  return { posts: index };
}
const here: Moved = { at: '2030-06-03T09:00:00Z', posts: 'gh-', dynasty: 1 };

function problemOf(
  run: () => unknown,
): { code: string; what: string; next?: string | undefined } | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error.problems[0];
    throw error;
  }
  return undefined;
}

test('comments on a post under its number on the forge', () => {
  expect(placeToSay(posts(null), post('3'))).toBe('3');
  expect(placeToSay(posts(null), post('summary-1'))).toBe('9');
  expect(placeToSay(posts(here), post('gh-5'))).toBe('5');
});

test('doesn’t take a post from before a move for one that has its number now', () => {
  const problem = problemOf(() => placeToSay(posts(here), post('3')));
  expect(problem?.code).toBe('no-thread');
  expect(problem?.what).toContain('Lanterns, post 3, is from before the game moved');
  expect(problem?.next).toContain('gh-1');
});

test('a post that the engine has yet to report isn’t on any forge', () => {
  expect(problemOf(() => placeToSay(posts(null), post('summary-2')))?.what).toContain('is not on the forge');
});

test('asks back about rules with the same title, with their numbers, in any command', () => {
  const lords = '---\ntitle: Vampire Lords\n---\nText.\n';
  const play = readRuleset(
    new Map([
      ['core/players.md', lords],
      ['dynastic/players.md', lords],
    ]),
  );
  expect(problemOf(() => ruleMeant(play, 'vampire lords'))).toMatchObject({
    code: 'titles-alike',
    what: 'Rules 1.1 and 2.1 are both called “vampire lords”: name the one you mean by its number.',
  });
  expect(ruleMeant(play, '2.1')?.path).toBe('dynastic/players');
  expect(ruleMeant(play, 'Vampires')).toBeNull();
});

test.each<[string, Readonly<Record<string, string | null>>, string]>([
  ['a pending one comes first', { '1': 'enacted', '2': 'pending' }, '2'],
  ['then what was not withdrawn', { '1': 'removed', '2': 'failed' }, '2'],
  ['then what was', { '1': 'removed' }, '1'],
])('of several posts with the same words in their titles, %s', (_, statuses, found) => {
  const all = Object.entries(statuses).map(([id, status]) => [id, { id, title: 'The Mine', status }]);
  expect(findPost(Object.fromEntries(all) as never, 'mine').id).toBe(found);
});

test('asks back about several similar posts, with their numbers', () => {
  const all = ['4', '5'].map((id) => [id, { id, title: 'The Mine', status: 'enacted' }]);
  expect(problemOf(() => findPost(Object.fromEntries(all) as never, 'mine'))).toMatchObject({
    code: 'several-posts',
    what: 'Several posts have “mine” in their title: 4 The Mine; 5 The Mine.',
  });
});
