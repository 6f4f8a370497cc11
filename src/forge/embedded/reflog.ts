import type { Repository } from '../../repository/repository.ts';
import { isOid, type Oid } from '../../repository/oid.ts';
import { toTime } from '../../kernel/time.ts';

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
