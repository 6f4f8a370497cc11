import type { Forge, ForgeReading } from '../forge/port.ts';
import { CodedError } from '../kernel/coded-error.ts';
import { hoursAfter } from '../kernel/time.ts';
import { readCommit } from '../repository/commit.ts';
import { readBranch } from '../repository/refs.ts';
import { RepositoryError } from '../repository/repository-error.ts';
import { journalTip } from '../store/journal/journal-head.ts';

/** Games rest for months, but a clock that is further ahead than this is probably wrong. */
const MOST_REST_HOURS = 400 * 24;

class ClockLeapsError extends CodedError<'clock-leaps'> {
  readonly now: string;
  readonly last: string;

  constructor(now: string, last: string) {
    super('clock-leaps', `${leap(now, last)}. Nothing was done, since what falls due can’t be taken back.`, {
      next: 'If the clock is right: `gitnomic tick --yes`. Otherwise put it right, and try again.',
    });
    this.now = now;
    this.last = last;
  }
}

function leap(now: string, last: string): string {
  return `By this machine’s clock it is ${now}, more than a year after the last thing that happened in this game, on ${last}`;
}

/** A sentence for somebody who only looks at the game by a clock that may be wrong; null if there is no doubt. */
export async function doubtOfClock(...asked: Parameters<typeof timeOfTick>): Promise<string | null> {
  try {
    await timeOfTick(...asked);
    return null;
  } catch (error) {
    if (!(error instanceof ClockLeapsError)) throw error;
    return `${leap(error.now, error.last)}, and what is shown here is as of then; nothing is decided until the clock is put right, or \`gitnomic tick --yes\` says that it is`;
  }
}

/**
 * The time that a tick may take for now. If the machine's clock is years ahead of the game, the forge's own time decides; a forge that
 * has none needs somebody to confirm the time, which `confirmed` is.
 */
export async function timeOfTick(
  forge: Pick<ForgeReading, 'repository'> & Pick<Forge, 'time'>,
  now: string,
  confirmed = '',
): Promise<string> {
  const last = await lastCommitAt(forge);
  const known = last > confirmed ? last : confirmed;
  if (known === '' || now <= hoursAfter(known, MOST_REST_HOURS)) return now;
  const told = await forge.time?.();
  if (told === undefined) throw new ClockLeapsError(now, last);
  return told < now ? told : now;
}

/** Everything that happens is committed, to main or to the journal. A commit that can't be read has no time: the tick undoes it. */
async function lastCommitAt({ repository }: Pick<ForgeReading, 'repository'>): Promise<string> {
  const tips = [await readBranch(repository, 'main'), await journalTip(repository)];
  const times = tips.map(async (tip) => {
    if (tip === null) return '';
    return readCommit(repository, tip).then(
      ({ committer }) => committer.at,
      (error: unknown) => {
        if (error instanceof RepositoryError) return '';
        throw error;
      },
    );
  });
  return (await Promise.all(times)).sort().at(-1) ?? '';
}
