import type { SiteData } from '../../site/data/site-data.ts';

/** The file in which these pages find everything else. */
export const ABOUT = 'record/about.json';

export function addresses({ beside, home }: SiteData): readonly string[] {
  return home === null && beside.includes(ABOUT) ? ['check/', 'what-if/'] : [];
}
