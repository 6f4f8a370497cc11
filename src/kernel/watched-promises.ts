import { noteOn } from './posts.ts';
import type { PostEntity } from './post-entity.ts';
import type { PromiseOfMatters } from './promise-made.ts';
import { hasEnoughPlayers } from './promises.ts';
import type { Runtime } from './runtime.ts';
import type { PostData } from './state.ts';
import type { StateChange } from './store.ts';
import { toPost } from './world.ts';

/** What a resolved matter keeps. Rules may still count and note things on it. */
const LASTING: ReadonlySet<string> = new Set(['kind', 'title', 'text', 'changes', 'tally']);

/** Notes on a matter that the changes since a mark break a promise about it. Nothing is stopped. */
export function noteBroken(runtime: Runtime, mark: number): void {
  for (const watched of runtime.model.watched) {
    const { promise, rule } = watched;
    const id = matterBreaking(runtime, promise.kind, runtime.store.changesSince(mark));
    if (id === null || !hasEnoughPlayers(runtime, watched)) continue;
    const note = `This breaks what ${rule.entry.title} promises: ${promise.says}`;
    noteOn(runtime, toPost(runtime, id) as PostEntity, note);
  }
}

/** The matter that these changes resolved or altered against a promise, or null. */
export function matterBreaking(
  { store, model }: Pick<Runtime, 'store' | 'model'>,
  kind: PromiseOfMatters['kind'],
  changes: readonly StateChange[],
): string | null {
  const own = Map.groupBy(
    changes.filter(({ path }) => path[0] === 'posts' && path[2] !== undefined),
    ({ path }) => path[1] ?? '',
  );
  for (const [id, ofMatter] of own) {
    const post = store.state.posts[id];
    if (post?.status !== 'enacted' && post?.status !== 'failed') continue;
    const isNew = ofMatter.some(({ path }) => path[2] === 'status');
    const isBroken =
      kind === 'stays-resolved'
        ? !isNew && ofMatter.some(({ path }) => LASTING.has(path[2] ?? ''))
        : isNew && isMiscounted(kind, post, [...model.counts.keys()]);
    if (isBroken) return id;
  }
  return null;
}

/** Whether a resolved matter has more votes than voters, or was enacted with fewer in favour than against. */
function isMiscounted(
  kind: PromiseOfMatters['kind'],
  { status, tally, uses, author }: PostData,
  counts: readonly string[],
): boolean {
  const [inFavour = 0, against = 0, ...others] = counts.map((key) => Number(tally?.[key] ?? 0));
  if (kind === 'half-in-favour') return status === 'enacted' && inFavour < against;
  // Rules may count the author as in favour without a vote.
  const voters = new Set([author, ...uses.flatMap(({ by, withdrawn }) => (withdrawn === true ? [] : [by]))]);
  return others.reduce((sum, votes) => sum + votes, inFavour + against) > voters.size;
}
