import type { APIRoute } from 'astro';
import { postOf, readSite } from '../../../site/data/read-site.ts';
import type { ChangeLog, SiteData } from '../../../site/data/site-data.ts';

/** The original ruleset and every change since, from which the browser reconstructs any moment. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(withTitles(readSite())), { headers: { 'content-type': 'application/json' } });

/** Adds the titles of matters, by which readers choose a moment. */
function withTitles(site: SiteData): ChangeLog {
  const changes = site.changeLog.changes.map((change) => {
    const title = postOf(site, change.post)?.title;
    return title === undefined ? change : { ...change, title };
  });
  return { ...site.changeLog, changes };
}
