import type { APIRoute } from 'astro';
import { readSite } from '../data/read-site.ts';

/** The ruleset at the beginning of the record and every change since: the browser puts any moment together. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(readSite().changeLog), { headers: { 'content-type': 'application/json' } });
