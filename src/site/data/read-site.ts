import { readFileSync } from 'node:fs';
import type { PostSummary, SiteData } from './site-data.ts';

let known: SiteData | null = null;

/** What `prepare/` wrote before the pages are built. */
export function readSite(): SiteData {
  const path = process.env['GITNOMIC_SITE_DATA'];
  if (path === undefined)
    throw new Error('The site is built by `gitnomic site`, which prepares what the pages show.');
  known ??= JSON.parse(readFileSync(path, 'utf8')) as SiteData;
  return known;
}

export function mattersOf(site: SiteData): readonly PostSummary[] {
  return site.posts.filter(({ votable }) => votable);
}

/** A path of the site, below the folder that it is served from. */
export function href(path: string): string {
  const base = (process.env['GITNOMIC_SITE_BASE'] ?? '/').replace(/\/$/, '');
  return `${base}/${path.replace(/^\//, '')}`;
}

let names: ReadonlyMap<string, string> | null = null;

export function nameOf(site: SiteData, id: string): string {
  return namesOf(site).get(id) ?? id;
}

export function isKnown(site: SiteData, id: string): boolean {
  return namesOf(site).has(id);
}

function namesOf(site: SiteData): ReadonlyMap<string, string> {
  names ??= new Map(site.people.map(({ id, name }) => [id, name]));
  return names;
}
