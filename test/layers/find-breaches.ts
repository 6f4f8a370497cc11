import { posix } from 'node:path';

import { faces } from './faces.ts';
import { impure, impureUses, layers, nodeUses, runsAnywhere } from './map.ts';
import type { Layer } from './map.ts';
import { readSource } from './read-source.ts';
import type { Import, Use } from './read-source.ts';

const selfReference = 'gitnomic/rules';

/** `src/tick/tick.ts` → `tick`; `src/stray.ts` → undefined */
function layerOf(path: string): string | undefined {
  const [top, layer, ...rest] = path.split('/');
  return top === 'src' && rest.length > 0 ? layer : undefined;
}

/** The path that an import of this project leads to; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier === selfReference) return 'src/rules/index.ts';
  // Both twins offer the same; what Node's brings along is what the checks ask about.
  if (specifier.startsWith('#platform/')) return `src/platform/node/${specifier.slice('#platform/'.length)}`;
  if (specifier.startsWith('#core/'))
    return `content/library/core/helpers/${specifier.slice('#core/'.length)}`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

function explainImport(
  path: string,
  layer: Layer,
  from: string,
  { specifier, typeOnly }: Import,
): string | undefined {
  const target = resolveImport(path, specifier);
  if (target === undefined) {
    if (layer.packages !== 'none' && specifier.startsWith('node:') && runsAnywhere(path))
      return 'it runs in browsers too: src/platform has hashes, bytes, files, paths, turns and programs, each with a twin for Node and one for browsers; whatever else it needs is handed in';
    if (layer.packages === 'none') return 'it imports no package';
    return layer.packages === 'no-io' && impure.some((pattern) => pattern.test(specifier))
      ? 'it reads, writes and calls nothing'
      : undefined;
  }
  if (target.startsWith('content/')) return 'content is read as data, never imported';
  if (!target.startsWith('src/')) return undefined;
  const to = layerOf(target);
  if (to === from) return undefined;
  if (layer.whole?.includes(target) === true) return undefined;
  const allowed = to === undefined ? undefined : layer.may[to];
  if (allowed === 'all' || (allowed === 'types' && typeOnly))
    return faces.has(target)
      ? undefined
      : `it is inside ${to}/. Import what its face has (test/layers/faces.ts), or put what both rooms need further in`;
  return allowed === 'types'
    ? `of ${to}/ it imports only types (use \`import type\`)`
    : `${to}/ is not further in`;
}

function explainUse({ what }: Use): string | undefined {
  if (what === 'new Date()') return 'take `now` as an argument';
  return impureUses.get(what);
}

/** What in one file of src/ breaks the map, each as a line that says where, what and what to do instead. */
export function findBreaches(path: string, code: string): string[] {
  const from = layerOf(path);
  const layer = from === undefined ? undefined : layers[from];
  if (from === undefined || layer === undefined) {
    return [
      `${path}:1 stands in no layer. Put it in one of ${Object.keys(layers).join(', ')} (see ARCHITECTURE.md).`,
    ];
  }
  const { imports, uses } = readSource(code, path);
  const breaches = imports.flatMap((one) => {
    const why = explainImport(path, layer, from, one);
    return why === undefined
      ? []
      : [`${path}:${one.line} imports ${one.specifier}: ${why}. ${layer.instead}`];
  });
  if (runsAnywhere(path) && !layer.pure)
    breaches.push(
      ...uses.flatMap(({ what, line }) => {
        const instead = nodeUses.get(what);
        return instead === undefined
          ? []
          : [`${path}:${line} uses ${what}, which a browser lacks: ${instead}.`];
      }),
    );
  if (!layer.pure) return breaches;
  const touched = uses.flatMap((use) => {
    const instead = explainUse(use);
    return instead === undefined
      ? []
      : [`${path}:${use.line} uses ${use.what}, but ${from}/ is pure: ${instead}.`];
  });
  return [...breaches, ...touched];
}

/** Sample players are scripts beside a pack; they are run by this project and are no clauses. */
export function isClause(path: string): boolean {
  return !/^content\/library\/[^/]+\/players\//.test(path);
}

const SAME_AS = /^export \* from '[^']+';\s*$/;

/** The same for a clause: it imports `gitnomic/rules`, helpers beside it, and in core packs `#core/…`. */
export function findClauseBreaches(path: string, code: string): string[] {
  const pack = /^content\/library\/[^/]+\//.exec(path)?.[0] ?? 'content/ruleset/';
  return readSource(code, path).imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(path, specifier);
    if (specifier === selfReference || target?.startsWith(pack)) return [];
    // Where a pack only says that a helper is another pack's, games get that helper in its place.
    if (SAME_AS.test(code) && target?.startsWith('content/library/')) return [];
    const core =
      pack === 'content/library/core/' ||
      /^content\/ruleset\/(core|special-case|appendix)(\/|\.ts$)/.test(path) ||
      path === 'content/ruleset/special-case.ts';
    if (specifier.startsWith('#core/') && core) return [];
    return [
      `${path}:${line} imports ${specifier}: a clause imports only gitnomic/rules, helpers in its own pack, and in a core pack #core/….`,
    ];
  });
}
