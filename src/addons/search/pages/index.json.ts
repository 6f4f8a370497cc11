import type { APIRoute } from 'astro';
import { readSite } from '../../../site/data/read-site.ts';
import { searchIndex } from '../search-entries.ts';

/** The search index of the running game, and the addresses of past dynasties' indexes. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(searchIndex(readSite())), { headers: { 'content-type': 'application/json' } });
