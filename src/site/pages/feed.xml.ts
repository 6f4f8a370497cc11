import type { APIRoute } from 'astro';
import { feedOf, feedPath } from '../data/feed.ts';
import { differenceHtml } from '../scripts/pieces-html.ts';
import { homeHref, href, readSite } from '../data/read-site.ts';

/** Everything that was posted or resolved, newest first, in the game or in a past dynasty. */
export const GET: APIRoute = () => {
  const site = readSite();
  const { game, dynasty, home, posts } = site;
  if (home === null)
    return feedOf(site, { title: game.name, path: href('feed.xml'), posts, diffHtml: differenceHtml });
  const title = `${game.name}: ${dynasty.name}`;
  return feedOf(site, {
    title,
    path: homeHref(feedPath(dynasty.number ?? 0)),
    posts,
    diffHtml: differenceHtml,
  });
};
