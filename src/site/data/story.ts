import type { ChartData, ChartLine } from './record-data.ts';
import { leaderColumn } from './leaders.ts';
import { mattersOf, perSite } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

/** How everybody’s count of what wins the game went. */
export interface Race {
  readonly title: string;
  /** Whoever is ahead now comes first. */
  readonly lines: readonly ChartLine<number>[];
  /** True if less is better. */
  readonly fewest: boolean;
}

/** A matter of the dynasty, as a step in its story. */
export interface Chapter {
  readonly matter: PostSummary;
  /** The person whose vote decided it, if it had stood the other way. */
  readonly turned: string | null;
  /** Who had taken the lead since the step before, and with how much. */
  readonly leads: { readonly name: string; readonly count: number } | null;
}

type Lines = Extract<ChartData, { kind: 'lines' }>;

/** Null if no rule of the dynasty names a number that wins, or if it never changed. */
export const raceOf: (site: SiteData) => Race | null = perSite((site) => {
  const found = leaderColumn(site);
  const chart = site.record.charts.find(
    (one): one is Lines =>
      one.kind === 'lines' && one.owner === 'players' && one.title === found?.column.title,
  );
  if (found === null || chart === undefined) return null;
  const { fewest, column } = found;
  const { points = [] } = chart.lines[0] ?? {};
  // The chart has no line for a value that has never changed.
  const lines = site.people
    .filter(({ state, emperor }) => state === 'active' && !emperor)
    .map(({ name, values }): ChartLine<number> => {
      const value = Number(values[column.id] ?? 0);
      const same = [...points.slice(0, 1), ...points.slice(-1)].map(({ at }) => ({ at, value }));
      return chart.lines.find((line) => line.name === name) ?? { name, points: same };
    })
    .sort((a, b) => (fewest ? lastOf(a) - lastOf(b) : lastOf(b) - lastOf(a)));
  return lines.length === 0 ? null : { title: chart.title, lines, fewest };
});

/** The story of the running dynasty, or of the one that these pages are about: what was decided, oldest first. */
export const storyOf: (site: SiteData) => readonly Chapter[] = perSite((site) => {
  const race = raceOf(site);
  const decided = mattersOf(site)
    .filter(({ place, resolvedAt }) => place === undefined && resolvedAt !== null)
    .sort((a, b) => ((a.resolvedAt ?? '') < (b.resolvedAt ?? '') ? -1 : 1));
  let before: string | null = null;
  return decided.map((matter) => {
    const ahead = race === null ? null : aheadAt(race, matter.resolvedAt ?? '');
    const leads = ahead === null || ahead.name === before ? null : ahead;
    if (ahead !== null) before = ahead.name;
    return { matter, turned: turnedBy(matter), leads };
  });
});

/** The person who is ahead at a moment, or null if nobody is ahead of all others. */
export function aheadAt({ lines, fewest }: Race, at: string): { name: string; count: number } | null {
  const then = lines
    .flatMap(({ name, points }) => {
      const count = points.findLast((point) => point.at <= at)?.value;
      return count === undefined ? [] : [{ name, count }];
    })
    .sort((a, b) => (fewest ? a.count - b.count : b.count - a.count));
  const [first, second] = then;
  return first === undefined || first.count === second?.count ? null : first;
}

/** The last whose vote changed which side was ahead, if the matter ended that way. */
export function turnedBy({
  counts,
  implied,
  uses,
  status,
}: Pick<PostSummary, 'implied' | 'uses' | 'status'> & {
  readonly counts: readonly { readonly vote: string }[];
}): string | null {
  const [pro, contra] = counts.map(({ vote }) => vote);
  const votes = new Map(implied.map(({ by, vote }, at) => [by ?? `${at}`, vote]));
  const count = (wanted: string | undefined): number =>
    [...votes.values()].filter((vote) => vote === wanted).length;
  let passes = count(pro) > count(contra);
  let turned: string | null = null;
  for (const { by, vote, withdrawn } of uses.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    if (withdrawn) continue;
    votes.set(by, vote);
    const now = count(pro) > count(contra);
    if (now !== passes) turned = by;
    passes = now;
  }
  return passes === (status === 'enacted') && votes.size > 1 ? turned : null;
}

function lastOf({ points }: ChartLine<number>): number {
  return points.at(-1)?.value ?? 0;
}
