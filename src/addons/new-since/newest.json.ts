import type { APIRoute } from 'astro';
import { newestOf } from './newest.ts';
import { readSite } from '../../site/data/read-site.ts';

/** The latest news, for a browser that remembers what its reader has seen. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(newestOf(readSite())), { headers: { 'content-type': 'application/json' } });
