import { join } from 'node:path';

import type { Plugin } from 'esbuild';

import { bundleForBrowser } from './bundle-for-browser.ts';

export interface TypeStripperScript {
  readonly text: string;
  readonly inputs: readonly string[];
}

/** The code that removes types from a clause is four megabytes, so it gets a script of its own. */
export async function typeStripper(root: string): Promise<TypeStripperScript> {
  const { outputFiles, metafile } = await bundleForBrowser({
    stdin: { contents: "module.exports = require('amaro');", resolveDir: root },
    format: 'iife',
    globalName: 'amaro',
    minify: true,
    plugins: [withoutNode(root)],
    outdir: 'nowhere',
  });
  return { text: outputFiles?.[0]?.text ?? '', inputs: Object.keys(metafile?.inputs ?? {}) };
}

const OF_THEIR_OWN: Readonly<Record<string, string>> = { fs: 'fs', path: 'path', crypto: 'crypto' };

/** The server of a game at home uses Node's files and hashes. Here a few lines replace them with the worker's own. */
export function withoutNode(root: string): Plugin {
  const folder = join(root, 'src/playground/stand-ins');
  return {
    name: 'without-node',
    setup({ onResolve }) {
      onResolve({ filter: /^(node:.*|path|crypto|util|os|url|child_process|sharp|esbuild)$/ }, ({ path }) => {
        const name = OF_THEIR_OWN[path.replace('node:', '')] ?? 'others';
        return { path: join(folder, `${name}.ts`) };
      });
    },
  };
}
