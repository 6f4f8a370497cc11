import { askRules } from '../session/ask/call-guard.ts';
import type { SubmissionData } from '../kernel/state.ts';
import { isPlainObject } from '../kernel/values.ts';
import type { Game } from '../host/game.ts';
import { sealedPictures } from '../pictures/find-pictures.ts';
import type { Position } from '../session/position/position.ts';

/** The sealed submissions of a game, decrypted for their receiver. */
export interface Inbox {
  readonly submissions: readonly SubmissionData[];
  readonly pictures: readonly SentPicture[];
  /** The players to be told that a submission of theirs can't count, and why. */
  readonly problems: readonly SentProblem[];
}

export interface SentPicture {
  /** The number of the submission. */
  readonly n: number;
  readonly address: string;
  /** The file with its decrypted copy. */
  readonly file: string | null;
  readonly problem: string | null;
}

interface SentProblem {
  readonly by: string;
  readonly submission: string;
  readonly problem: string;
}

/** Rules may define this private view to report what is wrong with submissions. */
const PROBLEMS_VIEW = 'invalid-submissions';

export function readInbox({ open: { play } }: Position, game: Pick<Game, 'pictures' | 'now'>): Inbox {
  const state = play.state();
  const known = game.pictures.known();
  const pictures = sealedPictures(play.model, state).map(({ address, sent }) => {
    const found = Object.hasOwn(known, address) ? known[address] : undefined;
    const problem = found !== undefined && 'problem' in found ? found.problem : null;
    const file = found !== undefined && 'copy' in found ? game.pictures.fileOf(found.copy) : null;
    return { by: sent.by, submission: sent.kind, n: sent.n, address, file, problem };
  });
  const unloadable = pictures.flatMap(({ by, submission, problem }) =>
    problem === null ? [] : [{ by, submission, problem: `its image can’t be loaded: ${problem}` }],
  );
  const problems = play.model.views[PROBLEMS_VIEW]?.private === true ? problemsIn(play, game.now()) : [];
  return {
    submissions: Object.values(state.submissions),
    pictures: pictures.map(({ n, address, file, problem }) => ({ n, address, file, problem })),
    problems: [...problems, ...unloadable],
  };
}

function problemsIn(play: Position['open']['play'], at: string): readonly SentProblem[] {
  const value = askRules(play, at)('views', PROBLEMS_VIEW);
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    isPlainObject(one)
      ? [
          {
            by: String(one['by']),
            submission: String(one['submission']),
            problem: String(one['problem']),
          },
        ]
      : [],
  );
}
