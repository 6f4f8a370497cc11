import { createRequire } from 'node:module';

interface Amaro {
  transformSync(source: string, options: { mode: 'strip-only' }): { readonly code: string };
}

/** New clauses come in groups, and loading the package again takes a tenth of a second. */
const LET_GO_MS = 2_000;

/**
 * Strips types from one text after another. It looks up the package once, because that takes half as long as
 * stripping, and releases it afterwards, because it uses as much memory as a small game.
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
 * Strips types and leaves everything else in place. A pinned dependency does this, so that a newer Node can't read an
 * old clause differently. It is four megabytes and is loaded with the first new clause; `imports` in package.json
 * says from where.
 */
export function stripTypes(typescript: string): string {
  return typeStripper()(typescript);
}

function strip({ transformSync }: Amaro, typescript: string): string {
  try {
    return transformSync(typescript, { mode: 'strip-only' }).code;
  } catch (error) {
    // Amaro throws a plain object for a syntax error.
    if (error instanceof Error) throw error;
    throw new SyntaxError((error as { readonly message: string }).message, { cause: error });
  }
}
