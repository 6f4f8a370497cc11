import type { ChartLine } from './record-data.ts';
import { leaderColumn } from './leaders.ts';
import { mattersOf, perSite } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

/** How everybody’s count of what wins the game went; the person who is ahead now comes first. */
export interface Race {
  readonly title: string;
  readonly lines: readonly ChartLine<number>[];
  /** 1, or -1 if less is better. */
  readonly better: 1 | -1;
}

/** A matter of the dynasty, as a step in its story. */
export interface Chapter {
  readonly matter: PostSummary;
  /** The person whose vote decided it, if it had stood the other way. */
  readonly turned: string | null;
  /** The person who had taken the lead since the step before. */
  readonly leads: { readonly name: string; readonly count: number } | null;
}

/** Null if no rule of the dynasty names a number that wins, or if it never changed. */
export const raceOf: (site: SiteData) => Race | null = perSite(({ people, record, ...site }) => {
  const found = leaderColumn({ people, record, ...site });
  const chart = record.charts.find(({ id }) => id === `players-${found?.column.id ?? ''}`);
  if (found === null || chart?.kind !== 'lines') return null;
  const points = chart.lines[0]?.points ?? [];
  const better = found.fewest ? -1 : 1;
  // The chart has no line for a value that has never changed.
  const lines = people
    .filter(({ state, emperor, values }) => state === 'active' && (!emperor || found.column.id in values))
    .map(({ name, values }): ChartLine<number> => {
      const value = Number(values[found.column.id] ?? 0);
      const same = [...points.slice(0, 1), ...points.slice(-1)].map(({ at }) => ({ at, value }));
      return chart.lines.find((line) => line.name === name) ?? { name, points: same };
    });
  const now = ({ points: all }: ChartLine<number>): number => (all.at(-1)?.value ?? 0) * better;
  return { title: chart.title, better, lines: lines.sort((a, b) => now(b) - now(a)) };
});

/** The decisions of the dynasty that these pages are about, oldest first. */
export const storyOf: (site: SiteData) => readonly Chapter[] = perSite((site) => {
  const race = raceOf(site);
  let before: string | null = null;
  return mattersOf(site)
    .flatMap((matter) =>
      matter.place === undefined && matter.resolvedAt !== null ? [{ matter, at: matter.resolvedAt }] : [],
    )
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ matter, at }) => {
      const ahead = race === null ? null : aheadAt(race, at);
      const leads = ahead?.name === before ? null : ahead;
      before = ahead?.name ?? before;
      return { matter, turned: turnedBy(matter), leads };
    });
});

/** The person who is ahead of all others at a moment, or null. */
export function aheadAt({ lines, better }: Race, at: string): Chapter['leads'] {
  const [first, second] = lines
    .flatMap(({ name, points }) => {
      const count = points.findLast((point) => point.at <= at)?.value;
      return count === undefined ? [] : [{ name, count }];
    })
    .sort((a, b) => (b.count - a.count) * better);
  return first === undefined || first.count === second?.count ? null : first;
}

type Votes = Pick<PostSummary, 'implied' | 'uses' | 'status'>;

/** The last whose vote changed which side was ahead, if the matter ended that way. */
export function turnedBy({
  counts: [pro, contra],
  implied,
  uses,
  status,
}: Votes & { readonly counts: readonly { readonly vote: string }[] }): string | null {
  const votes = new Map(implied.map(({ by, vote }, at) => [by ?? `${at}`, vote]));
  const passing = (): boolean => {
    const count = (one = { vote: '' }): number =>
      [...votes.values()].filter((vote) => vote === one.vote).length;
    return count(pro) > count(contra);
  };
  let [passes, turned] = [passing(), null as string | null];
  for (const { by, vote } of uses.filter((use) => !use.withdrawn).sort((a, b) => (a.at < b.at ? -1 : 1))) {
    votes.set(by, vote);
    if (passing() !== passes) [passes, turned] = [!passes, by];
  }
  return passes === (status === 'enacted') && votes.size > 1 ? turned : null;
}
