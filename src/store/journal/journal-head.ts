import { z } from 'zod';

import type { Signature } from '../../repository/git-object.ts';
import { readFileText } from '../../repository/read-file.ts';
import { readBranch } from '../../repository/refs.ts';
import { ownBranch, type Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';
import { genesisHash, segmentSchema } from './line.ts';

export const journalBranch = 'journal';
export const headPath = 'head.json';
export const readmePath = 'README.md';

export const readme = `# The journal

What people did, as the forge told it, one line each, chained by hash: see \`gitnomic journal --help\`.
The engine writes this branch. Whatever else is written here is undone.
`;

const journalHeadSchema = z.strictObject({
  n: z.int().nonnegative(),
  hash: z.string(),
  /** The part of a month that is appended to; empty before the first line. */
  segment: z.union([segmentSchema, z.literal('')]),
  /** The number of characters in that part. */
  size: z.int().nonnegative(),
  /** The mark up to which the forge was read. */
  mark: z.string().nullable(),
  /** Ids of events whose time was later than when they were seen: they stand in a month before their own. */
  ahead: z.array(z.string()),
});

export type JournalHead = z.infer<typeof journalHeadSchema>;

export const emptyHead: JournalHead = {
  n: 0,
  hash: genesisHash,
  segment: '',
  size: 0,
  mark: null,
  ahead: [],
};

/** Where the journal of the game stands that is looked at; null where it has none. */
export function journalTip(repository: Repository): Promise<Oid | null> {
  return readBranch(repository, ownBranch(repository, journalBranch));
}

/** Where the journal ends, or null where this can't be told. */
export async function readJournalHead(repository: Repository, commit: Oid): Promise<JournalHead | null> {
  const text = await readFileText(repository, commit, headPath);
  if (text === null) return null;
  try {
    return journalHeadSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function writeHead(head: JournalHead): string {
  return `${JSON.stringify(head, null, 2)}\n`;
}

/**
 * `2030/2030-06-0001.log`: by year, so that no folder grows for ever, and in no folder more, since each append writes all
 * folders above it anew and Git finds nothing alike in small ones. It looks for what resembles a file among those whose names
 * end alike, and sees sixteen letters of them: with a longer ending the same months of all years were one to it, it found
 * nothing, and a journal of twenty years took six times the space.
 */
export function pathOf(segment: string): string {
  return `${segment.slice(0, 4)}/${segment}.log`;
}

/** Where a part may lie that was begun by an engine before that. */
export function olderPathsOf(segment: string): readonly string[] {
  const stem = `${OLDER_FOLDER}/${segment.slice(0, 4)}/${segment}`;
  return [`${stem}.log`, `${stem}.jsonl`];
}

export const OLDER_FOLDER = 'journal';

export function signatureOf(name: string, at: string): Signature {
  return { name, email: '', at };
}
