import type { PostData } from '../../kernel/state.ts';
import { nearest } from '../../kernel/names.ts';
import { Failure } from '../failure.ts';
import type { Position } from '../../decide/position.ts';

/** Finds a post by number, as `3` or `#3`, or by words of its title; pending ones are preferred. */
export function findPost(
  posts: Readonly<Record<string, PostData>>,
  wanted: string,
  /** Other posts that may have been meant. */
  others: readonly string[] = [],
): PostData {
  const id = wanted.replace(/^#/u, '');
  const exact = posts[id];
  if (exact !== undefined && Object.hasOwn(posts, id)) return exact;
  const words = wanted.trim().toLowerCase();
  const all = Object.values(posts).filter(({ title }) => title.toLowerCase().includes(words));
  const pending = all.filter(({ status }) => status === 'pending');
  const found = pending.length > 0 ? pending : all;
  if (found.length === 1 && found[0] !== undefined) return found[0];
  if (found.length > 1) {
    throw new Failure('usage', {
      code: 'several-posts',
      what: `Several posts have “${wanted}” in their title: ${found.map((post) => `${post.id} ${post.title}`).join('; ')}.`,
      next: 'Name it by its number.',
    });
  }
  const guess = nearest(wanted, [...Object.values(posts).map(({ title }) => title), ...others]);
  if (/^\d+$/u.test(id)) throw notInPlay(id);
  throw new Failure('usage', {
    code: 'no-such-post',
    what: `There is no post ${wanted}.`,
    next:
      guess === null
        ? '`gitnomic status` lists what is pending, `gitnomic log` what was.'
        : `Did you mean “${guess}”?`,
  });
}

/** The numbers are the forge's: a post that the rules refused has one, too, though it is not part of the game. */
function notInPlay(id: string): Failure {
  return new Failure('usage', {
    code: 'no-such-post',
    what: `There is no post ${id} in play.`,
    next: 'If there was one the rules did not accept it, and said on it why; or its dynasty is over. `gitnomic status` lists what is pending, `gitnomic log` what was.',
  });
}

/**
 * The post's name on the forge, for comments. A game that moved has older posts whose numbers now belong to others on
 * the new forge; they can't be commented on any more.
 */
export function placeToSay({ posts }: Pick<Position, 'posts'>, { id, title }: PostData): string {
  const place = posts.forgePostOf(id);
  if (place !== null) return place;
  const { moved } = posts;
  throw new Failure('refused', {
    code: 'no-thread',
    what:
      moved === null
        ? `${title}, post ${id}, is not on the forge.`
        : `${title}, post ${id}, is from before the game moved: it can be read, but nobody can comment on it any more.`,
    next:
      moved === null
        ? '`gitnomic tick` tells there what is still to be told.'
        : `Posts of the forge that it is on now are called ${moved.posts}1, ${moved.posts}2 and so on: \`gitnomic status\` lists what is pending.`,
  });
}
