import type { Terms } from '../kernel/manifest.ts';
import type { MechanicText } from '../tables/cell.ts';
import { compileRule, type CompiledRule } from '../tables/compile.ts';
import { recognise, type Recognised } from '../tables/forms.ts';
import { singularOf } from '../kernel/sentence.ts';
import type { Name } from '../tables/vocabulary.ts';
import { namesInTables, type TableNames } from './compile-tables.ts';
import { tablesIn, type RowPlace } from './edit-rows.ts';
import type { Memo } from './memo.ts';
import { readRuleFile } from './rule-file.ts';

/** A row of a mechanic's table, in a rule's text. */
export interface MechanicRowText extends RowPlace {
  readonly found: Recognised;
  readonly header: readonly string[];
  /** The cells by their headings. The first cell has an empty heading. */
  readonly cells: ReadonlyMap<string, string>;
}

/** The rows of a rule's text that the engine carries out, in order. */
export function mechanicRowsIn(body: string, terms: Terms): readonly MechanicRowText[] {
  return tablesIn(body).flatMap(({ header, rows }, table) => {
    const found = recognise(header, terms);
    if (found === null) return [];
    return rows.map(({ cells }, row) => ({
      table,
      row,
      found,
      header,
      cells: new Map(found.columns.map((column, at) => [at === 0 ? '' : column, cells[at] ?? ''])),
    }));
  });
}

/** The names that the tables of a rule can use while it has this text. */
export function namesBeside(
  body: string,
  files: ReadonlyMap<string, string>,
  terms: Terms,
  { path, memo }: { readonly path: string | null; readonly memo: Memo | undefined },
): TableNames {
  const others = [...files].flatMap(([file, text]) =>
    file.endsWith('.md') && file !== `${path}.md` && text.includes('|')
      ? readRuleFile(file, text, memo).parse.all
      : [],
  );
  return namesInTables([...others, ...tablesIn(body)], files, terms);
}

/** How many rules use a variable in a clause or a table. Variables of the rule at hand come first. */
export function usesIn(body: string, files: ReadonlyMap<string, string>): (name: Name) => number {
  const tables = (text: string): string => (text.match(/^\|.*$/gmu) ?? []).join('\n').toLowerCase();
  const clauses = [...files].flatMap(([path, text]) => (path.endsWith('.ts') ? [text] : []));
  const others = [...files].flatMap(([path, text]) => (path.endsWith('.md') ? [tables(text)] : []));
  const own = tables(body);
  return ({ title, id }) => {
    const said = singularOf(title).toLowerCase();
    const inClause = new RegExp(`\\b${id}\\b`, 'u');
    const used = [
      ...clauses.filter((text) => inClause.test(text)),
      ...others.filter((text) => text.includes(said)),
    ];
    return used.length + (own.includes(said) ? files.size : 0);
  };
}

/** Compiles a row by itself, and returns its faults and what its words leave open. */
export function compileRow(
  header: readonly string[],
  cells: readonly string[],
  names: TableNames,
  terms: Terms,
): CompiledRule {
  const table: MechanicText = { line: 1, header, rows: [{ line: 3, cells }] };
  return compileRule([table], {
    ...names,
    terms,
    rule: 'row',
    textAt: () => cells.join(' | '),
    own: null,
  });
}
