import { readCommit } from './commit.ts';
import { askGit } from './git.ts';
import { isUnreadable } from './repository-error.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';

const mostCommits = 10_000;
const fromOne = 1;
const fromOther = 2;
const fromBoth = fromOne | fromOther;
/** Older than a common commit: also common, but never the best one. */
const beyond = 4;

interface Seen {
  readonly at: string;
  readonly parents: readonly Oid[];
  flags: number;
}

/**
 * Finds the best common commit, or returns null if there is none within `most` commits, as when a branch has no shared history.
 * isomorphic-git walks both histories to their first commits, which takes seconds in a game of some years. This walks only the commits
 * newer than the base, newest first, as Git does, and leaves it to isomorphic-git to choose if there are several candidates.
 */
export async function findMergeBase(
  repository: Repository,
  one: Oid,
  other: Oid,
  { most = mostCommits } = {},
): Promise<Oid | null> {
  if (one === other) return one;
  const found = await walkToBases(repository, one, other, most);
  const [only = null] = found;
  if (found.length < 2) return only;
  const oids = await askGit(repository, 'merge base', (git, at) =>
    git.findMergeBase({ ...at, oids: [one, other] }),
  );
  return found.find((oid) => oids.includes(oid)) ?? only;
}

/** Walks from the newest commit to older ones. */
async function walkToBases(
  repository: Repository,
  one: Oid,
  other: Oid,
  most: number,
): Promise<readonly Oid[]> {
  const seen = new Map<Oid, Seen>();
  const waiting = new Set<Oid>();
  const reach = async (oid: Oid, flags: number): Promise<void> => {
    const commit = seen.get(oid) ?? (await firstSeen(repository, oid));
    seen.set(oid, commit);
    if ((commit.flags | flags) === commit.flags) return;
    commit.flags |= flags;
    waiting.add(oid);
  };
  await reach(one, fromOne);
  await reach(other, fromOther);
  const bases: Oid[] = [];
  while (isUndecided(waiting, seen)) {
    if (seen.size > most) return [];
    const oid = takeNewest(waiting, seen);
    const { flags = 0, parents = [] } = seen.get(oid) ?? {};
    const common = (flags & fromBoth) === fromBoth;
    if (common && (flags & beyond) === 0) bases.push(oid);
    for (const parent of parents) await reach(parent, common ? flags | beyond : flags);
  }
  return bases.filter((oid) => ((seen.get(oid)?.flags ?? 0) & beyond) === 0);
}

/** Commits beyond a base lead to no better base. */
function isUndecided(waiting: ReadonlySet<Oid>, seen: ReadonlyMap<Oid, Seen>): boolean {
  for (const oid of waiting) if (((seen.get(oid)?.flags ?? 0) & beyond) === 0) return true;
  return false;
}

async function firstSeen(repository: Repository, oid: Oid): Promise<Seen> {
  try {
    const { committer, parents } = await readCommit(repository, oid);
    return { at: committer.at, parents, flags: 0 };
  } catch (error) {
    // A shallow clone ends somewhere. A commit at its end, or an unreadable one, has no older commits in common.
    if (isUnreadable(error)) return { at: '', parents: [], flags: 0 };
    throw error;
  }
}

/** Of commits with equal times, the first one queued is taken, so that a child comes before its parent. */
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
