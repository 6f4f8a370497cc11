import { perSite, href, readSite } from './read-site.ts';
import type { PostSummary, SiteData, LedgerData } from './site-data.ts';

/** The number of posts on one page. */
const POSTS = 12;

export interface ReadingPage {
  readonly number: number;
  /** Newest first. */
  readonly posts: readonly PostSummary[];
}

/** A full page keeps its number and what it holds; the last page is the newest. */
function paged<T>(
  all: readonly T[],
  size: number,
): readonly { readonly number: number; readonly some: readonly T[] }[] {
  const count = Math.max(1, Math.ceil(all.length / size));
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    some: all.slice(at * size, (at + 1) * size),
  }));
}

/** The site's own posts as a blog. */
export const readingPages: (site: SiteData) => readonly ReadingPage[] = perSite(({ posts }) =>
  paged(posts.filter(({ place }) => place === undefined).reverse(), POSTS).map(({ number, some }) => ({
    number,
    posts: some.toReversed(),
  })),
);

export function readingPath(site: SiteData, number: number): string {
  return number === readingPages(site).length ? 'posts/' : `posts/${number}/`;
}

/** The number of lines on one page of the ledger. */
const LINES = 150;

export interface LedgerPage {
  readonly number: number;
  readonly lines: readonly LedgerData[];
}

const pagesFor = perSite(({ ledger }) =>
  paged(ledger, LINES).map(({ number, some }) => ({ number, lines: some })),
);

/** The pages of the ledger by number. */
export function ledgerPages(): readonly LedgerPage[] {
  return pagesFor(readSite());
}

export function ledgerPath(number: number): string {
  return number === ledgerPages().length ? 'ledger/' : `ledger/${number}/`;
}

const placesFor = perSite(
  (site) =>
    new Map(pagesFor(site).flatMap(({ number, lines }) => lines.map((line) => [line.n, number] as const))),
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
