import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';

/** The rules as their files have them, to be written on in the browser. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(readSite().sources), { headers: { 'content-type': 'application/json' } });
