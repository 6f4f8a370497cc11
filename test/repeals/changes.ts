import type { Change, Files } from './play-without.ts';

/** The dynastic rules of a pack by their paths: `dynastic/items`. */
export function rulesOf(library: Files, pack: string): readonly string[] {
  const folder = `${pack}/dynastic/`;
  return Array.from(library.keys())
    .filter((path) => path.startsWith(folder) && path.endsWith('.md'))
    .map((path) => path.slice(pack.length + 1, -'.md'.length))
    .sort();
}

const without = (files: Files, isGone: (path: string) => boolean): Files =>
  new Map([...files].filter(([path]) => !isGone(path)));

/** A rule goes with all that stands below it, as a repeal has it. */
export function repeal(...rules: readonly string[]): Change {
  const isGone = (path: string): boolean =>
    rules.some((rule) => path === `${rule}.md` || path === `${rule}.ts` || path.startsWith(`${rule}/`));
  return { what: `repeal ${rules.join(' and ')}`, make: (files) => without(files, isGone) };
}

/** The text stays, and people play it. */
export function deleteClause(rule: string): Change {
  return {
    what: `without the clause of ${rule}`,
    make: (files) => without(files, (path) => path === `${rule}.ts`),
  };
}

/** The rules that stand below no other: with one of them its whole sub-tree goes. */
export function topOf(rules: readonly string[]): readonly string[] {
  return rules.filter((rule) => !rules.some((other) => rule.startsWith(`${other}/`)));
}

export function pairsOf(rules: readonly string[]): readonly (readonly [string, string])[] {
  return rules.flatMap((one, at) => rules.slice(at + 1).map((other) => [one, other] as const));
}
