import type { Caches } from '../../cache/caches.ts';
import { readCommit } from '../../repository/commit.ts';
import { readFileText } from '../../repository/read-file.ts';
import type { Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';
import type { BeaconChain } from '../../session/chance/beacon.ts';
import { CHECKPOINTS } from '../../store/checkpoints.ts';
import { GAME_FILE, type ContentFiles } from '../../store/paths.ts';
import { givesWay } from '../../store/library.ts';
import { type Vault } from '../../session/secrets/vault.ts';
import { type RecordedLine, type LedgerLine, isResolution } from '../../store/ledger-line.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { eventOf } from '../../store/journal/line.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import { NO_SECRETS } from '../../tick/open-session.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { Forge } from '../../forge/port.ts';
import type { JournalEvent, Situation } from '../../session/position/situation.ts';
import { type RecordedEnding } from '../../session/play/aborted-calls.ts';

/** A game to replay: an embedded one, or a clone of one played elsewhere. */
export interface Replayed {
  content(): Promise<ContentFiles>;
  main(): Promise<Oid>;
  now(): string;
  readonly forge: Pick<Forge, 'repository' | 'engine' | 'bring'>;
  readonly vault: Pick<Vault, 'key' | 'older' | 'read' | 'seeds'>;
  readonly pictures: Pick<PictureStore, 'all' | 'keep'>;
  /** Replaces drand's chain in tests. */
  readonly chain?: BeaconChain;
  readonly caches?: Caches;
  /** Called with each journal line that is played again. */
  readonly noteLine?: (line: number) => void;
}

/** What a replay without the game's secrets is given: sealed results stay as recorded. */
export const WITHOUT_SECRETS: Pick<Replayed, 'vault' | 'pictures'> = {
  vault: NO_SECRETS,
  pictures: {
    all: () => ({}),
    keep: () => {
      throw new Error('A sealed submission can’t be opened here, so its picture can’t be fetched.');
    },
  },
};

/** `Ledger 3: engine: enact 7` */
const RESOLVED = /^Ledger (\d+): engine: (?:(?:enact|fail|resolve) |(time \S+)|try again (\d+))/mu;

export interface History {
  readonly first: Oid;
  /** How many journal lines had been read at that commit. */
  readonly read: number;
  /** The journal segment that had been reached; empty if all of it is needed. */
  readonly segment: string;
  /** Whether the game began there. */
  readonly whole: boolean;
  /** Merged heads with main before each, from which their changes are computed. */
  readonly merged: ReadonlyMap<Oid, Oid>;
  /** The resolutions, one commit each, with the state of the journal and the clock at each; the clock may go back. */
  readonly ticks: readonly TickBefore[];
}

export type TickBefore = NonNullable<Situation['ticks']>[number] & {
  /** The ledger line it wrote. Lines are in order even if the clock was put back. */
  readonly wrote: number;
};

/** Walks back to the first commit, or to one with at most `from` journal lines read. */
export async function historyOf({ forge, ...game }: Replayed, from = 0): Promise<History> {
  const merged = new Map<Oid, Oid>();
  const ticks: TickBefore[] = [];
  const checkpoints = (at: Oid): Promise<string | null> => readFileText(forge.repository, at, CHECKPOINTS);
  let commit = await game.main();
  const last = await checkpoints(commit);
  for (;;) {
    const { parents, author, message } = await readCommit(forge.repository, commit);
    const [parent, head] = parents;
    const record = parseRecord(await readFileText(forge.repository, commit, recordPath));
    const before = record !== null && record.n < from;
    const whole = parent === undefined || (await isAnother(forge.repository, commit, parent));
    // Events before the last checkpoint can't be replayed, since words were removed or rules restored.
    if (whole || before || (last !== null && (await checkpoints(parent)) !== last))
      return {
        first: commit,
        read: record?.n ?? 0,
        segment: record !== null && record.n <= from ? record.segment : '',
        whole,
        merged,
        ticks: ticks.reverse(),
      };
    if (head !== undefined) merged.set(head, parent);
    const [, wrote, time, again] = RESOLVED.exec(message) ?? [];
    if (record !== null && wrote !== undefined)
      ticks.push({
        line: record.n,
        at: author.at,
        wrote: Number(wrote),
        ...(time === undefined ? {} : { time }),
        ...(again === undefined ? {} : { again: Number(again) }),
      });
    commit = parent;
  }
}

/** Adds the matters that could not be read at each, from the ledger. */
export function withUnread(
  ticks: readonly TickBefore[],
  ledger: readonly RecordedLine[],
): readonly TickBefore[] {
  const unread = new Map(ledger.flatMap(({ n, unread: some }) => (some === undefined ? [] : [[n, some]])));
  return ticks.map((tick) => ({ ...tick, unread: unread.get(tick.wrote) ?? [] }));
}

/** Whether the parent has another game or none, since a game may begin on top of its template. */
async function isAnother(repository: Repository, commit: Oid, parent: Oid): Promise<boolean> {
  const [own, before] = [
    await readFileText(repository, commit, GAME_FILE),
    await readFileText(repository, parent, GAME_FILE),
  ];
  return own !== null && (before === null || (givesWay(before) && !givesWay(own)));
}

/** The events that main had read, starting with a segment. */
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

const OF_MATTER = /^(?:resolve|enact|fail) (.*)$/u;

/**
 * Calls that the ledger records as out of time or memory. A replay has to believe it: machines differ in speed, and a
 * matter that ran out is asked about again by each tick.
 */
export function recordedEndings(ledger: readonly LedgerLine[]): readonly RecordedEnding[] {
  return ledger.flatMap((line, place) => {
    const { stopped: key, refused: reason, where, what, draws, fault, engine } = line;
    if (key === undefined || reason === undefined) return [];
    const matter = OF_MATTER.exec(what)?.[1];
    const next = isResolution(what)
      ? ledger.slice(place + 1).find((later) => OF_MATTER.exec(later.what)?.[1] === matter)
      : undefined;
    const until = next === undefined ? null : momentOf(next);
    const dice = draws.map(({ size }) => size);
    return [{ key, reason, where, dice, from: momentOf(line), until, fault, engine }];
  });
}

function momentOf({ at, n }: LedgerLine): RecordedEnding['from'] {
  return { at, lines: n };
}
