import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';
import { searchIndex } from '../../data/search-entries.ts';

/** The search index of the game as it is played, and the addresses of the indexes of past dynasties. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(searchIndex(readSite())), { headers: { 'content-type': 'application/json' } });
