import type { APIRoute } from 'astro';
import { readSite } from '../../../data/read-site.ts';

/** Every line of the ledger as a JSON document of its own. */
export const GET: APIRoute = () =>
  new Response((readSite().api?.ledger ?? []).map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'content-type': 'application/jsonl' },
  });
