import type { APIRoute } from 'astro';
import { readSite } from '../../data/read-site.ts';
import { olderWords, searchEntries } from '../../data/search-entries.ts';

/** What can be found of the game as it is played, and where the words of dynasties that are over stand. */
export const GET: APIRoute = () => {
  const site = readSite();
  const index = { entries: searchEntries(site), older: olderWords(site) };
  return new Response(JSON.stringify(index), { headers: { 'content-type': 'application/json' } });
};
