import type { EngineFacts } from '../../store/engine-files.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { PrivateValues } from '../../play/private-values.ts';
import { readGame } from '../../store/read-game.ts';
import { applyChanges } from '../../store/write-game.ts';
import { decide } from '../../apply/open-deciding.ts';
import type { SealedRead, SharesRead } from '../../decide/secrets.ts';
import type { JournalEvent, Situation } from '../../decide/situation.ts';

/** A call that came back once came back in time; here it may be a slower machine that plays it, and nobody waits. */
const PATIENCE_MS = 60_000;

export interface Past extends Omit<Situation, 'sealed' | 'hidden' | 'ticks'> {
  readonly hidden: PrivateValues;
  readonly ticks: NonNullable<Situation['ticks']>;
  /** A sealed submission is read as it was in its dynasty, for whose emperor it was meant. */
  readonly readSealed: (
    events: readonly JournalEvent[],
    about: { readonly dynasty: number; readonly people: EngineFacts['people'] },
  ) => Promise<ReadonlyMap<string, SealedRead | SharesRead>>;
  /** No further than to where the next dynasty is open. */
  readonly oneDynasty?: boolean;
}

/** Decides again what was decided, one dynasty after another: the game's files as they come of it. */
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
    if (!opened || oneDynasty || last === undefined) return files;
    hidden = last.hidden;
    events = events.filter(({ line }) => line > last.line);
    ticks = ticks.filter(({ line, at }) => line >= last.line && at >= last.at);
  }
}
