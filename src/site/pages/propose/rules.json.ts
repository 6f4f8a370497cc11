import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';

/** The source texts of the rules and their clauses, to be edited in the browser. */
export const GET: APIRoute = () => {
  const { sources, rules } = readSite();
  const clauses = new Map(rules.map(({ path, clause }) => [path, clause ?? '']));
  const all = sources.map((one) => ({ ...one, clause: clauses.get(one.path) ?? '' }));
  return new Response(JSON.stringify(all), { headers: { 'content-type': 'application/json' } });
};
