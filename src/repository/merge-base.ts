import { readCommit } from './commit.ts';
import { askGit } from './git.ts';
import { isUnreadable } from './repository-error.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';

const mostCommits = 10_000;
const fromOne = 1;
const fromOther = 2;
const fromBoth = fromOne | fromOther;
/** Older than a commit that both have: in common too, and never the best of them. */
const beyond = 4;

interface Seen {
  readonly at: string;
  readonly parents: readonly Oid[];
  flags: number;
}

/**
 * The best commit that two have in common, or null where they have none within `most` commits: a branch that was
 * begun afresh, or pushed from elsewhere. isomorphic-git walks both histories to their very first commit, which in a
 * game of some years takes seconds; so the commits that are newer than the base are walked here, newest first, as
 * Git does, and isomorphic-git decides where more than one could be meant.
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

/** The newest first. */
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
    // A shallow clone ends somewhere, and what ends there, or can't be read, has nothing older in common.
    if (isUnreadable(error)) return { at: '', parents: [], flags: 0 };
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
