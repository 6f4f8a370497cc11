import { readHead } from './read-head.ts';
import { timeShown } from './time-of-tick.ts';
import { trustedMain } from './trusted-main.ts';
import type { JournalEvent } from '../session/position/situation.ts';
import type { HeadRead } from '../session/position/branches.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import { type ForgeEvent, ForgeError } from '../forge/events.ts';
import type { Forge, ForgeReading } from '../forge/port.ts';
import { madeOf, type Repository } from '../repository/repository.ts';
import { hasObject } from '../repository/objects.ts';
import { readFileText } from '../repository/read-file.ts';
import { readChangedTexts } from '../repository/read-changed-texts.ts';
import { readCommit } from '../repository/commit.ts';
import { RepositoryError, isUnreadable, nullIfUnreadable } from '../repository/repository-error.ts';
import { readTree } from '../repository/read-tree.ts';
import { type Oid, isOid } from '../repository/oid.ts';
import type { EngineFacts } from '../store/engine-files.ts';
import type { GameRead } from '../store/read-game.ts';
import {
  type ContentFiles,
  ENGINE,
  GAMESTATE,
  GAME_FILE,
  LEDGER,
  OWN_LANGUAGES,
  POSTS,
  RULESET,
  SITE_FILE,
} from '../store/paths.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { type JournalRecord, parseRecord, recordPath } from '../store/journal/journal-record.ts';
import { inspectJournal } from '../store/journal/inspect-journal.ts';
import { type CachedJournal, keepJournal } from '../store/journal/keep-journal.ts';
import { type JournalLine, eventOf } from '../store/journal/line.ts';
import { bringSegments, listSegments, readSegment } from '../store/journal/segments.ts';
import { CHECKPOINTS } from '../store/checkpoints.ts';
import { FORMAT_FILE } from '../store/formats/migrations.ts';
import { madeOnceLater } from '../ruleset/memo.ts';
import { commandsIn } from '../session/take/commands.ts';

/** Files and folders needed to open a game, including its language. */
export const GAME_TEXTS: readonly string[] = [
  GAME_FILE,
  SITE_FILE,
  ...[OWN_LANGUAGES, RULESET, GAMESTATE, POSTS, LEDGER, ENGINE].map((folder) => folder.slice(0, -1)),
  recordPath,
  CHECKPOINTS,
  FORMAT_FILE,
];

const WHOLE_GAME = {
  fileBytes: BOUNDS.file.read,
  totalBytes: BOUNDS.content.read,
  files: BOUNDS.files.read,
};

const PUT_BACK = { next: '`gitnomic tick` undoes what somebody pushed to main.' };

function tooLargeToOpen(commit: Oid, path: string, message: string): Error {
  return Object.assign(
    new RepositoryError('too-large', `At ${commit.slice(0, 7)} ${message}`, { commit, path }),
    PUT_BACK,
  );
}

type Reading = Pick<Forge, 'repository' | 'bring'>;

/** Texts of a commit and an upper bound of their bytes; null if some could not be read. */
interface ContentRead {
  readonly texts: readonly (readonly [string, string])[];
  readonly bytes: number | null;
}

/** The texts of a game at a commit; the library and what is outside `content/` are not read. */
export async function readContent(
  { repository }: Pick<Forge, 'repository'>,
  commit: Oid,
  isForeign = false,
): Promise<ContentFiles> {
  const { texts } = await madeOnceLater(repository.memo, CONTENT_READ, commit, async () => {
    return (
      (await readFromBefore(repository, commit, isForeign)) ??
      (await readWhole(repository, commit, isForeign))
    );
  });
  return new Map(texts);
}

/** The same from the cache only; null if it isn't cached. */
export function contentAtHand({ repository }: Pick<Forge, 'repository'>, commit: Oid): ContentFiles | null {
  const read = repository.memo?.get(CONTENT_READ, '', commit) as ContentRead | undefined;
  return read === undefined ? null : new Map(read.texts);
}

const CONTENT_READ = 'content';
/** The search for a cached commit ends here, since a tick makes few commits. */
const MOST_COMMITS_BACK = 8;

/** Starts from the last commit that was read, since most texts are unchanged and reading all of them takes a tenth of a command's time. */
async function readFromBefore(
  repository: Repository,
  commit: Oid,
  isForeign: boolean,
): Promise<ContentRead | null> {
  const { memo } = repository;
  if (memo === undefined) return null;
  let before = await parentOf(repository, commit);
  for (let steps = 0; before !== undefined && steps < MOST_COMMITS_BACK; steps += 1) {
    const read = memo.get(CONTENT_READ, '', before) as ContentRead | undefined;
    if (read !== undefined) {
      const { texts, bytes } = read;
      const known = bytes === null ? null : { commit: before, texts, bytes };
      return known === null
        ? null
        : readChangedTexts(repository, known, commit, { under: GAME_TEXTS, limits: WHOLE_GAME, isForeign });
    }
    before = await parentOf(repository, before);
  }
  return null;
}

async function parentOf(repository: Repository, commit: Oid): Promise<Oid | undefined> {
  return (await readCommit(repository, commit).catch(nullIfUnreadable))?.parents[0];
}

async function readWhole(repository: Repository, commit: Oid, isForeign: boolean): Promise<ContentRead> {
  const { files, problems } = await readTree(repository, commit, {
    under: GAME_TEXTS,
    limits: WHOLE_GAME,
    isForeign,
  }).catch((error: unknown) => {
    throw isUnreadable(error) ? Object.assign(error, PUT_BACK) : error;
  });
  const left = problems.find(({ code }) => code === 'too-large' || code === 'too-many');
  // Without some of its files, a game would be played as if they had never existed.
  if (left !== undefined) throw tooLargeToOpen(commit, left.path, left.message);
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  return {
    texts: [...files].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const])),
    bytes: problems.every(({ note }) => note) ? bytes : null,
  };
}

export interface Observed {
  readonly journal: CachedJournal;
  /** Everything that main had not read. */
  readonly lines: readonly PlacedLine[];
}

interface PlacedLine {
  readonly line: JournalLine;
  /** Parsed once, since each read goes over all lines since main's last commit. */
  readonly event: ForgeEvent | null;
  readonly segment: string;
}

type NewSalt = (() => string) | undefined;

/** The same for a reader. */
export async function observeToShow(forge: ForgeReading, main: Oid, now: string): Promise<Observed> {
  return observe(forge, main, await timeShown(forge, now));
}

/** Updates the journal and returns what main has not read yet. */
export async function observe(
  forge: ForgeReading,
  main: Oid,
  now: string,
  newSalt?: NewSalt,
): Promise<Observed> {
  const { repository } = forge;
  const record = await recordAt(forge, main);
  const tip = await journalTip(repository);
  if (record !== null && (await inspectJournal(repository, tip, record)) !== 'sound')
    return readOn(forge, await trustedRecord(forge, main, record), now, newSalt);
  const seen = await readOn(forge, record, now, newSalt);
  // Somebody may have changed both consistently, so the engine's own last commit counts.
  const events = seen.lines.flatMap(({ event }) => event ?? []);
  const trusted = await trustedMain(forge, main, events);
  const earlier = trusted === main ? null : await recordAt(forge, trusted);
  return earlier === null || earlier.hash === record?.hash ? seen : readOn(forge, earlier, now, newSalt);
}

async function readOn(
  forge: ForgeReading,
  record: JournalRecord | null,
  now: string,
  newSalt: NewSalt,
): Promise<Observed> {
  const journal = await keepJournal({ forge, record, now, ...(newSalt === undefined ? {} : { newSalt }) });
  if (journal.commit === null) return { journal, lines: [] };
  const isRestarted = journal.restored !== null && journal.added[0]?.event.type === 'journal-restored';
  const from = record === null || isRestarted ? { n: 0, segment: '' } : record;
  const lines: PlacedLine[] = [];
  const segments = await listSegments(forge.repository, journal.commit, { from: from.segment });
  await bringSegments(forge.repository, segments);
  for (const segment of segments) {
    for (const line of await readSegment(forge.repository, segment))
      if (line.n > from.n) {
        const event = madeOf(forge.repository, line, 'event', () => eventOf(line));
        lines.push({ line, event, segment: segment.name });
      }
  }
  return { journal, lines };
}

/** If the journal contradicts main's record, main may have been tampered with, so the engine's own last commit counts. */
async function trustedRecord(forge: ForgeReading, main: Oid, record: JournalRecord): Promise<JournalRecord> {
  const { events } = await forge.observe(null);
  const trusted = await trustedMain(forge, main, events);
  return trusted === main ? record : ((await recordAt(forge, trusted)) ?? record);
}

/** How far a commit of main had read the journal. Null if it doesn’t say. */
export async function recordAt(
  { repository }: Pick<Forge, 'repository'>,
  commit: Oid | null,
): Promise<JournalRecord | null> {
  if (commit === null || !(await hasObject(repository, commit))) return null;
  return parseRecord(await readFileText(repository, commit, recordPath).catch(nullIfUnreadable));
}

export function eventsIn(observed: Observed): readonly ForgeEvent[] {
  return eventsOf(observed, null).map(({ event }) => event);
}

/** If the journal was started again, leaves out events that the game has already taken in. */
export function eventsOf({ journal, lines }: Observed, read: GameRead | null): readonly JournalEvent[] {
  const isRestarted = journal.restored !== null && journal.added[0]?.event.type === 'journal-restored';
  const isKnown = isRestarted && read !== null ? knownTo(read) : (): boolean => false;
  return lines.flatMap(({ line, event }) => {
    if (event === null || isKnown(event)) return [];
    return [{ line: line.n, seen: line.seen, event }];
  });
}

/**
 * Whether the game has taken an event in: it is not later than the game's clock, or it has left a trace. The clock
 * alone isn't enough, since it may have been put back.
 */
function knownTo({ facts: { clock }, ledger, state }: GameRead): (event: ForgeEvent) => boolean {
  const moments = new Set(ledger.map(({ at }) => at));
  for (const { at, alteredAt, comments, uses } of Object.values(state?.posts ?? {}))
    for (const moment of [at, alteredAt ?? at, ...[...comments, ...uses].map((one) => one.at)])
      moments.add(moment);
  return ({ at }) => (clock !== null && at <= clock) || moments.has(at);
}

/** Reads the branches of pending matters and of those in the events. */
export async function readHeads(
  forge: Reading,
  main: Oid,
  events: readonly JournalEvent[],
  pending: Readonly<Record<string, Oid>>,
): Promise<ReadonlyMap<Oid, HeadRead>> {
  const heads = new Set(Object.values(pending));
  for (const { event } of events) {
    if (event.type === 'opened' && event.head !== null) heads.add(event.head.oid);
    if (event.type === 'pushed') heads.add(event.head);
  }
  const read = new Map<Oid, HeadRead>();
  for (const head of heads) read.set(head, await readOne(forge, main, head));
  return read;
}

/** Reads rules at commits in which Admins have resolved conflicts. */
export async function readTexts(
  forge: Reading,
  events: readonly JournalEvent[],
  merged: EngineFacts['merged'],
): Promise<ReadonlyMap<Oid, ContentFiles>> {
  const commits = new Set(Object.values(merged).map(({ commit }) => commit));
  for (const { event } of events) {
    if (event.type !== 'commented') continue;
    for (const { name, operands } of commandsIn(event.text))
      if (name === 'merge' && isOid(operands[0])) commits.add(operands[0]);
  }
  const texts = new Map<Oid, ContentFiles>();
  for (const commit of commits)
    if (await forge.bring(commit)) {
      const files = await readContent(forge, commit, true).catch(nullIfUnreadable);
      if (files !== null) texts.set(commit, files);
    }
  return texts;
}

async function readOne(forge: Reading, main: Oid, head: Oid): Promise<HeadRead> {
  const unread = (why: string): HeadRead => ({ changes: [], outside: [], problems: [], unread: why });
  const name = `the commit ${head.slice(0, 7)}`;
  try {
    if (await forge.bring(head)) return await readHead(forge.repository, main, head);
    return unread(`Its changes can’t be read: ${name} no longer exists. ${GONE_NEXT}`);
  } catch (error) {
    if (error instanceof ForgeError && error.code === 'unavailable') {
      const { why = error.message } = error.data;
      return unread(
        `Its changes can’t be read at the moment: ${name} could not be loaded (${String(why)}). ${LATER}`,
      );
    }
    if (!isUnreadable(error)) throw error;
    return unread(
      `Its changes can’t be read: ${name} is damaged or too large. ${error.message} ${GONE_NEXT}`,
    );
  }
}

const LATER = 'The game keeps trying; until then the result is open.';
const GONE_NEXT =
  'Its author can push it again. Otherwise an admin can end it with `/fail`, once the rules let it fail.';
