import type { SiteData } from '../../site/data/site-data.ts';

/** The file in which these pages find everything else. */
export const ABOUT = 'record/about.json';

export function hasRecord({ beside, home }: SiteData): boolean {
  return home === null && beside.includes(ABOUT);
}

export function addresses(site: SiteData): readonly string[] {
  return ['dice/', ...(hasRecord(site) ? ['check/', 'what-if/'] : [])];
}
