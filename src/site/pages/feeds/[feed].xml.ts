import type { APIRoute } from 'astro';
import { feedOf, feedsOf } from '../../data/feed.ts';
import { differenceHtml } from '../../scripts/pieces-html.ts';
import { href, readSite } from '../../data/read-site.ts';

export const GET: APIRoute = ({ params }) => {
  const site = readSite();
  const feed = feedsOf(site).find(({ id }) => id === params['feed']);
  return feedOf(site, {
    title: `${site.game.name}: ${feed?.title ?? ''}`,
    path: href(`feeds/${feed?.id ?? ''}.xml`),
    posts: feed?.posts ?? [],
    lines: feed?.lines ?? [],
    diffHtml: differenceHtml,
  });
};
