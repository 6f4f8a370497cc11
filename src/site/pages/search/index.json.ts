import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';
import { searchIndex } from '../../data/search-entries.ts';

/** The search index of the running game, and the addresses of past dynasties' indexes. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(searchIndex(readSite())), { headers: { 'content-type': 'application/json' } });
