import type { MapCell, MapData } from './record-data.ts';

type Cells = Readonly<Record<string, MapCell>>;

export function mapAfter({ first, steps }: MapData, count: number): Cells {
  return Object.assign({}, first, ...steps.slice(0, count).map(({ cells }) => cells)) as Cells;
}

/** The number of days, latest first, with a page of their own; scripts show the rest. */
const MOST_DAYS = 60;

/** The days on which a map changed, each with the number of steps taken by its end. */
export function daysOf({ steps }: MapData): readonly { readonly day: string; readonly count: number }[] {
  const days = new Map<string, number>();
  for (const [at, step] of steps.entries()) days.set(step.at.slice(0, 10), at + 1);
  return [...days].map(([day, count]) => ({ day, count })).slice(-MOST_DAYS);
}
