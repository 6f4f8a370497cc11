import type { APIRoute } from 'astro';
import { found, readSite } from '../data/read-site.ts';
import { rulesetInMarkdown } from '../data/rule-html.ts';

/** The whole ruleset as one text, to be kept, quoted or printed. */
export const GET: APIRoute = () => {
  const text = found(rulesetInMarkdown(readSite()) ?? undefined, 'the ruleset as one text');
  return new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
};
