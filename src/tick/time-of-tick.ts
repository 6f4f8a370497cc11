import type { Forge, ForgeReading } from '../forge/port.ts';
import { CodedError } from '../kernel/coded-error.ts';
import { hoursAfter } from '../kernel/time.ts';
import { readCommit } from '../repository/commit.ts';
import { readBranch } from '../repository/refs.ts';
import type { Commit } from '../repository/git-object.ts';
import type { Oid } from '../repository/oid.ts';
import type { Repository } from '../repository/repository.ts';
import { RepositoryError } from '../repository/repository-error.ts';
import { journalTip } from '../store/journal/journal-head.ts';

type Clocked = Pick<ForgeReading, 'repository' | 'engine'>;

/** Games rest for months, but a clock that is further ahead than this is probably wrong. */
const MOST_REST_HOURS = 400 * 24;

class ClockLeapsError extends CodedError<'clock-leaps'> {
  readonly now: string;
  readonly last: string;

  constructor(now: string, last: string) {
    super('clock-leaps', `${leap(now, last)}. Nothing was done, since votes that end can’t be reopened.`, {
      next: 'If the clock is right: `gitnomic tick --yes`. Otherwise put it right, and try again.',
    });
    this.now = now;
    this.last = last;
  }
}

function leap(now: string, last: string): string {
  return `By this machine’s clock it is ${now}, more than a year after the last thing that happened in this game, on ${last}`;
}

/** A warning for readers if the clock may be wrong, or null. */
export async function doubtOfClock(...asked: Parameters<typeof timeOfTick>): Promise<string | null> {
  try {
    await timeOfTick(...asked);
    return null;
  } catch (error) {
    if (!(error instanceof ClockLeapsError)) throw error;
    return `${leap(error.now, error.last)}, and this shows the game at that time. Nothing is decided until the clock is corrected, or confirmed with \`gitnomic tick --yes\``;
  }
}

/** The time at which a reader's look is recorded: a clock that may be wrong leaves no trace, or the next tick would trust it. */
export async function timeShown(...asked: Parameters<typeof timeOfTick>): Promise<string> {
  return timeOfTick(...asked).catch((error: unknown) => {
    if (!(error instanceof ClockLeapsError)) throw error;
    return error.last;
  });
}

/**
 * The time that a tick uses as now. If the machine's clock is years ahead of the game, the forge's own time decides. If the forge has
 * none, somebody has to confirm the time, as in `confirmed`.
 */
export async function timeOfTick(
  forge: Clocked & Pick<Forge, 'time'>,
  now: string,
  confirmed = '',
): Promise<string> {
  const last = await lastCommitAt(forge);
  const known = last > confirmed ? last : confirmed;
  if (known === '' || now <= hoursAfter(known, MOST_REST_HOURS)) return now;
  const forgeTime = await forge.time?.();
  if (forgeTime === undefined) throw new ClockLeapsError(now, last);
  return forgeTime < now ? forgeTime : now;
}

/** Every action is committed, to main or to the journal. An unreadable commit has no time, since the tick undoes it. */
async function lastCommitAt({ repository, engine }: Clocked): Promise<string> {
  const tips = [await readBranch(repository, 'main'), await journalTip(repository)];
  const times = tips.map((tip) =>
    lastOfEngine(repository, tip, engine.name).catch((error: unknown) => {
      if (error instanceof RepositoryError) return '';
      throw error;
    }),
  );
  return (await Promise.all(times)).sort().at(-1) ?? '';
}

/** Other people's commits have whatever date they like, except the one that the game began with. */
async function lastOfEngine(repository: Repository, tip: Oid | null, engine: string): Promise<string> {
  if (tip === null) return '';
  const { committer, parents }: Commit = await readCommit(repository, tip);
  const [before] = committer.name === engine ? [] : parents;
  return before === undefined ? committer.at : lastOfEngine(repository, before, engine);
}
