import { Refused } from './asked.ts';
import type { Account, World } from './world.ts';

/** Which permissions of a workflow's token open what: one of those listed is enough. */
const AREAS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/repos\/o\/r\/actions/u, ['actions']],
  [/^\/repos\/o\/r\/(check-runs|commits\/[^/]+\/check-runs)/u, ['checks']],
  [/^\/repos\/o\/r\/pulls/u, ['pull-requests']],
  [/^\/repos\/o\/r\/issues$/u, ['issues']],
  [/^\/repos\/o\/r\/(issues|labels)/u, ['issues', 'pull-requests']],
  [/^\/repos\/o\/r\/activity/u, ['contents']],
  [/^\/repos\/o\/r\/pages/u, ['pages']],
  [/^\/repos\/o\/r\/git\//u, ['contents']],
];

/** A token may what it is allowed, and nothing else. */
export function assertAllowed(world: World, by: Account, method: string, path: string): void {
  const permissions = permissionsOf(world, by);
  if (permissions === null) return;
  const areas = AREAS.find(([pattern]) => pattern.test(path))?.[1];
  if (areas === undefined) return;
  const may = areas.some((area) =>
    method === 'GET' ? permissions[area] !== undefined : permissions[area] === 'write',
  );
  if (!may) throw new Refused(403, 'Resource not accessible by integration');
}

/** A job's token may what its workflow says, and an App what its owner has let it; null: all that the account may. */
export function permissionsOf(
  { permissions, app }: World,
  by: Account,
): Readonly<Record<string, 'read' | 'write'>> | null {
  if (by.app !== undefined) return app?.permissions ?? {};
  return by.type === 'Bot' ? permissions : null;
}
