import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';

/** The values that a proposal can set, for its form. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(readSite().forms?.values ?? []), {
    headers: { 'content-type': 'application/json' },
  });
