import { posix } from 'node:path';

import type { Caches } from '../cache/caches.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import {
  addHelpers,
  composeRuleset,
  IMPORT,
  listPacks,
  readPackFile,
  resolveImport,
} from '../ruleset/compose.ts';
import { findAlike } from '../ruleset/find-alike.ts';
import { markValues } from '../ruleset/import/mark-values.ts';
import { readRuleset } from '../ruleset/read.ts';
import { RULESET, type ContentFiles } from '../store/paths.ts';
import { lintGame } from './lint/lint-game.ts';

/** A rule of the library that resembles one of the game, and what its clause would need. */
export interface Suggestion {
  readonly pack: string;
  readonly title: string;
  /** In percent. */
  readonly likeness: number;
  /** The rule's text, for comparison. */
  readonly text: string;
  /** Words of the game's rule that the clause would read as live values, by name. */
  readonly marked: Readonly<Record<string, string>>;
  /** Live values that the clause reads but the rule doesn't have. */
  readonly unmarked: readonly string[];
  /** Problems that the game would then have. They show which other changes are needed. */
  readonly problems: readonly string[];
  /** The files below content/ that would be added or changed. */
  readonly files: ContentFiles;
}

interface LibraryRule extends RuleEntry {
  readonly pack: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Finds rules of the library with clauses that resemble a rule of the game, and tries each in the game's own files.
 */
export async function suggestClauses(
  game: ContentFiles,
  rule: RuleEntry,
  library: ReadonlyMap<string, string>,
  most: number,
  caches: Caches,
): Promise<readonly Suggestion[]> {
  const own = new Set(game.values());
  // A rule that is already in force needs no suggestion.
  const others = rulesWithClauses(library).filter(
    ({ files, path }) => !own.has(files.get(`${path}.ts`) ?? ''),
  );
  const alike = findAlike(rule, others, most);
  const before = new Set((await lintGame(game, caches)).problems.map(({ what }) => what));
  const found: Suggestion[] = [];
  for (const { other, likeness } of alike) {
    const { files, marked, unmarked } = withClause(game, rule, other);
    const { problems } = await lintGame(new Map([...game, ...files]), caches);
    found.push({
      pack: other.pack,
      title: other.title,
      likeness: Math.round(likeness * 100),
      text: other.text,
      marked,
      unmarked,
      problems: [...new Set(problems.map(({ what }) => what))].filter(
        (what) => !before.has(what) && !unmarked.some((name) => what.includes(`"${name}" in the text`)),
      ),
      files,
    });
  }
  return found;
}

/** The rules with clauses of every pack, later eras first. */
function rulesWithClauses(library: ReadonlyMap<string, string>): readonly LibraryRule[] {
  const { core, dynasties } = listPacks(library);
  const [latest = ''] = core.slice(-1);
  const choices: readonly { readonly core: string; readonly dynasty?: string }[] = [
    ...core.map((one) => ({ core: one })),
    ...dynasties.map((dynasty) => ({ core: coreOf(library, dynasty) ?? latest, dynasty })),
  ];
  const rules = new Map<string, LibraryRule>();
  for (const choice of choices) {
    const { files } = composeRuleset(library, choice);
    for (const rule of readRuleset(files).manifest.rules) {
      const isOwn = choice.dynasty === undefined || rule.section === 'dynastic';
      const pack = choice.dynasty ?? `core ${choice.core}`;
      if (rule.clause !== null && isOwn) rules.set(`${rule.title}\n${rule.text}`, { ...rule, pack, files });
    }
  }
  return [...rules.values()].reverse();
}

function coreOf(library: ReadonlyMap<string, string>, dynasty: string): string | undefined {
  const path = `${dynasty}/pack.yml`;
  return readPackFile(path, library.get(path) ?? '').pack?.core;
}

/** The rule's own text with live values marked, the clause, and any missing helpers. */
function withClause(
  game: ContentFiles,
  rule: RuleEntry,
  other: LibraryRule,
): Pick<Suggestion, 'files' | 'marked' | 'unmarked'> {
  const path = `${RULESET}${rule.path}`;
  const wanted = [other.values, other.tables, other.lists].flatMap((one) => Object.keys(one));
  const marking = markValues(game.get(`${path}.md`) ?? '', other.files.get(`${other.path}.md`) ?? '', wanted);
  const theirs = `${other.path}.ts`;
  const clause = other.files.get(theirs) ?? '';
  const files = new Map([[`${path}.ts`, movedTo(`${rule.path}.ts`, theirs, clause)]]);
  if (marking.text !== game.get(`${path}.md`)) files.set(`${path}.md`, marking.text);
  for (const [helper, text] of addHelpers(new Map([[theirs, clause]]), other.files, ''))
    if (helper !== theirs && !game.has(`${RULESET}${helper}`)) files.set(`${RULESET}${helper}`, text);
  return {
    files,
    marked: marking.marked,
    unmarked: wanted.filter((name) => marking.marked[name] === undefined),
  };
}

/** A clause moved to another folder, with its imports of helpers adjusted. */
function movedTo(to: string, from: string, clause: string): string {
  return clause.replaceAll(IMPORT, (whole, specifier: string) => {
    if (specifier.startsWith('#')) return whole;
    const wanted = posix.relative(posix.dirname(to), resolveImport(from, specifier));
    return whole.replace(specifier, wanted.startsWith('.') ? wanted : `./${wanted}`);
  });
}
