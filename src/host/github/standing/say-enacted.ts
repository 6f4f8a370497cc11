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
    ? ` ${say`Since its branch changes files outside the game, that commit is no parent of main’s: its changes of the game are in force, and nothing else of it.`}`
    : '';
  const pushed =
    later === null
      ? ''
      : ` ${say`A later push (${code(later.slice(0, 7))}) came when it could no longer be altered: it was not part of the vote, and is not in force.`}`;
  return `${as}${parent}${pushed} ${say`GitHub shows the pull request as closed and not as merged.`}\n`;
}

export const sayMergedByHand = ({ say }: Wording): string =>
  `${say`This was merged by hand. That enacts nothing: what it changed of the game is put back, and the matter is still pending, with the votes it has. GitHub can’t open it again, but votes in comments here count.`}\n`;

/** GitHub closes a pull request when its fork or branch is deleted, and it can't be reopened then. */
export const sayClosedForGood = ({ say }: Wording): string =>
  `${say`GitHub does not let this be opened again, since its fork or branch was deleted. It is pending all the same, and votes here count.`}\n`;

/** The game doesn't read comments on lines of the diff. */
export function sayInline({ say }: Wording): string {
  return `${say`A vote or a command in a comment on a line of the changed files is not read: it counts in a comment below, in the text of a review, or as a reaction to the pull request.`}\n`;
}
