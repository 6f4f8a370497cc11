import { resolveImport } from './find-breaches.ts';
import { readSource } from './read-source.ts';

/** Which files each file imports, types counted, by their paths from the project's root. */
export type ImportsOf = ReadonlyMap<string, readonly string[]>;

/**
 * Every circle in a folder and in the folders below it, each as a readable path: `src/a/b.ts → src/a/c → src/a/b.ts`. In each
 * folder a file counts as itself and a folder below it as one, with all that is in it: so a circle of files anywhere is
 * found, and one of folders whose files form none.
 */
export function findCircles(imports: ImportsOf, folder: string): string[] {
  const within = linksWithin(imports, folder);
  const below = [...within.keys()].filter((entry) => !entry.endsWith('.ts'));
  const circles = knotsOf(within).map((knot) => shortestCircle(knot, within));
  return [...circles, ...below.flatMap((entry) => findCircles(imports, entry))];
}

type Links = ReadonlyMap<string, ReadonlySet<string>>;

function linksWithin(imports: ImportsOf, folder: string): Links {
  const entryOf = (path: string): string => path.split('/', folder.split('/').length + 1).join('/');
  const links = new Map<string, Set<string>>();
  for (const [path, targets] of imports) {
    if (!path.startsWith(`${folder}/`)) continue;
    const entry = entryOf(path);
    const to = links.get(entry) ?? new Set();
    links.set(entry, to);
    for (const target of targets)
      if (target.startsWith(`${folder}/`) && entryOf(target) !== entry) to.add(entryOf(target));
  }
  return links;
}

/** What can be reached from an entry, in the order in which it is reached, each with the entry before it. */
function reachedFrom(start: string, links: Links): Map<string, string> {
  const before = new Map<string, string>();
  const queue = [start];
  for (const at of queue)
    for (const next of [...(links.get(at) ?? [])].sort()) {
      if (before.has(next)) continue;
      before.set(next, at);
      if (next !== start) queue.push(next);
    }
  return before;
}

/** Entries that reach each other, as many together as do. */
function knotsOf(links: Links): string[][] {
  const reached = new Map([...links.keys()].map((entry) => [entry, reachedFrom(entry, links)]));
  const knots = new Map<string, string[]>();
  for (const [entry, there] of reached) {
    if (!there.has(entry)) continue;
    const knot = [...there.keys()].filter((other) => reached.get(other)?.has(entry) === true).sort();
    knots.set(knot.join(), knot);
  }
  return [...knots.values()];
}

/** The shortest way from the knot's first entry back to it, and what else hangs in the knot. */
function shortestCircle(knot: readonly string[], links: Links): string {
  const [start = ''] = knot;
  const before = reachedFrom(start, links);
  const circle = [start];
  do circle.unshift(before.get(circle[0] ?? '') ?? start);
  while (circle[0] !== start);
  const others = knot.filter((entry) => !circle.includes(entry));
  return `${circle.join(' → ')}${others.length === 0 ? '' : `, and with it ${others.join(', ')}`}`;
}

/** What one file imports of this project, types counted, by paths from its root. */
export function importsOf(path: string, code: string): string[] {
  return readSource(code, path).imports.flatMap(({ specifier }) => resolveImport(path, specifier) ?? []);
}
