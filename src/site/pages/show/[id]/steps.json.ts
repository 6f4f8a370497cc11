import type { APIRoute } from 'astro';
import { nameOf } from '../../../data/say.ts';
import { readSite } from '../../../data/read-site.ts';

/** The steps in a map's history, which the browser can go through. */
export const GET: APIRoute = ({ params }) => {
  const site = readSite();
  const map = site.maps[params['id'] ?? ''];
  const titles = new Map(site.ledger.map(({ n, done }) => [n, done]));
  const steps = map?.steps.map(({ n, at, by, what, cells }) => ({
    at,
    by: nameOf(site, by),
    what: titles.get(n) ?? what,
    cells,
  }));
  return new Response(JSON.stringify({ first: map?.first ?? {}, steps: steps ?? [] }), {
    headers: { 'content-type': 'application/json' },
  });
};
