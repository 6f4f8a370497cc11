import { perSite } from './per-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

interface Month {
  readonly month: string;
  readonly posts: readonly PostSummary[];
}

/** Posts by the month they were posted in, the latest first. */
export const monthsOf: (site: SiteData) => readonly Month[] = perSite(({ posts }) =>
  [...Map.groupBy(posts, ({ at }) => at.slice(0, 7))].map(([month, own]) => ({ month, posts: own })),
);
