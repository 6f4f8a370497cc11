import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { buildPackage } from '../../../scripts/build-package/build.ts';
import { ALL } from '../../package/install.ts';

/** The package as people install it. To a game that a clone has run, it is another engine: caches and the sandbox's parts are made anew. */
export async function anotherEngine(clone: string, folder: string): Promise<string> {
  const installed = join(folder, 'node_modules/gitnomic');
  await buildPackage(clone, installed);
  for (const name of ALL) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(clone, 'node_modules', name), link, 'junction');
  }
  return join(installed, 'bin/gitnomic.mjs');
}
