import type { APIRoute } from 'astro';
import { readSite } from '../data/read-site.ts';

/** The group's own style, which is applied last. */
export const GET: APIRoute = () =>
  new Response(readSite().display.css, { headers: { 'content-type': 'text/css' } });
