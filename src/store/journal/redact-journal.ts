import type { Forge } from '../../forge/port.ts';
import type { Oid } from '../../repository/oid.ts';
import { ownBranch } from '../../repository/repository.ts';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import { JournalError } from './journal-error.ts';
import {
  headPath,
  journalBranch,
  journalTip,
  pathOf,
  readJournalHead,
  readme,
  readmePath,
  signatureOf,
  writeHead,
} from './journal-head.ts';
import { writeLine, type JournalLine } from './line.ts';
import { bringSegments, listSegments, readSegment } from './segments.ts';

/** Whose words, by the id that the forge knows them by; in one post only, where it is named. */
export interface Redaction {
  readonly person: string;
  readonly post?: string;
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
  const changes = new Map<string, NewContent>([
    [headPath, writeHead(head)],
    [readmePath, readme],
  ]);
  let redacted = 0;
  const segments = await listSegments(repository, tip);
  await bringSegments(repository, segments);
  for (const segment of segments) {
    const before = await readSegment(repository, segment);
    const after = before.map((line) => redactLine(line, redaction));
    const touched = after.filter((line, index) => line !== before[index]).length;
    redacted += touched;
    changes.set(pathOf(segment.name), touched === 0 ? { oid: segment.oid } : after.map(writeLine).join(''));
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
