import type { EngineFacts } from '../../store/engine-files.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { PrivateValues } from '../../store/private-values.ts';
import { linesIn } from '../../store/ledger-line.ts';
import { readGame } from '../../store/read-game.ts';
import { applyChanges } from '../../store/write-game.ts';
import { decide } from '../../tick/start-session.ts';
import type { SealedRead, SharesRead } from '../../session/position/secrets.ts';
import type { JournalEvent, Situation } from '../../session/position/situation.ts';
import type { TickBefore } from './replay-history.ts';

/** Calls that once finished may take longer on a slower machine, and nobody waits for them here. */
const PATIENCE_MS = 60_000;

export interface Past extends Omit<Situation, 'sealed' | 'hidden' | 'ticks'> {
  readonly hidden: PrivateValues;
  readonly ticks: readonly TickBefore[];
  /** Reads a sealed submission as in its dynasty, with that emperor's key. */
  readonly readSealed: (
    events: readonly JournalEvent[],
    about: { readonly dynasty: number; readonly people: EngineFacts['people'] },
  ) => Promise<ReadonlyMap<string, SealedRead | SharesRead>>;
  /** Stops when the next dynasty is open. */
  readonly oneDynasty?: boolean;
}

/** Repeats all decisions and returns the resulting files. */
export async function playAgain({ readSealed, oneDynasty = false, ...past }: Past): Promise<ContentFiles> {
  let { files, hidden, events, ticks } = past;
  for (;;) {
    const { state, facts } = readGame(files, past.caches);
    const about = { dynasty: Number(state?.dynasty['number'] ?? 0), people: facts.people };
    const sealed = await readSealed(events, about);
    const { commits, opened } = await decide({
      ...past,
      patienceMs: past.patienceMs ?? PATIENCE_MS,
      files,
      hidden,
      events,
      ticks,
      sealed,
    });
    files = commits.reduce<ContentFiles>((after, { changes }) => applyChanges(after, changes), files);
    const last = commits.at(-1);
    hidden = last?.hidden ?? hidden;
    if (!opened || oneDynasty || last === undefined) return files;
    events = events.filter(({ line }) => line > last.line);
    // Compares lines rather than times, because the clock may have been put back.
    const written = linesIn(readGame(files, past.caches).ledger);
    ticks = ticks.filter(({ wrote }) => wrote >= written);
  }
}
