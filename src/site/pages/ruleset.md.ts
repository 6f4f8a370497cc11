import type { APIRoute } from 'astro';
import { found } from '../data/page-lookup.ts';
import { readSite } from '../data/read-site.ts';
import { rulesetInMarkdown } from '../data/ruleset-in-markdown.ts';

/** The whole ruleset as one text, to be kept, quoted or printed. */
export const GET: APIRoute = () => {
  const text = found(rulesetInMarkdown(readSite()) ?? undefined, 'the ruleset as one text');
  return new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
};
