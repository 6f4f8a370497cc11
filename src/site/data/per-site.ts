import type { SiteData } from './site-data.ts';

const WORKED_OUT = Symbol('worked out');

/** Memoises a computation for each site, since one process shows several sites in turn. */
export function perSite<T>(make: (site: SiteData) => T): (site: SiteData) => T {
  return (site) => {
    const known = workedOut(site);
    if (!known.has(make)) known.set(make, make(site));
    return known.get(make) as T;
  };
}

function workedOut(site: SiteData & { [WORKED_OUT]?: Map<unknown, unknown> }): Map<unknown, unknown> {
  const before = site[WORKED_OUT];
  if (before !== undefined) return before;
  const known = new Map<unknown, unknown>();
  // Not enumerable, so that modified copies of the site don't inherit it.
  Object.defineProperty(site, WORKED_OUT, { value: known, configurable: true });
  return known;
}
