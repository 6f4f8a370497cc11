import { signInOf } from '../../site/data/read-site.ts';
import type { SiteData } from '../../site/data/site-data.ts';

/** The page to which the service sends its readers back. */
export function addresses(site: SiteData): readonly string[] {
  return signInOf(site) === null ? [] : ['signed-in/'];
}
