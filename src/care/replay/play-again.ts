import type { EngineFacts } from '../../store/engine-files.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { PrivateValues } from '../../play/private-values.ts';
import { migrateFiles } from '../../store/formats/migrations.ts';
import { PRIVATE_OUTWARDS } from '../../store/formats/format.ts';
import { linesIn } from '../../play/ledger-reader.ts';
import { readGame } from '../../store/read-game.ts';
import { applyChanges } from '../../store/write-game.ts';
import { decide } from '../../apply/open-deciding.ts';
import type { SealedRead, SharesRead } from '../../decide/secrets.ts';
import type { JournalEvent, Situation } from '../../decide/situation.ts';
import type { TickBefore } from './replay-history.ts';

/** A call that came back once came back in time; here it may be a slower machine that plays it, and nobody waits. */
const PATIENCE_MS = 60_000;

export interface Past extends Omit<Situation, 'sealed' | 'hidden' | 'ticks' | 'privacy'> {
  readonly hidden: PrivateValues;
  readonly ticks: readonly TickBefore[];
  /** The last line of the journal that was taken in before the mark `private` went outwards. */
  readonly outermostTo: number;
  /** A sealed submission is read as it was in its dynasty, for whose emperor it was meant. */
  readonly readSealed: (
    events: readonly JournalEvent[],
    about: { readonly dynasty: number; readonly people: EngineFacts['people'] },
  ) => Promise<ReadonlyMap<string, SealedRead | SharesRead>>;
  /** No further than to where the next dynasty is open. */
  readonly oneDynasty?: boolean;
}

/** Decides again what was decided: the game's files as they come of it. What was done in the first format is done as it was there. */
export async function playAgain({ outermostTo, ...past }: Past): Promise<ContentFiles> {
  const isEarlier = ({ line }: JournalEvent): boolean => line <= outermostTo;
  const earlier = { events: past.events.filter(isEarlier), ticks: past.ticks.filter((one) => one.outermost) };
  const later = {
    events: past.events.filter((one) => !isEarlier(one)),
    ticks: past.ticks.filter((one) => !one.outermost),
  };
  if (earlier.events.length + earlier.ticks.length === 0) return (await playPart(past)).files;
  const then = await playPart({ ...past, ...earlier, privacy: 'outermost' });
  if (then.isOver || later.events.length + later.ticks.length === 0) return then.files;
  const brought = migrateFiles(then.files, { to: PRIVATE_OUTWARDS });
  const files = applyChanges(then.files, brought?.changes ?? new Map());
  return (await playPart({ ...past, ...later, files, hidden: then.hidden })).files;
}

type Part = Omit<Past, 'outermostTo'> & Pick<Situation, 'privacy'>;

interface Played {
  readonly files: ContentFiles;
  readonly hidden: PrivateValues;
  /** Whether it was no longer played since the next dynasty was open. */
  readonly isOver: boolean;
}

/** One dynasty after another. */
async function playPart({ readSealed, oneDynasty = false, ...past }: Part): Promise<Played> {
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
    if (!opened || oneDynasty || last === undefined) return { files, hidden, isOver: opened && oneDynasty };
    events = events.filter(({ line }) => line > last.line);
    // By lines and not by times: the clock may have been put back since.
    const written = linesIn(readGame(files, past.caches).ledger);
    ticks = ticks.filter(({ wrote }) => wrote >= written);
  }
}
