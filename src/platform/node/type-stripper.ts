import { createRequire } from 'node:module';

export interface TypeStripper {
  transformSync(source: string, options: { mode: 'strip-only' }): { readonly code: string };
}

/** New clauses come in groups, and loading the package again takes a tenth of a second. */
const LET_GO_MS = 2_000;

/**
 * Looks up the package once, because that takes half as long as stripping, and releases it afterwards, because it uses as much memory as
 * a small game. Its place is in `imports` of package.json.
 */
export function findTypeStripper(): () => TypeStripper {
  const require = createRequire(import.meta.url);
  const { cache, resolve } = require;
  const path = resolve('#amaro');
  const forget = (id: string): void => {
    const module = cache[id];
    delete cache[id];
    for (const child of module?.children ?? []) forget(child.id);
  };
  return () => {
    const held = cache[path];
    if (held !== undefined) return held.exports as TypeStripper;
    setTimeout(() => forget(path), LET_GO_MS).unref();
    return require(path) as TypeStripper;
  };
}
