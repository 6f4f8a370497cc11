import { isPlainObject } from '../../kernel/values.ts';
import { askRules } from './call-guard.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import type { Play } from '../play/play.ts';

/** The view in which rules say who has won, until the game goes on. */
const VIEW = 'dynasty-won';

/** The view in which rules say of somebody that they have reached the goal, where they put down no mark. */
const REACHED = 'may-declare-victory';

export interface Victory {
  readonly winner: string;
  /** The person who takes the next step. `next` is the action for it. */
  readonly begins: string;
  readonly next: string;
  /** The post in which it was declared. */
  readonly post: string | null;
  /** The number of the ledger's line with which they won; null if that is unknown. */
  readonly line: number | null;
}

/** Reads from the rules' view who has won and how the game goes on. Null if nobody has won, or if no rule says so. */
export function readVictory(
  play: Pick<Play, 'model' | 'query'>,
  now: string,
  ledger: Play['ledger'] = [],
): Victory | null {
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
    line: ledger.findLast(({ changes }) => changes.some((one) => isWinning(one, winner)))?.n ?? null,
  };
}

/** True for somebody of whom the rules say that they have won, whether or not they have told the others. */
export function hasReachedGoal(play: Play, now: string, id: string): boolean {
  if (play.state().players[id]?.['victory'] === true) return true;
  return play.model.views[REACHED]?.private === false && askRules(play, now)('views', REACHED, id) === true;
}

/** Rules mark a winner among the players, or name them in the dynasty or the game. */
function isWinning({ path: [root, of, field], after }: LedgerLine['changes'][number], id: string): boolean {
  return root === 'players' ? of === id && field === 'victory' && after === true : after === id;
}
