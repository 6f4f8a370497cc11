import type { SiteData } from './site-data.ts';

const WORKED_OUT = Symbol('worked out');

/** Works something out once for each site, and leaves it there: several are shown by one process, one after another. */
export function perSite<T>(make: (site: SiteData) => T): (site: SiteData) => T {
  return (site) => {
    const known = workedOut(site);
    if (!known.has(make)) known.set(make, make(site));
    return known.get(make) as T;
  };
}

function workedOut(site: SiteData & { [WORKED_OUT]?: Map<unknown, unknown> }): Map<unknown, unknown> {
  const known = site[WORKED_OUT] ?? new Map<unknown, unknown>();
  // Not enumerable, so that a copy that says something else does not take it along.
  Object.defineProperty(site, WORKED_OUT, { value: known, configurable: true });
  return known;
}
