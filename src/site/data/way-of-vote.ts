import { say } from './say.ts';

/** The way in which somebody voted, in words: `comment` is a name of the engine's. */
export function wayOfVote(via: string): string {
  if (via === 'comment') return say`in a comment`;
  if (via === 'review') return say`by a review`;
  return via === 'reaction' ? say`by a reaction` : via;
}
