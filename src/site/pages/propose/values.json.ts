import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';

/** What a proposal can set, for the form that asks what for. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(readSite().forms?.values ?? []), {
    headers: { 'content-type': 'application/json' },
  });
