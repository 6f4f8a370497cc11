import { impure } from './map.ts';
import { resolveImport } from './find-breaches.ts';
import type { Import } from './read-source.ts';

/** What each file imports, by its path from the project's root. */
export type Imports = ReadonlyMap<string, readonly Import[]>;

/**
 * What does more than compute among all that some files bring along, each with the way to it:
 * `src/decide/a.ts → src/store/b.ts → node:fs`. Imports of types alone bring nothing.
 */
export function findImpureReach(imports: Imports, from: readonly string[]): string[] {
  const before = new Map<string, string | null>(from.map((path) => [path, null]));
  const found: string[] = [];
  for (const path of before.keys()) {
    for (const { specifier, typeOnly } of imports.get(path) ?? []) {
      if (typeOnly) continue;
      const target = resolveImport(path, specifier);
      if (target === undefined) {
        if (impure.some((pattern) => pattern.test(specifier)))
          found.push([...wayTo(path, before), specifier].join(' → '));
      } else if (!before.has(target)) before.set(target, path);
    }
  }
  return found;
}

function wayTo(path: string, before: ReadonlyMap<string, string | null>): string[] {
  const way: string[] = [];
  for (let at: string | null = path; at !== null; at = before.get(at) ?? null) way.unshift(at);
  return way;
}
