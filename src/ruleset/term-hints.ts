import type { Terms } from '../kernel/manifest.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { RuleFiles } from './read.ts';
import { readRuleFile } from './rule-file.ts';
import { putTerms } from './terms.ts';

/** Where a word stands in a ruleset. */
export interface Occurrence {
  readonly path: string;
  readonly line: number;
}

export interface TermHint {
  readonly code: 'already-appears' | 'same-term' | 'term-in-term' | 'no-plural';
  readonly term: string;
  readonly message: string;
  readonly places: readonly Occurrence[];
}

/**
 * Where a word stands in titles and texts as they read under the terms in force: whole words, whatever their capitals.
 * Link targets and code don't count, being nothing that is read as prose.
 */
export function termOccurrences(files: RuleFiles, word: string, terms: Terms = PLAIN_TERMS): Occurrence[] {
  const pattern = wholeWord(word);
  const places: Occurrence[] = [];
  for (const path of [...files.keys()].filter((key) => key.endsWith('.md')).sort()) {
    const text = files.get(path) ?? '';
    const { matter, parse, bodyLine } = readRuleFile(path, text);
    if (pattern.test(putTerms(matter.title, terms))) places.push({ path, line: titleLine(text) });
    readProse(splitFrontMatter(text).body, parse.kept).forEach((line, at) => {
      if (pattern.test(putTerms(line, terms))) places.push({ path, line: bodyLine + at });
    });
  }
  return places;
}

/** What whoever chooses new terms should know before: words in use, two terms that are one, forms that run together. */
export function termHints(files: RuleFiles, before: Terms, after: Terms): TermHint[] {
  const hints: TermHint[] = [];
  if (fold(after.player) === fold(after.emperor)) {
    const message = `Player and emperor would both be called "${after.player}".`;
    hints.push({ code: 'same-term', term: after.player, message, places: [] });
  }
  for (const [one, many] of [
    [after.player, after.players],
    [after.emperor, after.emperors],
  ] as const) {
    if (fold(one) !== fold(many)) continue;
    const message = `"${one}" is its own plural, so one and many can't be told apart again.`;
    hints.push({ code: 'no-plural', term: one, message, places: [] });
  }
  const old = new Set(Object.values(before).map(fold));
  const fresh = [...new Set(Object.values(after))].filter((term) => !old.has(fold(term)));
  for (const term of fresh) {
    const places = termOccurrences(files, term, before);
    const message = `"${term}" already appears in the ruleset.`;
    if (places.length > 0) hints.push({ code: 'already-appears', term, message, places });
  }
  for (const [part, whole] of [
    [after.player, after.emperor],
    [after.emperor, after.player],
  ] as const) {
    if (fold(part) === fold(whole) || !wholeWord(part).test(whole)) continue;
    const message = `"${part}" stands inside "${whole}".`;
    hints.push({ code: 'term-in-term', term: part, message, places: [] });
  }
  return hints;
}

/** The lines of a body with code and link targets blanked out, so that lines and columns stay where they are. */
function readProse(body: string, kept: readonly { start: number; end: number }[]): string[] {
  let prose = body;
  for (const { start, end } of kept) {
    prose = prose.slice(0, start) + prose.slice(start, end).replace(/[^\n]/g, '\u0000') + prose.slice(end);
  }
  return prose.split('\n');
}

function titleLine(text: string): number {
  return text.split('\n').findIndex((line) => /^["']?title["']?\s*:/.test(line)) + 1;
}

function wholeWord(word: string): RegExp {
  const escaped = word
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])`, 'iu');
}

function fold(term: string): string {
  return term.trim().replace(/\s+/g, ' ').toLowerCase();
}
