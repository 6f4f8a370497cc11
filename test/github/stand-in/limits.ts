import type { Account, World } from './world.ts';

/** What GitHub documents for the token of a workflow: as many REST requests, and as many of GraphQL's points, an hour. */
export const HOURLY = { rest: 1000, points: 1000 } as const;
export type Quota = keyof typeof HOURLY;

const hourOf = ({ now }: World): string => now.slice(0, 13);

export interface Limit {
  left(of: Quota): number;
  /** Unix time, in seconds. */
  readonly resetsAt: number;
}

export function limitOf(world: World, by: Account): Limit {
  const hour = hourOf(world);
  return {
    left: (of) =>
      by.type === 'Bot' ? HOURLY[of] - (world.used.get(`${of} ${hour}`) ?? 0) : Number.POSITIVE_INFINITY,
    resetsAt: Date.parse(`${hour}:00:00Z`) / 1000 + 3600,
  };
}

export function takeFromHour(world: World, by: Account, of: Quota, cost: number): void {
  if (by.type !== 'Bot') return;
  const key = `${of} ${hourOf(world)}`;
  world.used.set(key, (world.used.get(key) ?? 0) + cost);
}
