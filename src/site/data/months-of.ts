import { perSite } from './per-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

interface Month {
  readonly month: string;
  readonly posts: readonly PostSummary[];
}

/** Posts grouped by the month in which they were posted, latest first. */
export const monthsOf: (site: SiteData) => readonly Month[] = perSite(({ posts }) =>
  [...Map.groupBy(posts, ({ at }) => at.slice(0, 7))].map(([month, own]) => ({ month, posts: own })),
);
