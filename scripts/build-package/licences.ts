import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of the packages that are part of the bundles, as each of them wants it. */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const folders = new Set(
    inputs.flatMap((path) => {
      const [found] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path) ?? [];
      return found === undefined ? [] : [found.replace(/^.*?(?=node_modules\/)/u, '')];
    }),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    const files = readdirSync(join(root, folder)).filter((file) =>
      /^(licen[sc]e|notice|copying)/iu.test(file),
    );
    const words = files
      .filter((file) => existsSync(join(root, folder, file)))
      .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    return `${name} ${version} (${license})\n\n${words.join('\n\n')}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
