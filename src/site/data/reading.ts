import { perSite, href, readSite } from './read-site.ts';
import type { PostSummary, SiteData, LedgerData } from './site-data.ts';

/** A full page keeps its number and what it holds; the last page is the newest. */
interface PageOf<T> {
  readonly number: number;
  readonly items: readonly T[];
}

function paged<T>(all: readonly T[], size: number): readonly PageOf<T>[] {
  const count = Math.max(1, Math.ceil(all.length / size));
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    items: all.slice(at * size, (at + 1) * size),
  }));
}

/** The number of posts on one page. */
const POSTS = 12;

/** The site's own posts as a blog, the newest of a page first. */
export const readingPages = perSite(({ posts }) => {
  const own = posts.filter(({ place }) => place === undefined).reverse();
  return paged(own, POSTS).map(({ number, items }) => ({ number, items: items.toReversed() }));
});

export function readingPath(site: SiteData, number: number): string {
  return number === readingPages(site).length ? 'posts/' : `posts/${number}/`;
}

/** The number of lines on one page of the ledger. */
const LINES = 150;

const pagesFor = perSite(({ ledger }) => paged(ledger, LINES));

export function ledgerPages(): readonly PageOf<LedgerData>[] {
  return pagesFor(readSite());
}

export function ledgerPath(number: number): string {
  return number === ledgerPages().length ? 'ledger/' : `ledger/${number}/`;
}

const placesFor = perSite(
  (site) =>
    new Map(pagesFor(site).flatMap(({ number, items }) => items.map((line) => [line.n, number] as const))),
);

export function ledgerPlace(n: number): string {
  return href(`${ledgerPath(placesFor(readSite()).get(n) ?? ledgerPages().length)}#n${n}`);
}

interface Month {
  readonly month: string;
  readonly posts: readonly PostSummary[];
}

/** Posts grouped by the month in which they were posted, latest first. */
export const monthsOf: (site: SiteData) => readonly Month[] = perSite(({ posts }) =>
  [...Map.groupBy(posts, ({ at }) => at.slice(0, 7))].map(([month, own]) => ({ month, posts: own })),
);
