import type { Caches } from '../../cache/caches.ts';
import { readCommit } from '../../repository/commit.ts';
import { readFileText } from '../../repository/read-file.ts';
import type { Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';
import type { BeaconChain } from '../../play/chance/beacon.ts';
import { CHECKPOINTS } from '../../store/checkpoints.ts';
import { FORMAT_FILE, formatIn, PRIVATE_OUTWARDS } from '../../store/formats/format.ts';
import { GAME_FILE, type ContentFiles } from '../../store/paths.ts';
import { givesWay } from '../../store/shipped-game.ts';
import type { Vault } from '../../store/vault.ts';
import type { RecordedLine } from '../../play/ledger-line.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { eventOf } from '../../store/journal/line.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import type { PictureStore } from '../../store/pictures/picture-store.ts';
import type { Forge } from '../../forge/port.ts';
import type { JournalEvent, Situation } from '../../decide/situation.ts';

/** A game to be played again: one of the embedded forge, or a clone of one that is played elsewhere. */
export interface Replayed {
  content(): Promise<ContentFiles>;
  main(): Promise<Oid>;
  now(): string;
  readonly forge: Pick<Forge, 'repository' | 'engine' | 'bring'>;
  readonly vault: Pick<Vault, 'key' | 'older' | 'read' | 'seeds'>;
  readonly pictures: Pick<PictureStore, 'all' | 'keep'>;
  /** The beacon's, in place of drand's: tests have a chain of their own. */
  readonly chain?: BeaconChain;
  readonly caches?: Caches;
}

/** `Ledger 3: engine: enact 7` */
const RESOLVED = /^Ledger (\d+): engine: (?:(?:enact|fail|resolve|time) |try again (\d+))/mu;

export interface History {
  readonly first: Oid;
  /** The number of lines of the journal that had been read there. */
  readonly read: number;
  /** The part of the journal up to which it had been read there; empty where all of it is needed. */
  readonly segment: string;
  /** Whether that is where the game began. */
  readonly whole: boolean;
  /** Each head that was merged, with where main stood before: what it changed is told by that. */
  readonly merged: ReadonlyMap<Oid, Oid>;
  /** The resolutions, one commit each: how far the journal had been read, and the clock, which may be put back. */
  readonly ticks: readonly TickBefore[];
  /** The last line of the journal that was taken in before the mark `private` went outwards. */
  readonly outermostTo: number;
}

export type TickBefore = NonNullable<Situation['ticks']>[number] & {
  /** The line of the ledger that it wrote. Lines stand in order, even where the clock was put back. */
  readonly wrote: number;
  /** Whether that was before the mark `private` went outwards. */
  readonly outermost: boolean;
};

/** Back to the first commit, or to where no more than `from` lines of the journal had been read. */
export async function historyOf({ forge, ...game }: Replayed, from = 0): Promise<History> {
  const merged = new Map<Oid, Oid>();
  const ticks: TickBefore[] = [];
  const checkpoints = (at: Oid): Promise<string | null> => readFileText(forge.repository, at, CHECKPOINTS);
  const isOutermost = async (at: Oid): Promise<boolean> =>
    formatIn(await readFileText(forge.repository, at, FORMAT_FILE)) < PRIVATE_OUTWARDS;
  let commit = await game.main();
  const last = await checkpoints(commit);
  let outermost = await isOutermost(commit);
  let outermostTo = outermost ? Infinity : 0;
  for (;;) {
    const { parents, author, message } = await readCommit(forge.repository, commit);
    const [parent, head] = parents;
    const record = parseRecord(await readFileText(forge.repository, commit, recordPath));
    const before = record !== null && record.n < from;
    const whole = parent === undefined || (await isAnother(forge.repository, commit, parent));
    // Events before the last checkpoint can't be played again as they were: words are gone, or rules were put back.
    if (whole || before || (last !== null && (await checkpoints(parent)) !== last))
      return {
        first: commit,
        read: record?.n ?? 0,
        segment: record !== null && record.n <= from ? record.segment : '',
        whole,
        merged,
        ticks: ticks.reverse(),
        outermostTo,
      };
    if (head !== undefined) merged.set(head, parent);
    const [, wrote, again] = RESOLVED.exec(message) ?? [];
    if (record !== null && wrote !== undefined)
      ticks.push({
        line: record.n,
        at: author.at,
        wrote: Number(wrote),
        outermost,
        ...(again === undefined ? {} : { again: Number(again) }),
      });
    if (!outermost && (outermost = await isOutermost(parent))) outermostTo = record?.n ?? 0;
    commit = parent;
  }
}

/** With the matters that could not be read at each, which the ledger says. */
export function withUnread(
  ticks: readonly TickBefore[],
  ledger: readonly RecordedLine[],
): readonly TickBefore[] {
  const unread = new Map(ledger.flatMap(({ n, unread: some }) => (some === undefined ? [] : [[n, some]])));
  return ticks.map((tick) => ({ ...tick, unread: unread.get(tick.wrote) ?? [] }));
}

/** Whether another game stood there before, or none: a game on a forge elsewhere may begin on top of what the template brought. */
async function isAnother(repository: Repository, commit: Oid, parent: Oid): Promise<boolean> {
  const [own, before] = [
    await readFileText(repository, commit, GAME_FILE),
    await readFileText(repository, parent, GAME_FILE),
  ];
  return own !== null && (before === null || (givesWay(before) && !givesWay(own)));
}

/** The events that main had read of the journal, from one of its parts on. */
export async function eventsUpTo(
  { forge }: Replayed,
  stored: ContentFiles,
  segment = '',
): Promise<readonly JournalEvent[]> {
  const tip = await journalTip(forge.repository);
  const record = stored.get('content/journal.json');
  if (tip === null || record === undefined) return [];
  const { n } = JSON.parse(record) as { n: number };
  return (await readJournalLines(forge.repository, tip, { from: segment })).flatMap((line) => {
    const event = eventOf(line);
    return event === null || line.n > n ? [] : [{ line: line.n, seen: line.seen, event }];
  });
}
