import type { GitHubForge } from '../../../forge/github/github-forge.ts';
import { PENDING } from '../../../forge/github/labels.ts';
import type { Observation } from '../../../forge/port.ts';
import { readBranch } from '../../../repository/refs.ts';
import { journalTip, readJournalHead } from '../../../store/journal/journal-head.ts';
import { readNotes } from './notes.ts';
import { isDue } from './publishing.ts';

export interface ReadBefore {
  readonly quiet: boolean;
  /** Events since the journal's last mark. */
  readonly seen: Seen | null;
}

export interface Seen {
  readonly mark: string | null;
  readonly observation: Observation;
}

/** Decides whether a tick can end here, without putting any rules in play. */
export async function readBeforeTick(forge: GitHubForge, now: string): Promise<ReadBefore> {
  const { quiet, publishing, matters } = await readNotes(forge);
  const { repository } = forge;
  const main = await readBranch(repository, 'main');
  const journal = await journalTip(repository);
  if (
    quiet === null ||
    quiet.main !== main ||
    quiet.journal !== journal ||
    now >= quiet.until ||
    isDue(publishing, now)
  )
    return { quiet: false, seen: null };
  const seen = await readSinceJournal(forge);
  // No event says that somebody locked a matter or took its label off; only a tick puts that right.
  const isTouched = Object.values(matters).some(({ post }) => {
    const on = forge.onPosts.get(post);
    return on !== undefined && (on.locked || !on.labels.includes(PENDING));
  });
  return { quiet: seen?.observation.events.length === 0 && !isTouched, seen };
}

/** Events since the journal was written; null if no journal can be read. */
export async function readSinceJournal(forge: GitHubForge): Promise<Seen | null> {
  const journal = await journalTip(forge.repository);
  const head = journal === null ? null : await readJournalHead(forge.repository, journal);
  return head === null ? null : { mark: head.mark, observation: await forge.observe(head.mark) };
}
