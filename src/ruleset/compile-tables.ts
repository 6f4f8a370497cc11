import type { Terms } from '../kernel/manifest.ts';
import { findCircles } from '../tables/circles.ts';
import { compileRule, hasMechanics, movesIn, type CompiledRule, type PlacedLink } from '../tables/compile.ts';
import { vocabularyOf } from '../tables/collect-names.ts';
import type { MechanicText } from '../tables/cell.ts';
import { recognise } from '../tables/forms.ts';
import { providedBy, type Provided } from '../tables/provided.ts';
import { keyOf, type Vocabulary } from '../tables/vocabulary.ts';
import type { Problem } from './problem.ts';
import type { RuleFile } from './rule-file.ts';
import { puttingTerms } from './terms.ts';

export interface TableNames {
  readonly words: Vocabulary;
  readonly moves: ReturnType<typeof movesIn>;
  readonly provided: Provided;
}

interface Compiled {
  readonly tables: ReadonlyMap<string, string>;
  readonly doubts: readonly Problem[];
  /** For each table, by rule: what its words leave open, and what happens then. */
  readonly notes: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** The names that cells can use: those that any rule defines in a table or a clause, and those that the rules provide. */
export function namesInTables(
  tables: readonly MechanicText[],
  files: ReadonlyMap<string, string>,
  terms: Terms,
): TableNames {
  const clauses = [...files].flatMap(([path, text]) => (path.endsWith('.ts') ? [text] : []));
  const mechanics = tables.filter(({ header }) => recognise(header, terms) !== null);
  const provided = providedBy(files, mechanics, puttingTerms(terms));
  return { words: vocabularyOf(tables, clauses, terms), moves: movesIn(tables, terms), provided };
}

export function compileTables(
  read: ReadonlyMap<string, RuleFile>,
  files: ReadonlyMap<string, string>,
  terms: Terms,
): Compiled {
  const rules = [...read].filter(
    ([, { parse, matter }]) => matter.clause !== 'off' && hasMechanics(parse.all, terms),
  );
  if (rules.length === 0) return { tables: new Map(), doubts: [], notes: new Map() };
  const gone = new Set<string>();
  const namesLeft = (): TableNames => namesInTables(tablesWithout(rules, gone), files, terms);
  let names = namesLeft();
  const put = puttingTerms(terms);
  const tables = new Map<string, string>();
  const notes = new Map<string, readonly (readonly string[])[]>();
  const doubts: Problem[] = [];
  const compile = (
    [path, { parse, body, bodyLine }]: readonly [string, RuleFile],
    isCircle: boolean,
  ): CompiledRule => {
    const lines = body.split('\n');
    const name = path.slice(path.lastIndexOf('/') + 1);
    return compileRule(parse.all, {
      ...names,
      terms,
      rule: name,
      textAt: (line) => put(lines[line - bodyLine] ?? ''),
      own: files.has(`${path}.ts`) ? `./${name}.ts` : null,
      isCircle,
    });
  };
  const compileAll = () => rules.map((rule) => ({ rule, made: compile(rule, false) }));
  let first = compileAll();
  for (let before = -1; before < gone.size;) {
    before = gone.size;
    for (const { rule, made } of first)
      for (const { row, line } of made.doubts) if (row !== undefined) gone.add(`${rule[0]}:${line}`);
    if (gone.size === before) break;
    names = namesLeft();
    first = compileAll();
  }
  const links = first.flatMap(({ rule: [path], made }) => made.links.map((link) => ({ ...link, path })));
  const circles = findCircles(links);
  doubts.push(...circles.map(describeCircle), ...namesAlike(rules, terms));
  const circling = new Set(circles.flat().map(({ path }) => path));
  for (const { rule, made: compiled } of first) {
    const [path] = rule;
    const made = circling.has(path) ? compile(rule, true) : compiled;
    const file = `${path}.md`;
    doubts.push(...made.doubts.map((problem) => ({ ...problem, file })));
    notes.set(path, made.notes);
    if (made.source !== null) tables.set(file, made.source);
  }
  return { tables, doubts, notes };
}

/** A row that is left out defines nothing. */
function tablesWithout(
  rules: readonly (readonly [string, RuleFile])[],
  gone: ReadonlySet<string>,
): readonly MechanicText[] {
  return rules.flatMap(([path, { parse }]) =>
    parse.all.map((table) => ({
      ...table,
      rows: table.rows.filter(({ line }) => !gone.has(`${path}:${line}`)),
    })),
  );
}

/** Names that readers would take for one: `Egg` and `Eggs`, `Café` and `Cafe`, `Blood Mana` and `Blood-mana`. */
function namesAlike(rules: readonly (readonly [string, RuleFile])[], terms: Terms): readonly Problem[] {
  const seen = new Map<string, string>();
  return rules.flatMap(([path, { parse }]) =>
    parse.all.flatMap((table) => {
      const { form, whose = '' } = recognise(table.header, terms) ?? {};
      return (form?.names?.(table, whose) ?? []).flatMap(({ title, of }): readonly Problem[] => {
        const key = `${of} ${keyOf(title)
          .normalize('NFKD')
          .replaceAll(/[^\p{L}\p{N}]/gu, '')}`;
        const first = seen.get(key) ?? title;
        seen.set(key, first);
        const message = `“${first}” and “${title}” are two things that readers take for one.`;
        const expected = 'one name, if they are one, or names that differ more';
        const place = { file: `${path}.md`, line: table.line, field: table.header[0] };
        return first === title ? [] : [{ code: 'names-alike', ...place, message, expected, example: first }];
      });
    }),
  );
}

function describeCircle(circle: readonly (PlacedLink & { readonly path: string })[]): Problem {
  const [first] = circle;
  const ways = [...circle, ...circle.slice(0, 1)].map(({ when }) => `“${when}”`).join(' → ');
  return {
    code: 'rows-in-a-circle',
    file: `${first?.path ?? ''}.md`,
    line: first?.line ?? 1,
    field: 'When',
    message: `These rows can trigger each other: ${ways}. They are stopped after twenty times, and the ledger says so.`,
    expected: 'rows that don’t trigger each other',
    example: 'a row that takes away what the other gives',
  };
}
