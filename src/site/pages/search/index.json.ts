import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';
import { olderWords, searchEntries } from '../../data/search-entries.ts';

/** The search index of the game as it is played, and the addresses of the indexes of past dynasties. */
export const GET: APIRoute = () => {
  const site = readSite();
  const index = { entries: searchEntries(site), older: olderWords(site) };
  return new Response(JSON.stringify(index), { headers: { 'content-type': 'application/json' } });
};
