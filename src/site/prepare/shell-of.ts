import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteData } from '../data/site-data.ts';

/** A hash of what stands on every page beside its own content: names, menu, theme, address, and the site's own code. */
export function shellOf(site: SiteData, base: string, source: string): string {
  const hash = createHash('sha1');
  const { game, display, people, sections } = site;
  const names = people.map(({ id, name }) => [id, name]);
  hash.update(JSON.stringify({ game, display, names, sections, base, node: process.version }));
  for (const path of globSync('**/*.{astro,ts,css}', { cwd: source }).sort())
    if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(join(source, path)));
  return hash.digest('base64url');
}
