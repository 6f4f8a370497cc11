import type { APIRoute } from 'astro';
import { iconOf } from '../data/icons.ts';
import { readSite } from '../data/read-site.ts';

export const GET: APIRoute = () =>
  new Response(iconOf(readSite(), { fills: false }), { headers: { 'content-type': 'image/svg+xml' } });
