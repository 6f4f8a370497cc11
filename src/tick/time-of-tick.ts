import type { Forge, ForgeReading } from '../forge/port.ts';
import { CodedError } from '../kernel/coded-error.ts';
import { hoursAfter } from '../kernel/time.ts';
import { firstParents } from '../repository/commit.ts';
import { readBranch } from '../repository/refs.ts';
import type { Oid } from '../repository/oid.ts';
import type { Repository } from '../repository/repository.ts';
import { RepositoryError } from '../repository/repository-error.ts';
import { journalTip } from '../store/journal/journal-head.ts';

type Clocked = Pick<ForgeReading, 'repository' | 'engine'> & Pick<Forge, 'time'>;

/** Games rest for months, but a clock that is further ahead than this is probably wrong. */
const MOST_REST_HOURS = 400 * 24;

type Asked = readonly [forge: Clocked, now: string, confirmed?: string];

/** A warning for readers if the clock may be wrong, or null. */
export async function doubtOfClock(...asked: Asked): Promise<string | null> {
  const { leap } = await readClock(...asked);
  return leap === null
    ? null
    : `${leap}, and this shows the game at that time. Nothing is decided until the clock is corrected, or confirmed with \`gitnomic tick --yes\``;
}

/** The time at which a reader's look is recorded: a clock that may be wrong leaves no trace, or the next tick would trust it. */
export async function timeShown(...asked: Asked): Promise<string> {
  const { time, leap, last } = await readClock(...asked);
  return leap === null ? time : last;
}

/**
 * The time that a tick uses as now. If the machine's clock is years ahead of the game, the forge's own time decides. If the forge has
 * none, somebody has to confirm the time, as in `confirmed`.
 */
export async function timeOfTick(...asked: Asked): Promise<string> {
  const { time, leap } = await readClock(...asked);
  if (leap === null) return time;
  throw new CodedError('clock-leaps', `${leap}. Nothing was done, since votes that end can’t be reopened.`, {
    next: 'If the clock is right: `gitnomic tick --yes`. Otherwise put it right, and try again.',
  });
}

/** `last` is when something last happened. `leap` says that the clock may be wrong. */
async function readClock(
  ...[forge, now, confirmed = '']: Asked
): Promise<{ readonly time: string; readonly last: string; readonly leap: string | null }> {
  const last = await lastCommitAt(forge);
  const known = last > confirmed ? last : confirmed;
  if (known === '' || now <= hoursAfter(known, MOST_REST_HOURS)) return { time: now, last, leap: null };
  const time = await forge.time?.();
  if (time !== undefined) return { time: time < now ? time : now, last, leap: null };
  const leap = `By this machine’s clock it is ${now}, more than a year after the last thing that happened in this game, on ${last}`;
  return { time: now, last, leap };
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
  for await (const { committer, parents } of firstParents(repository, tip))
    if (committer.name === engine || parents.length === 0) return committer.at;
  return '';
}
