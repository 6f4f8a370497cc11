// `node scripts/build-playground/build-reader.ts FOLDER`: writes the code that a published site's pages load
// to check a game and to try changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { engineFiles, writtenEngine } from './engine-files.ts';
import { scriptOf, typeStripper } from './type-stripper.ts';

export interface Reader {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** The sources of its bundles. */
  readonly inputs: readonly string[];
}

async function makeReader(root: string): Promise<Reader> {
  const { text, inputs } = await scriptOf({ entryPoints: ['src/addons/reader-checks/worker.ts'] });
  // A game has its own rules, so the library is left out.
  const engine = new Map([...engineFiles(root)].filter(([path]) => path !== 'content/library.json'));
  const { json, binary } = writtenEngine(engine);
  const stripper = await typeStripper(root);
  const files = new Map<string, string | Uint8Array>([
    ['reader.js', text],
    ['type-stripper.js', stripper.text],
    ['engine.json', json],
    ...binary,
  ]);
  return { files, inputs: [...inputs, ...stripper.inputs] };
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
