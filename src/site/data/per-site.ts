import type { SiteData } from './site-data.ts';

/** Works something out once for each site: several are shown by one process, one after another. */
export function perSite<T>(make: (site: SiteData) => T): (site: SiteData) => T {
  const known = new WeakMap<SiteData, { readonly value: T }>();
  return (site) => {
    const found = known.get(site) ?? { value: make(site) };
    known.set(site, found);
    return found.value;
  };
}
