import type { Wording } from '../../../language/wording.ts';
import { code } from '../../../decide/inert.ts';

export interface EnactedAs {
  readonly head: string;
  /** The branch's later commit, if any. */
  readonly later: string | null;
  /** Whether its branch holds files outside the game. */
  readonly outside: boolean;
}

/** Explains an enacted pull request that GitHub shows only as closed. */
export function sayEnactedAs({ head, later, outside }: EnactedAs, { say }: Wording): string {
  const as = say`**Enacted** as ${code(head)}.`;
  const parent = outside
    ? ` ${say`Its branch also changes files outside the game, so that commit isn’t a parent of main’s: only its changes to the game are in force.`}`
    : '';
  const pushed =
    later === null
      ? ''
      : ` ${say`A later push (${code(later.slice(0, 7))}) came too late to change the proposal. It was not voted on and is not in force.`}`;
  return `${as}${parent}${pushed} ${say`GitHub shows the pull request as closed and not as merged.`}\n`;
}

export const sayMergedByHand = ({ say }: Wording): string =>
  `${say`This was merged by hand, which doesn’t pass it. Its changes to the game were undone, and the vote goes on with the votes it has. GitHub can’t reopen it, but votes in comments here count.`}\n`;

/** GitHub closes a pull request when its fork or branch is deleted, and it can't be reopened then. */
export const sayClosedForGood = ({ say }: Wording): string =>
  `${say`GitHub can’t reopen this, because its fork or branch was deleted. The vote goes on all the same, and votes here count.`}\n`;

/** The game doesn't read comments on lines of the diff. */
export function sayInline({ say }: Wording): string {
  return `${say`Votes and commands in comments on a line of the files don’t count. Comment on the pull request itself, write a review, or react to the pull request.`}\n`;
}
