import { defuseMessage } from '../../kernel/defuse.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { ForgeEvent } from '../events.ts';
import type { PostRead } from './answers.ts';
import { asksForChanges, changesOfForm } from './form-body.ts';
import type { SeenPost } from './mark.ts';
import { revisions, type Revision } from './revisions.ts';
import { kindsOfPost } from './to-events.ts';
import { personOf } from './people.ts';

/** The means to keep the branches of proposals made by issue. */
export interface FormBranches {
  readonly repository: Repository;
  /** The file with the changes. */
  readonly path: string;
  /** Null if this process only reads. */
  readonly advance: ((branch: string, expected: Oid | null, next: Oid) => Promise<unknown>) | null;
}

export interface FormHeads {
  readonly branch: string;
  /** The commit when it was opened, if that hasn't been reported yet, and the current one. */
  readonly first: Oid;
  readonly tip: Oid;
  readonly events: readonly ForgeEvent[];
}

/**
 * Workflows can't open pull requests unless a setting allows it. So a proposal made by a form is an issue, and the engine keeps its
 * changes on a branch, with a commit in the author's name for each version.
 */
export async function headsOfForm(
  post: PostRead,
  last: SeenPost | undefined,
  { repository, path, advance }: FormBranches,
): Promise<FormHeads | null> {
  const { withForm } = kindsOfPost(post, post.timelineItems.nodes);
  if (post.__typename !== 'Issue' || !withForm || !asksForChanges(post.body)) return null;
  const main = await readBranch(repository, 'main');
  if (main === null) return null;
  const sent = new Set(last?.told);
  const known = last?.head ?? null;
  const branch = `form-${post.number}`;
  let at = known;
  let first: Oid | null = null;
  const events: ForgeEvent[] = [];
  for (const { id, at: time, by, changes } of changesIn(post)) {
    const isFirst = id === '';
    if (sent.has(isFirst ? `opened-${post.number}` : `form-${id}`)) continue;
    const head: Oid = await writeCommit(repository, {
      parents: [at ?? main],
      changes: new Map([[path, `${changes}\n`]]),
      author: { name: by.name, email: '', at: time },
      message: `${defuseMessage(post.title)}\n`,
    });
    if (!isFirst)
      events.push({
        type: 'pushed',
        id: `form-${id}`,
        at: time,
        by,
        post: String(post.number),
        head,
        forced: false,
      });
    first ??= head;
    at = head;
  }
  if (at === null) return null;
  if (at !== known) await advance?.(branch, known, at);
  return { branch, first: first ?? at, tip: at, events };
}

/** The first request, and each later one that differs. */
function changesIn(post: PostRead): (Omit<Revision, 'text'> & { readonly changes: string })[] {
  const { first, edits } = revisions(post.body, post.userContentEdits.nodes);
  const all = [{ id: '', at: post.createdAt, by: personOf(post.author), text: first }, ...edits];
  const asked = all.map(({ text, ...revision }) => ({ ...revision, changes: changesOfForm(text) }));
  return asked.filter(({ changes }, index) => changes !== asked[index - 1]?.changes);
}
