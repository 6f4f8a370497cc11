// Threads and processes that make pages or run clauses load hundreds of sources each, which takes longer than most of their work.
import { join, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vitest/config';

import { startingBundled, threadFolder } from '../../scripts/set-up/bundle.mjs';
import { findBundle } from '../../scripts/set-up/find-bundle.mjs';

/** A source as it starts them from their bundles; undefined where it starts none, or where set-up made none of what is there now. */
export function fromBundle(root: string): (path: string, text: string) => string | undefined {
  const bundle = findBundle(root);
  if (bundle === null) return () => undefined;
  const { href } = pathToFileURL(join(dirname(bundle.entry), threadFolder));
  return (path, text) => startingBundled(root, { path, text }, (file) => `new URL('${href}/${file}')`);
}

/** Tests start them as the command line does. */
export function bundledThreads(root: string): Plugin {
  let started = fromBundle(root);
  return {
    name: 'bundled threads',
    enforce: 'pre',
    transform: (text, id) => started(id, text),
    configureVitest({ defineCacheKeyGenerator, vitest }) {
      // Sources that are written meanwhile are others than those of the bundle.
      if (vitest.config.watch) started = () => undefined;
      // What Vitest keeps of a file goes by the file’s own text.
      defineCacheKeyGenerator(({ id, sourceCode }) => started(id, sourceCode) ?? null);
    },
  };
}
