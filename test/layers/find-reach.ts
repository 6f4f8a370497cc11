import { impure } from './map.ts';
import { resolveImport } from './find-breaches.ts';
import type { Import } from './read-source.ts';

/** What each file imports, by its path from the project's root. */
export type Imports = ReadonlyMap<string, readonly Import[]>;

/** What is asked for of an import: whether it is one that must not be reached, and whether the way goes on through it. */
interface Search {
  finds(specifier: string): boolean;
  follows(one: Import): boolean;
}

/**
 * What does more than compute among all that some files bring along, each with the way to it:
 * `src/session/a.ts → src/store/b.ts → node:fs`. Imports of types alone bring nothing.
 */
export function findImpureReach(imports: Imports, from: readonly string[]): string[] {
  return findReach(imports, from, {
    finds: (specifier) => impure.some((pattern) => pattern.test(specifier)),
    follows: () => true,
  });
}

/** The packages but for these that are loaded together with some files, each with the way to it. */
export function findLoadedPackages(
  imports: Imports,
  from: readonly string[],
  allowed: readonly string[],
): string[] {
  return findReach(imports, from, {
    finds: (specifier) => !specifier.startsWith('node:') && !allowed.includes(specifier),
    follows: ({ later }) => !later,
  });
}

function findReach(imports: Imports, from: readonly string[], { finds, follows }: Search): string[] {
  const before = new Map<string, string | null>(from.map((path) => [path, null]));
  const found: string[] = [];
  for (const path of before.keys()) {
    for (const one of imports.get(path) ?? []) {
      if (one.typeOnly || !follows(one)) continue;
      const target = resolveImport(path, one.specifier);
      if (target === undefined) {
        if (finds(one.specifier)) found.push([...wayTo(path, before), one.specifier].join(' → '));
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
