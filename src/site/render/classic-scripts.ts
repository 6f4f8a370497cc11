import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

import { putFile } from '#platform/files.ts';

/** The folder of a shell's scripts as classic scripts: a browser loads no modules for a page that is opened from a folder. */
const CLASSIC = 'classic';
/** Astro gives such names to the scripts of pages, which share the other scripts. */
const NAMED_BY_PAGES = '_astro/*.astro_astro_type_script_*.js';
const ENDING = '.file.js';

/** `_astro/page.DI98C9dL.js` → `_astro/page.DI98C9dL.file.js` */
export function classicOf(module: string): string {
  return module.replace(/\.js$/u, ENDING);
}

export function classicIn(shell: string, module: string): string {
  return join(shell, CLASSIC, classicOf(basename(module)));
}

/** Made when the shell is compiled, so that the installed package, which has no bundler, has them too. */
export async function writeClassic(shell: string): Promise<void> {
  const client = join(shell, 'client');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: globSync(NAMED_BY_PAGES, { cwd: client }).map((path) => join(client, path)),
    outdir: join(shell, CLASSIC),
    outExtension: { '.js': ENDING },
    bundle: true,
    minify: true,
    format: 'iife',
    logLevel: 'error',
    write: false,
  });
  for (const { path, contents } of outputFiles) putFile(path, contents, { durable: false });
}
