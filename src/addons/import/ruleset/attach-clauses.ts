import { composeRuleset } from '../../../ruleset/compose.ts';
import { markValues } from './mark-values.ts';
import { readRuleset } from '../../../ruleset/read.ts';

type Files = ReadonlyMap<string, string>;

/**
 * A rule that received its clause, with the words now marked in its text, and the values that the clause
 * reads but the text doesn't mark yet.
 */
export interface Attached {
  readonly rule: string;
  /** Live values by name, with the words that are now marked, for people to check. */
  readonly marked: Readonly<Record<string, string>>;
  readonly unmarked: readonly string[];
}

/** Adds an era's clauses to rules with the same section and title, with the helpers that these clauses use. */
export function attachClauses(
  rules: Files,
  library: Files,
  core: string,
): { readonly files: Files; readonly attached: readonly Attached[] } {
  const era = composeRuleset(library, { core }).files;
  const known = new Map(
    readRuleset(era).manifest.rules.flatMap((rule) =>
      rule.clause === null ? [] : [[keyOf(rule), rule] as const],
    ),
  );
  const files = new Map(rules);
  const attached: Attached[] = [];
  for (const rule of readRuleset(rules).manifest.rules) {
    const theirs = known.get(keyOf(rule));
    if (theirs === undefined || theirs.path !== rule.path) continue;
    files.set(`${rule.path}.ts`, era.get(`${theirs.path}.ts`) ?? '');
    const wanted = [
      ...Object.keys(theirs.values),
      ...Object.keys(theirs.tables),
      ...Object.keys(theirs.lists),
    ];
    const marked = new Set([
      ...Object.keys(rule.values),
      ...Object.keys(rule.tables),
      ...Object.keys(rule.lists),
    ]);
    const missing = wanted.filter((name) => !marked.has(name));
    const file = `${rule.path}.md`;
    const marking = markValues(files.get(file) ?? '', era.get(file) ?? '', missing);
    files.set(file, marking.text);
    const unmarked = missing.filter((name) => marking.marked[name] === undefined);
    attached.push({ rule: rule.path, marked: marking.marked, unmarked });
  }
  // Only helpers without a rule of their own are copied, because other code belongs to the era's rules.
  for (const [path, text] of era)
    if (attached.length > 0 && path.endsWith('.ts') && !era.has(path.replace(/\.ts$/u, '.md')))
      files.set(path, text);
  return { files, attached };
}

function keyOf({ section, plainTitle }: { readonly section: string; readonly plainTitle: string }): string {
  return `${section} ${plainTitle.toLowerCase()}`;
}
