import { join } from 'node:path';

import type { BuildOptions, Plugin } from 'esbuild';

import { bundleForBrowser } from './bundle-for-browser.ts';

export interface Script {
  readonly text: string;
  /** The sources of the bundle. */
  readonly inputs: readonly string[];
}

export async function scriptOf(options: BuildOptions): Promise<Script> {
  const { outputFiles, metafile } = await bundleForBrowser({
    format: 'iife',
    minify: true,
    outdir: 'nowhere',
    ...options,
  });
  return { text: outputFiles?.[0]?.text ?? '', inputs: Object.keys(metafile?.inputs ?? {}) };
}

/** The code that removes types from a clause is four megabytes, so it gets a script of its own. */
export async function typeStripper(root: string): Promise<Script> {
  const { text, inputs } = await scriptOf({
    stdin: { contents: "module.exports = require('amaro');", resolveDir: root },
    globalName: 'amaro',
    plugins: [withoutNode(root)],
  });
  return { text: asLetters(text), inputs };
}

/** Base64 hides from compressors what repeats: as one letter for each byte the code is a quarter smaller once it is compressed. */
function asLetters(script: string): string {
  return script.replace(/[\w$]+\.from\("([A-Za-z\d+/=]{1000,})","base64"\)/u, (_, base64: string) => {
    const letters = Buffer.from(base64, 'base64').toString('latin1');
    const quoted = letters.replace(/[`\\\r]|\$(?=\{)/gu, (one) => (one === '\r' ? '\\r' : `\\${one}`));
    return `Uint8Array.from(\`${quoted}\`,(one)=>one.charCodeAt(0))`;
  });
}

const OF_THEIR_OWN: Readonly<Record<string, string>> = { fs: 'fs', path: 'path' };

/** The server of a game at home uses Node's files and hashes. Here a few lines replace them with the worker's own. */
export function withoutNode(root: string): Plugin {
  const folder = join(root, 'scripts/build-playground/stand-ins');
  return {
    name: 'without-node',
    setup({ onResolve }) {
      onResolve({ filter: /^(node:.*|path|crypto|util|os|url|child_process|sharp|esbuild)$/ }, ({ path }) => {
        const name = OF_THEIR_OWN[path.replace('node:', '')] ?? 'others';
        return { path: join(folder, `${name}.ts`) };
      });
      // Nobody opens a clone of a game on GitHub in a browser.
      onResolve({ filter: /\/(open-hosted|upgrade-clone|check-workflows)\.ts$/ }, () => ({
        path: join(folder, 'others.ts'),
      }));
    },
  };
}
