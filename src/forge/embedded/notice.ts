import { findMergeBase } from '../../repository/merge-base.ts';
import { hasObject } from '../../repository/objects.ts';
import { readBranches } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import { append, type Core } from './core.ts';
import { movesSince, readReflog } from './reflog.ts';

/**
 * Records pushes by ordinary Git, which nobody reports, by looking at the branches. The caller must hold the lock. After a kill, the next
 * call records the rest.
 */
export async function noticePushes(core: Core): Promise<void> {
  const { posts } = core.state;
  const watched = Object.values(posts).flatMap(({ branch }) => (branch === null ? [] : [branch]));
  // Other branches are skipped: those of settled posts stay, and there may be thousands.
  const branches = await readBranches(core.repository, [...watched, 'main']);
  for (const [post, { branch, head }] of Object.entries(posts)) {
    const current = branch === null ? undefined : branches.get(branch);
    if (branch === null || current === undefined || current === head) continue;
    await noticePush(core, post, branch, head, current);
  }
  await noticeMain(core, branches.get('main') ?? null);
}

async function noticeMain(core: Core, current: Oid | null): Promise<void> {
  const { main, moving } = core.state;
  // The engine may have moved it and died before it could record that, and somebody may have moved it since.
  const own = moving !== null && current !== null && (await wasThere(core, moving, current));
  if (!own && current === main) return;
  if (own) await append(core, { type: 'engine-moved', to: moving });
  const from = own ? moving : main;
  if (current !== from) await append(core, { type: 'main-pushed', by: null, from, to: current });
}

/** True if main was at a commit earlier. After a forced push only Git's reflog can tell. */
async function wasThere(core: Core, commit: Oid, current: Oid): Promise<boolean> {
  if (await isAncestor(core, commit, current)) return true;
  const moves = await readReflog(core.repository, 'main');
  return moves.some(({ from }) => from === commit);
}

async function noticePush(
  core: Core,
  post: string,
  branch: string,
  head: Oid | null,
  current: Oid,
): Promise<void> {
  const moves = movesSince(await readReflog(core.repository, branch), head, current, core.clock());
  for (const { from, to, at } of moves) {
    const forced = !(await isAncestor(core, from, to));
    await append(core, { type: 'pushed', by: null, post, head: to, forced, at });
  }
}

export async function isAncestor({ repository }: Core, older: Oid, newer: Oid): Promise<boolean> {
  if (!(await hasObject(repository, older)) || !(await hasObject(repository, newer))) return false;
  return (await findMergeBase(repository, older, newer)) === older;
}
