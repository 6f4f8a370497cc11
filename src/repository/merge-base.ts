import { readCommit } from './commit.ts';
import { RepositoryError } from './repository-error.ts';
import type { Oid, Repository } from './repository.ts';

const mostCommits = 10_000;

interface Seen {
  readonly at: string;
  readonly parents: readonly Oid[];
  /** 1: reached from the one, 2: from the other, 3: from both. */
  flags: number;
}

/**
 * The newest commit that two have in common, or null where they have none within `most` commits: a branch that was
 * begun afresh, or pushed from elsewhere. Reads only what is newer than the base, newest first, as Git does; a head
 * that claims to be older than it is makes it read more, never past `most`.
 */
export async function findMergeBase(
  repository: Repository,
  one: Oid,
  other: Oid,
  { most = mostCommits } = {},
): Promise<Oid | null> {
  if (one === other) return one;
  const seen = new Map<Oid, Seen>();
  const waiting = new Set<Oid>();
  const reach = async (oid: Oid, flags: number): Promise<void> => {
    const commit = seen.get(oid) ?? (await firstSeen(repository, oid));
    seen.set(oid, commit);
    if ((commit.flags | flags) === commit.flags) return;
    commit.flags |= flags;
    waiting.add(oid);
  };
  await reach(one, 1);
  await reach(other, 2);
  while (waiting.size > 0 && seen.size <= most) {
    const oid = takeNewest(waiting, seen);
    const commit = seen.get(oid);
    if (commit === undefined) continue;
    if (commit.flags === 3) return oid;
    for (const parent of commit.parents) await reach(parent, commit.flags);
  }
  return null;
}

async function firstSeen(repository: Repository, oid: Oid): Promise<Seen> {
  try {
    const { committer, parents } = await readCommit(repository, oid);
    return { at: committer.at, parents, flags: 0 };
  } catch (error) {
    // A shallow clone ends somewhere, and what ends there has nothing older in common.
    if (error instanceof RepositoryError && error.code === 'missing')
      return { at: '', parents: [], flags: 0 };
    throw error;
  }
}

/** Of equal times the one that came in first: a parent is then no older by the clock, only by its place. */
function takeNewest(waiting: Set<Oid>, seen: ReadonlyMap<Oid, Seen>): Oid {
  let newest = '';
  let newestAt: string | null = null;
  for (const oid of waiting) {
    const at = seen.get(oid)?.at ?? '';
    if (newestAt === null || at > newestAt) [newest, newestAt] = [oid, at];
  }
  waiting.delete(newest);
  return newest;
}
