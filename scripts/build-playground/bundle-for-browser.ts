import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type BuildOptions, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STAND_INS = fileURLToPath(new URL('../../src/platform/web/stand-ins/', import.meta.url));

/** Replaces modules of Node that packages import with a few lines each instead of a general polyfill. */
const instead: Readonly<Record<string, string>> = {
  fs: 'fs.ts',
  'sha.js/sha1.js': 'sha1.ts',
};

const standIns: Plugin = {
  name: 'stand-ins',
  setup({ onResolve }) {
    onResolve({ filter: /^(fs|sha\.js\/sha1\.js)$/ }, ({ path }) => ({
      path: `${STAND_INS}${instead[path]}`,
    }));
  },
};

/** zod's messages in other languages, which nobody reads here. */
const onlyEnglish: Plugin = {
  name: 'only-english',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

/** The engine's own folder in the worker's files, with the layout of the published package. */
export const PLACE = '/gitnomic/';

/** Makes modules that find files by their own path find them in the worker's files, where the published package has them. */
const places: Plugin = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const place = relative(ROOT, path).replaceAll('\\', '/').replace(/\.ts$/u, '.js');
      const url = JSON.stringify(`file://${PLACE}${place}`);
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

/** The options with which esbuild makes the engine run in a browser. */
export const FOR_BROWSERS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'browser',
  target: 'es2024',
  // Otherwise some packages require a document.
  conditions: ['worker', 'browser'],
  define: { 'import.meta.url': JSON.stringify(`file://${PLACE}`) },
  inject: [`${STAND_INS}buffer.ts`],
  plugins: [standIns, places, onlyEnglish],
  write: false,
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

export function bundleForBrowser(options: BuildOptions): ReturnType<typeof build> {
  const plugins = [...(options.plugins ?? []), ...FOR_BROWSERS.plugins];
  return build({ ...FOR_BROWSERS, ...options, plugins });
}
