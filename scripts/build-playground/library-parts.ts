import { SHARED, type LibraryPart } from '../../src/store/library-parts.ts';
import { makeReady } from '../../src/sandbox/ready-clauses.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import { choicesOf, clausesIn, SAMPLE_ONLY, tablesIn } from '../build-package/clauses.ts';

/** Parts the library, so that a browser loads one core and one dynasty: `core/2021/votes.md` → `core-2021`. */
export function libraryParts(library: ContentFiles): ReadonlyMap<string, LibraryPart> {
  const parts = new Map<string, Map<string, string>>();
  for (const [path, text] of library) {
    if (SAMPLE_ONLY.test(path) || NOT_PLAYED.test(path)) continue;
    const name = SAID_OF_PACK.test(path) ? SHARED : partOf(path, library);
    parts.set(name, (parts.get(name) ?? new Map<string, string>()).set(path, text));
  }
  const tables = new Map(
    choicesOf(library).map((choice) => [choice.dynasty ?? `core-${choice.core}`, tablesIn(library, choice)]),
  );
  return new Map(
    [...parts].map(([name, texts]) => {
      const all = [...clausesIn(texts), ...(tables.get(name) ?? [])];
      const clauses = Object.fromEntries(makeReady(all));
      return [name, { texts: Object.fromEntries(texts), clauses }];
    }),
  );
}

/** Samples, and scenarios of helpers, which belong to no game. */
const NOT_PLAYED = /^sample[^/]*\.yml$|^core\/scenarios\//u;
const SAID_OF_PACK = /\/(?:pack|site)\.yml$/u;

function partOf(path: string, library: ContentFiles): string {
  const [first = '', second = ''] = path.split('/');
  const [folder, name] = first === 'core' ? [`core/${second}`, `core-${second}`] : [first, first];
  return library.has(`${folder}/pack.yml`) ? name : SHARED;
}
