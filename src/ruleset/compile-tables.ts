import type { Terms } from '../kernel/manifest.ts';
import { compileRule, hasMechanics, movesIn } from '../tables/compile.ts';
import { vocabularyOf } from '../tables/collect-names.ts';
import type { Problem } from './problem.ts';
import type { RuleFile } from './rule-file.ts';
import { puttingTerms } from './terms.ts';

interface Compiled {
  readonly tables: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
  readonly doubts: readonly Problem[];
  /** By rule, for each of its tables: what its words leave open, and what happens then. */
  readonly told: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** Compiles the tables of all rules. Their names are those that any rule of the ruleset defines, in a table or in a clause. */
export function compileTables(
  read: ReadonlyMap<string, RuleFile>,
  files: ReadonlyMap<string, string>,
  terms: Terms,
): Compiled {
  const rules = [...read].filter(
    ([, { parse, matter }]) => matter.clause !== 'off' && hasMechanics(parse.all, terms),
  );
  if (rules.length === 0) return { tables: new Map(), problems: [], doubts: [], told: new Map() };
  const clauses = [...files].flatMap(([path, text]) => (path.endsWith('.ts') ? [text] : []));
  const all = rules.flatMap(([, { parse }]) => parse.all);
  const words = vocabularyOf(all, clauses, terms);
  const moves = movesIn(all, terms);
  const put = puttingTerms(terms);
  const tables = new Map<string, string>();
  const told = new Map<string, readonly (readonly string[])[]>();
  const problems: Problem[] = [];
  const doubts: Problem[] = [];
  for (const [path, { parse, body, bodyLine }] of rules) {
    const file = `${path}.md`;
    const lines = body.split('\n');
    const made = compileRule(parse.all, {
      words,
      moves,
      terms,
      rule: path.slice(path.lastIndexOf('/') + 1),
      textAt: (line) => put(lines[line - bodyLine] ?? ''),
      own: files.has(`${path}.ts`) ? `./${path.slice(path.lastIndexOf('/') + 1)}.ts` : null,
    });
    problems.push(...made.problems.map((problem) => ({ ...problem, file })));
    doubts.push(...made.doubts.map((problem) => ({ ...problem, file })));
    told.set(path, made.told);
    if (made.source !== null && made.problems.length === 0) tables.set(file, made.source);
  }
  return { tables, problems, doubts, told };
}
