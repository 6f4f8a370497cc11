import { hexOf } from '#platform/bytes.ts';
import { randomBytes } from '#platform/machine.ts';
import type { ForgeEvent } from '../../forge/events.ts';
import type { ForgeReading, PostId } from '../../forge/port.ts';
import { readFileText } from '../../repository/read-file.ts';
import { hasObject } from '../../repository/objects.ts';
import { ownBranch, type Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import { extend, filesOf, oldestMonthOf, type Extension } from './extend.ts';
import {
  JournalError,
  emptyHead,
  type JournalHead,
  journalTip,
  readJournalHead,
  readme,
  signatureOf,
} from './journal-head.ts';
import { type JournalRecord } from './journal-record.ts';
import { restoredLine, type JournalLine } from './line.ts';
import { journalBranch, openPathOf, readmePath } from './part.ts';
import { readJournalLines } from './segments.ts';
import { type JournalState, inspectJournal } from './inspect-journal.ts';

export interface KeepJournalOptions {
  readonly forge: ForgeReading;
  /** How far main had read the journal. Null before its first commit that says so. */
  readonly record: JournalRecord | null;
  readonly now: string;
  /** At least 16 characters that can't be guessed. A generated game supplies its own, so that it is the same each time. */
  readonly newSalt?: () => string;
}

export interface CachedJournal {
  /** Null until something has happened. */
  readonly commit: Oid | null;
  readonly head: JournalHead;
  readonly added: readonly JournalLine[];
  /** Why the journal had to be restored, or null. */
  readonly restored: Exclude<JournalState, 'sound'> | null;
  /** Posts on which there may be more events. */
  readonly unread: readonly PostId[];
}

const mostTries = 8;

/** Reads new events from the forge and appends them. Nothing is written if there are none. */
export async function keepJournal(options: KeepJournalOptions): Promise<CachedJournal> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const saved = await tryToKeep(options);
    if (saved !== null) return saved;
  }
  throw new JournalError('contended', `Others wrote the journal ${mostTries} times in a row; tick again.`);
}

/** Null if another process moved the journal meanwhile. Its lines must be read first. */
async function tryToKeep({
  forge,
  record,
  now,
  newSalt = () => hexOf(randomBytes(16)),
}: KeepJournalOptions): Promise<CachedJournal | null> {
  const { repository } = forge;
  const tip = await journalTip(repository);
  const state = await inspectJournal(repository, tip, record);
  const base =
    state === 'sound' ? await baseAt(repository, tip) : await baseToRestore(repository, record, now);
  const { events, mark, unread = [] } = await forge.observe(base.head.mark);
  const known = await knownIds(repository, base, events);
  const options = { known, seen: now, mark, newSalt, first: base.lines };
  const more = extend(base.head, events, options);
  const { lines: added, head } = more;
  const restored = state === 'sound' ? null : state;
  if (added.length === 0 && restored === null)
    return { commit: tip, head: base.head, added, restored, unread };
  const { name: by } = forge.engine;
  const commit =
    added.length === 0 && base.commit !== null
      ? base.commit
      : await commitLines(repository, base.commit, { before: base.head, more, by, now });
  if ((await forge.advance(ownBranch(forge.repository, journalBranch), tip, commit)) === 'moved') return null;
  return { commit, head: added.length === 0 ? base.head : head, added, restored, unread };
}

/** The start of an extension: a commit, the journal's end there, and lines to write before the new ones. */
interface Base {
  readonly commit: Oid | null;
  readonly head: JournalHead;
  readonly lines: readonly JournalLine[];
}

async function baseAt(repository: Repository, commit: Oid | null): Promise<Base> {
  const head = commit === null ? emptyHead : await readJournalHead(repository, commit);
  if (head === null)
    throw new JournalError('broken', `The journal at ${commit} doesn’t say where it ends.`, { commit });
  return { commit, head, lines: [] };
}

/**
 * The journal as main last knew it, if that commit still exists. Otherwise a new journal, whose first line says so, and all of the forge
 * is read again.
 */
async function baseToRestore(
  repository: Repository,
  record: JournalRecord | null,
  now: string,
): Promise<Base> {
  if (record !== null && (await hasObject(repository, record.commit))) {
    if ((await inspectJournal(repository, record.commit, record)) === 'sound')
      return baseAt(repository, record.commit);
  }
  if (record === null) return { commit: null, head: emptyHead, lines: [] };
  const { n, hash, commit } = record;
  const line = restoredLine({ n, hash, commit }, { n: 1, prev: emptyHead.hash, seen: now });
  return { commit: null, head: emptyHead, lines: [line] };
}

async function knownIds(
  repository: Repository,
  { commit, head }: Base,
  events: readonly ForgeEvent[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(head.ahead);
  if (commit === null || events.length === 0) return ids;
  const from = oldestMonthOf(events);
  for (const line of await readJournalLines(repository, commit, {
    from: from < head.segment ? from : head.segment,
  })) {
    ids.add(line.id);
  }
  return ids;
}

interface NewLines {
  readonly before: JournalHead;
  readonly more: Extension;
  readonly by: string;
  readonly now: string;
}

async function commitLines(
  repository: Repository,
  base: Oid | null,
  { before, more, by, now }: NewLines,
): Promise<Oid> {
  const changes = new Map<string, NewContent>();
  if (base === null) changes.set(readmePath, readme);
  const open = base === null || !before.open ? null : openPathOf(before.segment);
  const text = open === null ? null : await readFileText(repository, base ?? '', open);
  for (const [path, content] of filesOf(before, more, text ?? '')) changes.set(path, content);
  const { n } = more.head;
  const count = more.lines.length;
  const message = count === 1 ? `Line ${n}` : `Lines ${n - count + 1} to ${n}`;
  const parents = base === null ? [] : [base];
  return writeCommit(repository, { parents, changes, author: signatureOf(by, now), message });
}
