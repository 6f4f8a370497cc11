import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';
import { searchEntries } from '../../data/search-entries.ts';

/** The words of a dynasty that is over, made once with its pages. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(searchEntries(readSite())), {
    headers: { 'content-type': 'application/json' },
  });
