import type { Caches } from '../../cache/caches.ts';
import { RULESET, type ContentFiles } from '../../store/paths.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { readRuleset } from '../../ruleset/read.ts';
import type { RulesetThen } from '../data/past-data.ts';
import type { Wording } from '../../language/wording.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

/** The ruleset at the start of a dynasty, from the game as it stood then. */
export function firstRuleset(
  first: ContentFiles,
  { terms, caches, wording }: { readonly terms: Terms; readonly caches: Caches; readonly wording: Wording },
  rendered: RenderedCache,
): RulesetThen {
  const { manifest } = readRuleset(rulesetIn(first), terms, caches);
  return manifest.rules.map(({ path, number: shown, title, status, text }) => {
    const anchor = path.replaceAll('/', '.');
    const under = Math.min(4, shown.split('.').length + 1);
    const html = renderMarkdown(text, { anchor, under, wording }, rendered);
    return { anchor, number: shown, title, inactive: status === 'inactive', html };
  });
}

/** Rule files by path within the ruleset. */
export function rulesetIn(files: ContentFiles): ReadonlyMap<string, string> {
  return new Map(
    [...files].flatMap(([path, text]) =>
      path.startsWith(RULESET) ? [[path.slice(RULESET.length), text] as const] : [],
    ),
  );
}
