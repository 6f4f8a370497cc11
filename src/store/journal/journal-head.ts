import type { Signature } from '../../repository/git-object.ts';
import { readBlobText, readFileText } from '../../repository/read-file.ts';
import { readBranch } from '../../repository/refs.ts';
import { ownBranch, type Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';
import { genesisHash, type JournalLine } from './line.ts';
import { endsOf, journalBranch, markPath, openPathOf } from './part.ts';
import { listSegments, readSegment } from './segments.ts';
import { CodedError } from '../../kernel/coded-error.ts';

export const readme = `# The journal

What people did, as the forge told it, one line each, chained by hash: see \`gitnomic log journal --help\`.
The engine writes this branch. Whatever else is written here is undone.
`;

/** The end of a journal, with what is needed to extend it. */
export interface JournalHead {
  readonly n: number;
  readonly hash: string;
  /** The name of the last part, or an empty string before the first line. */
  readonly segment: string;
  /** The number of characters in that part. */
  readonly size: number;
  /** The secret from which the salts of that part's words are derived. Null if the part can't be extended. */
  readonly salt: string | null;
  /** True if that part is at the place for the current one. */
  readonly open: boolean;
  /** The mark up to which the forge was read. */
  readonly mark: string | null;
  /** The ids of events that were seen before their own time, and so are in an earlier month than their own. */
  readonly ahead: readonly string[];
}

export const emptyHead: JournalHead = {
  n: 0,
  hash: genesisHash,
  segment: '',
  size: 0,
  salt: null,
  open: false,
  mark: null,
  ahead: [],
};

/** The tip of this game's journal, or null if it has none. */
export function journalTip(repository: Repository): Promise<Oid | null> {
  return readBranch(repository, ownBranch(repository, journalBranch));
}

/** Reads the end of the journal, or returns null if it is unreadable. */
export async function readJournalHead(repository: Repository, commit: Oid): Promise<JournalHead | null> {
  try {
    return await endOfParts(repository, commit);
  } catch {
    return null;
  }
}

async function endOfParts(repository: Repository, commit: Oid): Promise<JournalHead | null> {
  const segment = (await listSegments(repository, commit)).at(-1);
  if (segment === undefined) return null;
  const text = await readBlobText(repository, segment.oid);
  const { start, read } = endsOf(text);
  const last = (await readSegment(repository, segment)).at(-1);
  if (last === undefined || read === undefined) return null;
  const { salt = null, ahead = [] } = start;
  return {
    n: last.n,
    hash: last.hash,
    segment: segment.name,
    size: text.length,
    salt,
    open: segment.path === openPathOf(segment.name),
    mark: read === true ? await readFileText(repository, commit, markPath) : read,
    ahead: [...ahead, ...aheadIn(await readSegment(repository, segment))],
  };
}

/** The ids of lines that were seen before the month of their own time. */
export function aheadIn(lines: readonly JournalLine[]): readonly string[] {
  return lines.filter(({ at, seen }) => monthOf(at) > monthOf(seen)).map(({ id }) => id);
}

export function monthOf(time: string): string {
  return time.slice(0, 7);
}

export function signatureOf(name: string, at: string): Signature {
  return { name, email: '', at };
}

export type JournalErrorCode = 'broken' | 'contended';

/** The journal can't be read or written. After `contended`, trying again may help. */
export class JournalError extends CodedError<JournalErrorCode> {
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: JournalErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(code, message);
    this.data = data;
  }
}
