import { peoplesNames } from './read-site.ts';
import { say } from './say.ts';
import type { SiteData } from './site-data.ts';

export function nameOf(site: SiteData, id: string): string {
  return peoplesNames(site).get(id) ?? (id === 'engine' ? say`the game` : id);
}

/** The name at the beginning of a sentence; a player's keeps its small letter. */
export function subjectOf(site: SiteData, id: string): string {
  return id === 'engine' ? say`The game` : nameOf(site, id);
}
