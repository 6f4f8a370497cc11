import type { PostSummary, SiteData } from './site-data.ts';

/** Posts by the month they were posted in, the latest first. */
export function monthsOf({
  posts,
}: SiteData): readonly { readonly month: string; readonly posts: readonly PostSummary[] }[] {
  const months = new Map<string, PostSummary[]>();
  for (const post of posts) {
    const month = post.at.slice(0, 7);
    const own = months.get(month);
    if (own === undefined) months.set(month, [post]);
    else own.push(post);
  }
  return [...months].map(([month, own]) => ({ month, posts: own }));
}
