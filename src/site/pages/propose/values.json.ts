import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';

/** Values that a proposal can set, for the form that asks for them. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(readSite().forms?.values ?? []), {
    headers: { 'content-type': 'application/json' },
  });
