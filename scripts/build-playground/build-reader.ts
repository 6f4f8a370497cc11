// `node scripts/build-playground/build-reader.ts FOLDER`: writes what a published site's pages load to check a game and to try changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundleForBrowser, PLACE } from './bundle-for-browser.ts';
import { engineFiles } from './engine-files.ts';
import { typeStripper } from './type-stripper.ts';

/** Files by name. */
export async function makeReader(root: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { outputFiles } = await bundleForBrowser({
    entryPoints: ['src/playground/reader.ts'],
    format: 'iife',
    minify: true,
    outdir: 'nowhere',
  });
  // A game brings its own rules.
  const engine = [...engineFiles(root)].filter(([path]) => path !== 'content/library.json');
  const texts = engine.filter((one): one is [string, string] => typeof one[1] === 'string');
  const binary = engine.filter((one): one is [string, Uint8Array] => typeof one[1] !== 'string');
  const nameOf = (path: string): string => path.split('/').at(-1) ?? '';
  const at = <T>(all: readonly (readonly [string, T])[]): Record<string, T> =>
    Object.fromEntries(all.map(([path, one]) => [`${PLACE}${path}`, one]));
  return new Map<string, string | Uint8Array>([
    ['reader.js', outputFiles?.[0]?.contents ?? ''],
    ['type-stripper.js', await typeStripper(root)],
    [
      'engine.json',
      JSON.stringify({
        texts: at(texts),
        binary: at(binary.map(([path]) => [path, nameOf(path)] as const)),
      }),
    ],
    ...binary.map(([path, bytes]) => [nameOf(path), bytes] as const),
  ]);
}

export async function writeReader(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of await makeReader(root)) writeFileSync(join(folder, name), content);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'dist/reader'] = process.argv.slice(2);
  await writeReader(fileURLToPath(new URL('../../', import.meta.url)), folder);
}
