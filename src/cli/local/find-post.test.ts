import { expect, test } from 'vitest';

import type { Moved } from '../../store/engine-files.ts';
import { Failure } from '../failure.ts';
import { whereToSay } from './find-post.ts';

const post = (id: string): Parameters<typeof whereToSay>[1] =>
  ({ id, title: 'Lanterns' }) as Parameters<typeof whereToSay>[1];
const table = (moved: Moved | null): Parameters<typeof whereToSay>[0] => ({
  links: { '9': 'summary-1' },
  authors: new Map(['3', 'gh-5', 'P7'].map((id) => [id, 'ana'])),
  moved,
});
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

test('posts are said something on by what they are called on the forge', () => {
  expect(whereToSay(table(null), post('3'))).toBe('3');
  expect(whereToSay(table(null), post('summary-1'))).toBe('9');
  expect(whereToSay(table(here), post('gh-5'))).toBe('5');
});

test('one from before a move is none of those whose number it had', () => {
  const problem = problemOf(() => whereToSay(table(here), post('3')));
  expect(problem?.code).toBe('no-thread');
  expect(problem?.what).toContain('Lanterns, post 3, is from before the game moved');
  expect(problem?.next).toContain('gh-1');
});

test('one that the engine has still to tell of is on no forge yet', () => {
  expect(problemOf(() => whereToSay(table(null), post('summary-2')))?.what).toContain('is not on the forge');
});
