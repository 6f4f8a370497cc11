import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import { compiledShell } from '../../src/site/render/shell.ts';

/** The site's source as Astro compiled it, with what that imports of Astro: whoever has the package needs no Astro. */
export async function bundleShell(
  root: string,
  folder: string,
): Promise<{ readonly inputs: readonly string[] }> {
  const { folder: shell, source } = await compiledShell();
  const { metafile, outputFiles } = await build({
    entryPoints: [join(shell, 'server/entry.mjs')],
    absWorkingDir: root,
    outdir: join(folder, 'shell/server'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.13',
    external: ['sharp'],
    // The shell lies in a cache, from which packages are found as from the project.
    nodePaths: [join(root, 'node_modules')],
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  mkdirSync(join(folder, 'shell/server'), { recursive: true });
  // Astro writes down where each page's source lay; nobody reads it, and it is nobody's business.
  for (const { path, text } of outputFiles) writeFileSync(path, text.replaceAll(root, ''));
  cpSync(join(shell, 'client'), join(folder, 'shell/client'), { recursive: true });
  writeFileSync(join(folder, 'shell/made-of.txt'), source);
  return { inputs: Object.keys(metafile.inputs) };
}
