import type { Repository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { writeCommit, type NewContent } from '../repository/write-commit.ts';
import type { MatterChange } from '../kernel/state.ts';
import { WORDED, writeWorded } from '../wording/worded-changes.ts';
import type { AskedChange } from '../rehearse/scenarios/asked-changes.ts';

/** The head of a matter's branch, and the changes described in words up to it. */
export interface Branch {
  readonly head: Oid;
  readonly worded: readonly (MatterChange | string)[];
}

export interface Push {
  readonly from: Oid;
  readonly worded: Branch['worded'];
  readonly changes: readonly AskedChange[];
  readonly by: string;
  readonly at: string;
}

/** Commits changes as a player would push them: files as files, and the rest in words. */
export async function commitChanges(
  repository: Repository,
  { from, worded, changes, by, at }: Push,
): Promise<Branch> {
  const files = new Map<string, NewContent>();
  const words = [...worded];
  for (const change of changes) {
    if ('verb' in change) words.push(change);
    else {
      files.set(change.path, change.content);
      words.push(change.path);
    }
  }
  if (words.some((one) => typeof one !== 'string')) files.set(WORDED, writeWorded(words));
  const author = { name: by, email: `${by}@players.invalid`, at };
  const head = await writeCommit(repository, {
    parents: [from],
    changes: files,
    author,
    message: 'Propose\n',
  });
  return { head, worded: words };
}
