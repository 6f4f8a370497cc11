import { pageName } from '../../seat/page-name.ts';
import { perSite } from './per-site.ts';
import { hasDynasties } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

export interface FeedData {
  readonly id: string;
  readonly title: string;
  readonly posts: readonly PostSummary[];
  /** It is of a dynasty that is over, among whose pages it is made. */
  readonly over: boolean;
}

/** Where a dynasty that is over has its feed among its own pages; readers have it under `feedPath`. */
export const PAST_FEED = 'feed.xml';

export function feedPath(dynasty: number): string {
  return `feeds/dynasty-${dynasty}.xml`;
}

/** The feeds beside the one of everything: matters, other posts, each kind, each dynasty. */
export const feedsOf: (site: SiteData) => readonly FeedData[] = perSite((site) => {
  const { posts, record } = site;
  const kinds = [...new Map(posts.map(({ kind, kindTitle }) => [kind, kindTitle]))];
  const all = { over: false };
  return [
    { ...all, id: 'matters', title: 'Matters', posts: posts.filter(({ votable }) => votable) },
    { ...all, id: 'posts', title: 'Other posts', posts: posts.filter(({ votable }) => !votable) },
    ...kinds.map(([kind, title]) => ({
      ...all,
      id: `kind-${pageName(kind)}`,
      title,
      posts: posts.filter((post) => post.kind === kind),
    })),
    ...(hasDynasties(site) ? record.dynasties : []).map(({ number, name, from, until, archived }, at) => ({
      id: `dynasty-${number ?? record.dynasties.length - at}`,
      title: name === '' ? `Dynasty ${number ?? record.dynasties.length - at}` : name,
      over: archived !== undefined,
      posts:
        archived === undefined
          ? posts.filter((post) => (from === null || post.at >= from) && (until === null || post.at < until))
          : posts.filter(({ place }) => place === archived.place),
    })),
  ];
});
