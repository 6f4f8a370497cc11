import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns every file that becomes a page, by its path in the repository. */
export function readDocs(root: string): ReadonlyMap<string, string> {
  const paths = globSync('docs/**/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return new Map(
    ['README.md', ...paths.sort()].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

/** Returns the banner of all pages until the changelog gives the version a date, then null. */
export function bannerOf(root: string): string | null {
  const [, version = '', said = ''] =
    /^## (\S+) \(([^)]*)\)$/mu.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
  return /^\d{4}-/u.test(said)
    ? null
    : `Version ${version} is not released yet: no registry has the package, and no tag the Action.`;
}
