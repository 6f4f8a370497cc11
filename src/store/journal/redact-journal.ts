import type { Forge } from '../../forge/port.ts';
import { listFolder, readBlobText } from '../../repository/read-file.ts';
import type { Oid } from '../../repository/oid.ts';
import { ownBranch } from '../../repository/repository.ts';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import { JournalError } from './journal-error.ts';
import { journalTip, readJournalHead, readme, signatureOf } from './journal-head.ts';
import type { JournalLine } from './line.ts';
import { parsePart, writePart, type JournalPart } from './part.ts';
import { headPath, journalBranch, markPath, openPathOf, pathOf, readmePath } from './places.ts';
import { bringSegments, listSegments } from './segments.ts';

/** Whose words, by the id that the forge knows them by; in one post only, where it is named. */
export interface Redaction {
  readonly person: string;
  readonly post?: string;
}

/** The part without a person's words; null where it has none of them. What made its salts goes too, since it would tell theirs. */
function redactPart(
  part: JournalPart,
  redaction: Redaction,
): { readonly part: JournalPart; readonly lines: number } | null {
  const rows = part.rows.map((row) => ({ ...row, line: redactLine(row.line, redaction) }));
  const lines = rows.filter(({ line }, index) => line !== part.rows[index]?.line).length;
  if (lines === 0) return null;
  const { after, ahead } = part.start ?? {};
  const start = after === undefined ? null : { after, ahead };
  return { part: { start, rows }, lines };
}

/** The line without its words, as hard to dispute as before: the hash covers their digest, and that stays. */
function redactLine(line: JournalLine, { person, post }: Redaction): JournalLine {
  const { words, event } = line;
  if (words === undefined || 'redacted' in words) return line;
  const by = event['by'] as { id?: string } | null | undefined;
  if (by?.id !== person || (post !== undefined && event['post'] !== post)) return line;
  return {
    ...line,
    words: {
      redacted: true,
      ...(words.title === undefined ? {} : { title: null }),
      ...(words.text === undefined ? {} : { text: null }),
    },
  };
}

export interface RedactedJournal {
  readonly commit: Oid | null;
  readonly lines: number;
}

/**
 * Writes the journal anew without a person's words, as a branch that begins with this commit: its history would tell
 * them still. Lines keep their numbers and hashes, so that what main had read of it holds. The old objects are gone
 * from disk once Git prunes them.
 */
export async function redactJournal(
  forge: Forge,
  redaction: Redaction,
  now: string,
): Promise<RedactedJournal> {
  const { repository, engine } = forge;
  const tip = await journalTip(repository);
  const head = tip === null ? null : await readJournalHead(repository, tip);
  if (tip === null || head === null) return { commit: null, lines: 0 };
  const changes = new Map<string, NewContent>([[readmePath, readme]]);
  for (const { name, oid } of await listFolder(repository, tip, ''))
    if (name === headPath || name === markPath) changes.set(name, { oid });
  let redacted = 0;
  const segments = await listSegments(repository, tip);
  await bringSegments(repository, segments);
  for (const { name, oid, path } of segments) {
    const after = redactPart(parsePart(await readBlobText(repository, oid)), redaction);
    redacted += after?.lines ?? 0;
    const place = path === openPathOf(name) ? path : pathOf(name);
    changes.set(place, after === null ? { oid } : writePart(after.part));
  }
  if (redacted === 0) return { commit: tip, lines: 0 };
  const message = `Take out the words of ${redacted} lines`;
  const commit = await writeCommit(repository, {
    parents: [],
    changes,
    author: signatureOf(engine.name, now),
    message,
  });
  if ((await forge.advance(ownBranch(forge.repository, journalBranch), tip, commit)) === 'moved') {
    throw new JournalError('contended', 'The journal was written meanwhile; redact again.');
  }
  return { commit, lines: redacted };
}
