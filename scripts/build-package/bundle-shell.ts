import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build, type Plugin } from 'esbuild';

import { compiledShell } from '../../src/site/render/shell.ts';
import { OLDEST_NODE } from './manifest.ts';

/** Bundles the site's compiled source with the parts of Astro that it imports, so that users of the package need no Astro. */
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
    format: 'esm',
    platform: 'node',
    target: `node${OLDEST_NODE}`,
    external: ['sharp'],
    // The shell is in a cache folder, from which packages must be found as from the project.
    nodePaths: [join(root, 'node_modules')],
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [withoutPlaces(root, shell), picturesOnDemand()],
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  mkdirSync(join(folder, 'shell/server'), { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  for (const part of ['client', 'classic'])
    cpSync(join(shell, part), join(folder, 'shell', part), { recursive: true });
  writeFileSync(join(folder, 'shell/made-of.txt'), source);
  return { inputs: Object.keys(metafile.inputs) };
}

/** Removes the place and process of Astro's compilation, which nobody reads and which would differ in each build. */
function withoutPlaces(root: string, shell: string): Plugin {
  return {
    name: 'without-places',
    setup(own) {
      own.onLoad({ filter: /\.m?js$/ }, ({ path }) => {
        if (!path.startsWith(shell)) return undefined;
        const text = readFileSync(path, 'utf8').replaceAll(root, '');
        return { contents: text.replaceAll(/(shells\/[\da-f]+)\.\d+/gu, '$1'), loader: 'js' };
      });
    },
  };
}

/** A single file imports all names at once, but sharp may not be installed, so it is imported only when there is a picture. */
function picturesOnDemand(): Plugin {
  return {
    name: 'pictures-on-demand',
    setup(own) {
      const namespace = 'pictures-on-demand';
      own.onResolve({ filter: /^sharp$/ }, ({ kind, path }) =>
        kind === 'import-statement' ? { path, namespace } : undefined,
      );
      own.onLoad({ filter: /.*/, namespace }, () => ({
        contents: "export default (await import('sharp')).default;",
        loader: 'js',
      }));
    },
  };
}
