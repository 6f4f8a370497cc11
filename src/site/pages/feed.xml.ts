import type { APIRoute } from 'astro';
import { feedOf } from '../data/feed.ts';
import { readSite } from '../data/read-site.ts';

/** Everything that was posted or resolved, newest first. */
export const GET: APIRoute = ({ site: origin }) => {
  const site = readSite();
  return feedOf(site, { title: site.game.name, path: 'feed.xml', posts: site.posts, origin });
};
