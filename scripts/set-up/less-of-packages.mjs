// Parts of packages that a bundle does without, or has of Node: plugins of esbuild.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What zod says in other languages than English is a third of the bundle, and nobody reads it.
 * @returns {import('esbuild').Plugin} */
export function onlyEnglish() {
  return {
    name: 'only-english',
    setup(build) {
      build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
        contents: "export { default as en } from './en.js';",
        loader: 'js',
      }));
    },
  };
}

/** Answers of a sandbox end where a zero stands: it is looked for at once, and not letter by letter, which takes longer than to read the answer.
 * @returns {import('esbuild').Plugin} */
export function findEnds() {
  const letterByLetter = /for\(;(\w+)\[(\w+)\]&&!\(\2>=(\w+)\);\)\+\+\2;return \2/u;
  return {
    name: 'find-ends',
    setup(build) {
      build.onLoad({ filter: /quickjs-wasmfile-release-sync[\\/].*emscripten-module\.m?js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!letterByLetter.test(text)) throw new Error(`nothing in ${path} looks for ends letter by letter`);
        const end = '$2=$1.indexOf(0,$2);if($2<0)$2=$1.length;return $2>$3?$3:$2';
        return { contents: text.replace(letterByLetter, end), loader: 'js' };
      });
    },
  };
}

/** Where it is asked for by its very name; the one that stands for it may ask for parts of it.
 * @returns {import('esbuild').Plugin} */
export function inflateByNode() {
  return {
    name: 'inflate-by-node',
    setup(build) {
      build.onResolve({ filter: /^pako$/ }, () => ({ path: join(import.meta.dirname, 'pako.mjs') }));
    },
  };
}

/** isomorphic-git takes what browsers make sums with where it finds that, and Node takes longer to load it than to make the sums.
 * @returns {import('esbuild').Plugin} */
export function noSumsOfBrowsers() {
  return {
    name: 'no-sums-of-browsers',
    setup(build) {
      build.onLoad({ filter: /[\\/]isomorphic-git[\\/]index\.c?js$/ }, async ({ path }) => {
        const define = { 'crypto.subtle': 'undefined' };
        const { code } = await build.esbuild.transform(readFileSync(path, 'utf8'), { define });
        return { contents: code, loader: 'js' };
      });
    },
  };
}
