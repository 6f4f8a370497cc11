import { findMergeBase } from '../../repository/merge-base.ts';
import { hasObject } from '../../repository/objects.ts';
import { readBranches } from '../../repository/refs.ts';
import { type Oid, isOid } from '../../repository/oid.ts';
import { append, type Core } from './core.ts';
import type { Repository } from '../../repository/repository.ts';
import { toTime } from '../../kernel/time.ts';

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

export interface RefMove {
  readonly from: Oid;
  readonly to: Oid;
  readonly at: string;
}

/** A branch's moves by pushes from Git's reflog, oldest first, with their times. */
export async function readReflog({ disk, gitdir }: Repository, branch: string): Promise<readonly RefMove[]> {
  const bytes = await disk.read(`${gitdir}/logs/refs/heads/${branch}`);
  if (bytes === null) return [];
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .flatMap((line) => {
      const [, from, to, seconds] = /^([0-9a-f]{40}) ([0-9a-f]{40}) .*?> (\d+) [+-]\d{4}/u.exec(line) ?? [];
      if (!isOid(from) || !isOid(to)) return [];
      return [{ from, to, at: toTime(Number(seconds) * 1000) }];
    });
}

/**
 * The moves of a branch since `known`, as far as Git recorded them; otherwise just the one that is visible. Times after `now` are set to
 * it.
 */
export function movesSince(
  moves: readonly RefMove[],
  known: Oid | null,
  current: Oid,
  now: string,
): readonly RefMove[] {
  const from = known ?? '0'.repeat(40);
  const first = moves.findLastIndex((move) => move.from === from);
  const noted = first < 0 ? [] : moves.slice(first);
  const seen = noted.map((move) => ({ ...move, at: move.at > now ? now : move.at }));
  if (noted.at(-1)?.to === current) return seen;
  return [...seen, { from: noted.at(-1)?.to ?? from, to: current, at: now }];
}
