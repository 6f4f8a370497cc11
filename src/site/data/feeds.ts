import { pageName } from './page-name.ts';
import { perSite } from './per-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

export interface FeedData {
  readonly id: string;
  readonly title: string;
  readonly posts: readonly PostSummary[];
}

/** The feeds beside the one of everything: matters, other posts, each kind, each dynasty. */
export const feedsOf: (site: SiteData) => readonly FeedData[] = perSite(({ posts, record }) => {
  const kinds = [...new Map(posts.map(({ kind, kindTitle }) => [kind, kindTitle]))];
  return [
    { id: 'matters', title: 'Matters', posts: posts.filter(({ votable }) => votable) },
    { id: 'posts', title: 'Other posts', posts: posts.filter(({ votable }) => !votable) },
    ...kinds.map(([kind, title]) => ({
      id: `kind-${pageName(kind)}`,
      title,
      posts: posts.filter((post) => post.kind === kind),
    })),
    ...record.dynasties.map(({ number, name, from, until }, at) => ({
      id: `dynasty-${number ?? record.dynasties.length - at}`,
      title: name === '' ? `Dynasty ${number ?? record.dynasties.length - at}` : name,
      posts: posts.filter(
        (post) => (from === null || post.at >= from) && (until === null || post.at < until),
      ),
    })),
  ];
});
