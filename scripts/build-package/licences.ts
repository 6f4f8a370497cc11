import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The licences of the packages in the bundles, as each requires, including those of code that such a package contains. */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const folders = new Map<string, Set<string>>();
  for (const path of inputs) {
    const [found] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path) ?? [];
    if (found === undefined) continue;
    const inProject = (place: string): string => place.replace(/^.*?(?=node_modules\/)/u, '');
    const places = folders.get(inProject(found)) ?? new Set([inProject(found)]);
    folders.set(inProject(found), places.add(inProject(dirname(path))));
  }
  const sorted = [...folders].sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = sorted.map(([folder, places]) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    const words = [...places].sort().flatMap((place) => licenceFilesIn(join(root, place)));
    return `${name} ${version} (${license})\n\n${[...new Set(words)].join('\n\n')}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceFilesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[sc]e|notice|copying)/iu.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
}
