import { createRequire } from 'node:module';

interface Amaro {
  transformSync(source: string, options: { mode: 'strip-only' }): { readonly code: string };
}

/** New clauses come together. To load it again for a later one takes a tenth of a second. */
const LET_GO_MS = 2_000;

/**
 * Takes the types out of one text after another. To find the package for each of them took half as long as to take its types out, so that it is
 * found once. It takes as much memory as all of a small game does, so that it is let go of again.
 */
export function typeStripper(): (typescript: string) => string {
  const require = createRequire(import.meta.url);
  const { cache, resolve } = require;
  const path = resolve('#amaro');
  const forget = (id: string): void => {
    const module = cache[id];
    delete cache[id];
    for (const child of module?.children ?? []) forget(child.id);
  };
  const amaro = (): Amaro => {
    const held = cache[path];
    if (held !== undefined) return held.exports as Amaro;
    setTimeout(() => forget(path), LET_GO_MS).unref();
    return require(path) as Amaro;
  };
  return (typescript) => strip(amaro(), typescript);
}

/**
 * TypeScript with its types taken out and everything else where it stood. A pinned dependency does this, so that a newer
 * Node never reads an old clause differently. It is four megabytes, and is loaded with the first clause that is new; `imports` of package.json say
 * from where, which is a file of the package's own where that is the published one.
 */
export function stripTypes(typescript: string): string {
  return typeStripper()(typescript);
}

function strip({ transformSync }: Amaro, typescript: string): string {
  try {
    return transformSync(typescript, { mode: 'strip-only' }).code;
  } catch (error) {
    // Amaro throws a plain object for a mistake in the source.
    if (error instanceof Error) throw error;
    throw new SyntaxError((error as { readonly message: string }).message, { cause: error });
  }
}
