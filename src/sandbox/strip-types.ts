import { createRequire } from 'node:module';

interface Amaro {
  transformSync(source: string, options: { mode: 'strip-only' }): { readonly code: string };
}

/** New clauses come together. To load it again for a later one takes a tenth of a second. */
const LET_GO_MS = 2_000;

/** It takes as much memory as all of a small game does, so that it is let go of again. */
function amaro(): Amaro {
  const require = createRequire(import.meta.url);
  const { cache, resolve } = require;
  const path = resolve('#amaro');
  const forget = (id: string): void => {
    const module = cache[id];
    delete cache[id];
    for (const child of module?.children ?? []) forget(child.id);
  };
  if (cache[path] === undefined) setTimeout(() => forget(path), LET_GO_MS).unref();
  return require(path) as Amaro;
}

/**
 * TypeScript with its types taken out and everything else where it stood. A pinned dependency does this, so that a newer
 * Node never reads an old clause differently. It is four megabytes, and is loaded with the first clause that is new; `imports` of package.json say
 * from where, which is a file of the package's own where that is the published one.
 */
export function stripTypes(typescript: string): string {
  const { transformSync } = amaro();
  try {
    return transformSync(typescript, { mode: 'strip-only' }).code;
  } catch (error) {
    // Amaro throws a plain object for a mistake in the source.
    if (error instanceof Error) throw error;
    throw new SyntaxError((error as { readonly message: string }).message, { cause: error });
  }
}
