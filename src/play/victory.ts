import { isPlainObject } from '../kernel/values.ts';
import type { Play } from './play.ts';

/** The view in which rules say who has won, until the game goes on. */
const VIEW = 'dynasty-won';

export interface Victory {
  readonly winner: string;
  /** The person who takes the next step. `next` is the action for it. */
  readonly begins: string;
  readonly next: string;
  /** The post in which it was declared. */
  readonly post: string | null;
}

/** Reads from the rules' view who has won and how the game goes on. Null if nobody has won, or if no rule says so. */
export function readVictory(play: Pick<Play, 'model' | 'query'>, now: string): Victory | null {
  if (play.model.views[VIEW] === undefined) return null;
  const found = play.query(now, [['views', VIEW]])[0]?.value;
  if (!isPlainObject(found)) return null;
  const { winner, begins, next, post } = found;
  if (typeof winner !== 'string' || typeof next !== 'string' || play.model.actions[next] === undefined)
    return null;
  return {
    winner,
    begins: typeof begins === 'string' ? begins : winner,
    next,
    post: typeof post === 'string' ? post : null,
  };
}
