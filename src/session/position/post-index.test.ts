import { describe, expect, test } from 'vitest';

import { PostIndex } from './post-index.ts';

const begin = (): PostIndex =>
  new PostIndex({
    links: { '7': 'notice' },
    moved: null,
    commentIds: { c1: 'first' },
    posts: [
      { id: '1', author: 'ana', byEngine: false },
      { id: 'notice', author: 'engine', byEngine: true },
    ],
  });

describe('a post', () => {
  test('is called by its number, or by the rules’ id if they posted it', () => {
    const index = begin();
    expect([index.idOf('1'), index.idOf('7'), index.idOf('toString')]).toEqual(['1', 'notice', 'toString']);
    expect([index.forgePostOf('1'), index.forgePostOf('notice')]).toEqual(['1', '7']);
    expect(index.forgePostOf('9')).toBeNull();
    index.unlink('7');
    expect([index.idOf('7'), index.forgePostOf('notice')]).toEqual(['7', null]);
    index.link('8', 'notice');
    expect([index.idOf('8'), index.forgePostOf('notice'), index.links]).toEqual([
      'notice',
      '8',
      { '8': 'notice' },
    ]);
  });

  test('has an author if somebody wrote it, and none if the rules did', () => {
    const index = begin();
    expect([index.authorOf('1'), index.authorOf('notice'), index.authorOf('9')]).toEqual(['ana', null, null]);
    index.add('2', 'bo');
    index.add('verdict', null);
    expect([index.authorOf('2'), index.authorOf('verdict')]).toEqual(['bo', null]);
    expect([index.has('2'), index.has('verdict'), index.has('3'), index.taken]).toEqual([
      true,
      true,
      false,
      4,
    ]);
    expect([index.forgePostOf('2'), index.forgePostOf('verdict')]).toEqual(['2', null]);
    index.add('tale', 'cy');
    expect(index.forgePostOf('tale')).toBe('tale');
  });
});

test('a comment has the id learned for it, or else its own', () => {
  const index = begin();
  expect([index.commentIdOf('c1'), index.commentIdOf('c2')]).toEqual(['first', 'c2']);
  index.learn({ '9': 'tale' }, { c2: 'second' });
  expect([index.idOf('9'), index.commentIdOf('c2')]).toEqual(['tale', 'second']);
  index.learn();
  expect(index.links).toEqual({ '7': 'notice', '9': 'tale' });
});
