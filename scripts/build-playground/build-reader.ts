// `node scripts/build-playground/build-reader.ts FOLDER`: writes the code that a published site's pages load
// to check a game and to try changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundleForBrowser, PLACE } from './bundle-for-browser.ts';
import { engineFiles } from './engine-files.ts';
import { typeStripper } from './type-stripper.ts';

export interface Reader {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** The sources of its bundles. */
  readonly inputs: readonly string[];
}

async function makeReader(root: string): Promise<Reader> {
  const { outputFiles, metafile } = await bundleForBrowser({
    entryPoints: ['src/playground/reader.ts'],
    format: 'iife',
    minify: true,
    outdir: 'nowhere',
  });
  // A game has its own rules, so the library is left out.
  const engine = [...engineFiles(root)].filter(([path]) => path !== 'content/library.json');
  const texts = engine.filter((one): one is [string, string] => typeof one[1] === 'string');
  const binary = engine.filter((one): one is [string, Uint8Array] => typeof one[1] !== 'string');
  const nameOf = (path: string): string => path.split('/').at(-1) ?? '';
  const at = <T>(all: readonly (readonly [string, T])[]): Record<string, T> =>
    Object.fromEntries(all.map(([path, one]) => [`${PLACE}${path}`, one]));
  const stripper = await typeStripper(root);
  const files = new Map<string, string | Uint8Array>([
    ['reader.js', outputFiles?.[0]?.contents ?? ''],
    ['type-stripper.js', stripper.text],
    [
      'engine.json',
      JSON.stringify({
        texts: at(texts),
        binary: at(binary.map(([path]) => [path, nameOf(path)] as const)),
      }),
    ],
    ...binary.map(([path, bytes]) => [nameOf(path), bytes] as const),
  ]);
  return { files, inputs: [...Object.keys(metafile?.inputs ?? {}), ...stripper.inputs] };
}

export async function writeReader(root: string, folder: string): Promise<Reader['inputs']> {
  mkdirSync(folder, { recursive: true });
  const { files, inputs } = await makeReader(root);
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  return inputs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'dist/reader'] = process.argv.slice(2);
  await writeReader(fileURLToPath(new URL('../../', import.meta.url)), folder);
}
