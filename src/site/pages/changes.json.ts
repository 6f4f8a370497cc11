import type { APIRoute } from 'astro';
import { postOf, readSite } from '../data/read-site.ts';
import type { ChangeLog } from '../data/rule-data.ts';
import type { SiteData } from '../data/site-data.ts';

/** The ruleset at the beginning of the record and every change since: the browser puts any moment together. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(withTitles(readSite())), { headers: { 'content-type': 'application/json' } });

/** The matter that made a change is named where people choose a moment by it. */
function withTitles(site: SiteData): ChangeLog {
  const changes = site.changeLog.changes.map((change) => {
    const title = postOf(site, change.post)?.title;
    return title === undefined ? change : { ...change, title };
  });
  return { ...site.changeLog, changes };
}
