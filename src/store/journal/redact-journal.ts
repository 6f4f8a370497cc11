import type { Forge } from '../../forge/port.ts';
import { listFolder, readBlobText } from '../../repository/read-file.ts';
import { ownBranch } from '../../repository/repository.ts';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import { JournalError, journalTip, readJournalHead, readme, signatureOf } from './journal-head.ts';
import type { JournalLine } from './line.ts';
import {
  parsePart,
  writePart,
  type JournalPart,
  journalBranch,
  markPath,
  openPathOf,
  closedPathOf,
  readmePath,
} from './part.ts';
import { bringSegments, listSegments } from './segments.ts';

/** The person whose words are removed, by their id on the forge, and the only post in which they are, if given. */
export interface Redaction {
  readonly person: string;
  readonly post?: string;
}

/**
 * A part without a person's words, or null if it has none of them. The secret for its salts goes too, because the removed words could be
 * guessed with it.
 */
export function redactPart(
  part: JournalPart,
  isRemoved: (line: JournalLine) => boolean,
): { readonly part: JournalPart; readonly lines: number } | null {
  const rows = part.rows.map((row) => ({
    ...row,
    line: isRemoved(row.line) ? redactLine(row.line) : row.line,
  }));
  const lines = rows.filter(({ line }, index) => line !== part.rows[index]?.line).length;
  if (lines === 0) return null;
  const { after, ahead } = part.start;
  return { part: { start: { after, ahead }, rows }, lines };
}

/** A line without its words. It is as hard to dispute as before, because the hash covers the words' digest, which stays. */
function redactLine(line: JournalLine): JournalLine {
  const { words } = line;
  if (words === undefined || 'redacted' in words) return line;
  return {
    ...line,
    words: {
      redacted: true,
      ...(words.title === undefined ? {} : { title: null }),
      ...(words.text === undefined ? {} : { text: null }),
    },
  };
}

function isOf(line: JournalLine, { person, post }: Redaction): boolean {
  return speakerOf(line) === person && (post === undefined || line.event['post'] === post);
}

/** The account whose words a line holds. */
export function speakerOf({ event }: JournalLine): string | null {
  return (event['by'] as { id?: string } | null | undefined)?.id ?? null;
}

/**
 * Rewrites the journal without a person's words, and returns the number of lines that had any. The branch gets a new first commit, because its history would still contain them. Lines
 * keep their numbers and hashes, so main's record of it stays valid. The old objects disappear from disk when Git prunes them.
 */
export async function redactJournal(forge: Forge, redaction: Redaction, now: string): Promise<number> {
  const { repository, engine } = forge;
  const tip = await journalTip(repository);
  const head = tip === null ? null : await readJournalHead(repository, tip);
  if (tip === null || head === null) return 0;
  const changes = new Map<string, NewContent>([[readmePath, readme]]);
  for (const { name, oid } of await listFolder(repository, tip, ''))
    if (name === markPath) changes.set(name, { oid });
  let redacted = 0;
  const segments = await listSegments(repository, tip);
  await bringSegments(repository, segments);
  for (const { name, oid, path } of segments) {
    const after = redactPart(parsePart(await readBlobText(repository, oid)), (line) => isOf(line, redaction));
    redacted += after?.lines ?? 0;
    const place = path === openPathOf(name) ? path : closedPathOf(name);
    changes.set(place, after === null ? { oid } : writePart(after.part));
  }
  if (redacted === 0) return 0;
  const message = `Remove the words of ${redacted} lines`;
  const commit = await writeCommit(repository, {
    parents: [],
    changes,
    author: signatureOf(engine.name, now),
    message,
  });
  if ((await forge.advance(ownBranch(forge.repository, journalBranch), tip, commit)) === 'moved') {
    throw new JournalError('contended', 'The journal was written meanwhile; redact again.');
  }
  return redacted;
}
