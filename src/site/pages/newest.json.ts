import type { APIRoute } from 'astro';
import { newestOf } from '../data/newest.ts';
import { readSite } from '../data/read-site.ts';

/** The latest that happened, for a browser that remembers how far its reader has come. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(newestOf(readSite())), { headers: { 'content-type': 'application/json' } });
