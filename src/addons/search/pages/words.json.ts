import type { APIRoute } from 'astro';
import { readSite } from '../../../site/data/read-site.ts';
import { searchEntries } from '../search-entries.ts';

/** The search index of a past dynasty, made once with its pages. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(searchEntries(readSite())), {
    headers: { 'content-type': 'application/json' },
  });
