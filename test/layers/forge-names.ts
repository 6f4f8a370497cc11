import { resolveImport } from './find-breaches.ts';
import { readSource } from './read-source.ts';

/** The one place that knows which hosts there are, and the one file of each that it may know. */
const REGISTRY = 'src/host/registry.ts';
const FOLDER = /^src\/(?:forge|host)\/([\w-]+)\//;
/** An add-on for one forge, and what starts one, begins with its name; add-ons stand in their registry. */
const ADDONS = 'src/addons/registry.ts';
const ADDON = /^src\/(?:addons|main)\/([a-z]+)-/;
/** A game in a browser is always the embedded one, and the code of other hosts is too large to load for nothing. */
const IN_BROWSERS = { path: 'src/addons/playground/worker.ts', forge: 'embedded' };

/** What a forge is called, and what comes from its vendor; at home it has no name but what a game says everywhere. */
const WORDS: Readonly<Record<string, readonly string[]>> = { embedded: [], github: ['github', 'octokit'] };

export function wordsOf(forge: string): readonly string[] {
  return WORDS[forge] ?? [forge];
}

/** Where a source says a word of one forge, or imports from its folders, though it stands in neither of them. */
export function findForgeNames(path: string, code: string, forges: readonly string[]): string[] {
  const addOn = ADDON.exec(path)?.[1] ?? '';
  const own =
    path === IN_BROWSERS.path ? IN_BROWSERS.forge : forges.includes(addOn) ? addOn : FOLDER.exec(path)?.[1];
  const words = forges.flatMap((forge) => (forge === own ? [] : wordsOf(forge)));
  const pattern = new RegExp(words.join('|') || '(?!)', 'gi');
  const lines = path === REGISTRY || path === ADDONS ? [] : code.split('\n');
  const said = lines.flatMap((line, index) =>
    [...line.matchAll(pattern)].map(
      ([word]) => `${path}:${index + 1} says ${word}: let its host say that (src/host/host.ts).`,
    ),
  );
  if (!path.endsWith('.ts')) return said;
  const imported = readSource(code, path).imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(path, specifier) ?? '';
    const name = FOLDER.exec(target)?.[1];
    const isKnown = path === REGISTRY && target === `src/host/${name ?? ''}/host.ts`;
    if (name === undefined || name === own || isKnown) return [];
    return [`${path}:${line} imports ${specifier}: what belongs to one forge is asked of its host.`];
  });
  return [...said, ...imported];
}
