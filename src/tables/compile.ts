import { slug } from '../kernel/names.ts';
import type { Terms } from '../kernel/manifest.ts';
import { CellError, cellWords, type Cell, type MechanicText, PlacedError } from './cell.ts';
import type { MovesByTitle, TriggerScene } from './events.ts';
import { inPlainTerms, nearlyA, recognise, type Recognised } from './forms.ts';
import type { RowCode, RowContext, RowLink } from './row-code.ts';
import { idOf } from './vocabulary.ts';

export interface CellProblem {
  readonly code: string;
  readonly line: number;
  /** The first cell of its row. */
  readonly row?: string;
  /** The heading of its column. */
  readonly field: string;
  readonly message: string;
  readonly expected: string;
  readonly example: string;
}

export interface CompiledRule {
  /** A clause, or null if no table is a mechanic. Each row's code is on the same line as the row in the rule. */
  readonly source: string | null;
  /** Headers that nearly match a mechanic's, and rows that are left out because a cell can't be read. */
  readonly doubts: readonly CellProblem[];
  /** For each table in order: what its words leave open, and what happens then; and the rows that are left out. */
  readonly notes: readonly (readonly string[])[];
  readonly links: readonly PlacedLink[];
}

export interface PlacedLink extends RowLink {
  readonly line: number;
}

interface RuleContext extends TriggerScene {
  readonly terms: Terms;
  readonly textAt: (line: number) => string;
  /** The clause beside the rule, as the tables’ own imports it. */
  readonly own: string | null;
}

/** True if any table is a mechanic, or nearly one. */
export function hasMechanics(tables: readonly MechanicText[], terms: Terms): boolean {
  return tables.some(({ header }) => recognise(header, terms) !== null || nearlyA(header, terms) !== null);
}

/** The moves in tables, by their titles. */
export function movesIn(tables: readonly MechanicText[], terms: Terms): MovesByTitle {
  return new Map(
    tables.flatMap(({ header, rows }) => {
      const { form, columns } = recognise(header, terms) ?? {};
      if (form?.is !== 'moves' || columns === undefined) return [];
      return rows.map(({ cells }) => {
        const title = cellWords(cells[0] ?? '');
        const choosing = inPlainWords(cells[columns.indexOf('choosing')] ?? '', terms);
        return [title.toLowerCase(), { id: slug(title), choosing }] as const;
      });
    }),
  );
}

/** Compiles the tables of a rule to a clause. Tables that are no mechanic are left alone. */
export function compileRule(tables: readonly MechanicText[], context: RuleContext): CompiledRule {
  const doubts: CellProblem[] = [];
  const notes: (readonly string[])[] = [];
  const lines = new Map<number, string>();
  const links: PlacedLink[] = [];
  const above = new Map<string, string>();
  for (const table of tables) {
    const found = recognise(table.header, context.terms);
    if (found === null) {
      const meant = nearlyA(table.header, context.terms);
      if (meant !== null) doubts.push(nearMiss(table, meant));
      notes.push([]);
      continue;
    }
    const says = new Set<string>();
    for (const row of table.rows) {
      const compiled = compileRow(table, found, row, { ...context, above });
      if (Array.isArray(compiled)) {
        doubts.push(...compiled);
        for (const { row: left = '', message } of compiled) says.add(`${left} is left out: ${message}`);
      } else {
        above.set(definedIn(found, row), '');
        lines.set(row.line, compiled.rows.map((one) => `${one},`).join(' '));
        for (const one of compiled.notes) says.add(one);
        if (compiled.link !== undefined) links.push({ ...compiled.link, line: row.line });
      }
    }
    notes.push([...says]);
  }
  return { source: lines.size === 0 ? null : sourceOf(lines, context.own), doubts, notes, links };
}

/** The move, variable or value that a row defines, or else its line. */
function definedIn({ form, whose }: Recognised, { line, cells }: MechanicText['rows'][number]): string {
  const title = cellWords(cells[0] ?? '');
  if (form.is === 'moves') return slug(title);
  return form.names === undefined ? String(line) : `${idOf(title)} of ${whose}`;
}

/** Cells that say something by being empty: it starts at 0, has no other effect, is always so. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['starts at', 'to get', 'if']);

/** Cells on which the others of a row depend. */
const NAMES_OTHERS: ReadonlySet<string> = new Set(['choosing', 'can be']);

/** The row's code, or what is wrong with each of its cells: a cell shows once those that are `known` are out of the way. */
function compileRow(
  table: MechanicText,
  found: Recognised,
  row: MechanicText['rows'][number],
  context: RuleContext & Pick<RowContext, 'above'>,
  known: readonly string[] = [],
): RowCode | CellProblem[] {
  const [{ header }, { form, whose, columns }, { line, cells }] = [table, found, row];
  const first: Cell = { text: cells[0] ?? '', line, column: header[0] ?? '' };
  const byColumn = Object.fromEntries(
    columns.flatMap((column, at) => {
      const said = known.includes(column) ? (column === 'who' ? 'everybody' : '') : (cells[at] ?? '');
      const text = inPlainWords(said, context.terms);
      return at === 0 || text === '' ? [] : [[column, { text, line, column: header[at] ?? '' }]];
    }),
  );
  try {
    const needed = form.needs.filter((column) => !MAY_BE_EMPTY.has(column) && !known.includes(column));
    const missing = needed.find((column) => byColumn[column] === undefined);
    if (first.text.trim() === '')
      throw new CellError(`“${first.column}” is empty.`, 'what the row is about', 'Coins');
    if (missing !== undefined)
      throw new CellError(`“${missing}” is empty.`, `something under “${missing}”`, '3 Coins');
    if (context.above.has(definedIn(found, row)))
      throw new CellError(
        `“${first.text}” is defined above already.`,
        'a name of its own',
        `Other ${first.text}`,
      );
    return form.compile(
      byColumn,
      { ...first, text: inPlainWords(first.text, context.terms) },
      { ...context, whose, source: context.textAt(line).trim() },
    );
  } catch (error) {
    const { cell, error: inner } = error instanceof PlacedError ? error : { cell: first, error };
    if (!(inner instanceof CellError)) throw error;
    const { message, expected, example } = inner;
    const code = 'row-left-out';
    const column = columns[header.indexOf(cell.column)] ?? '';
    if (known.length > 0 && byColumn[column] === undefined) return [];
    const named = `“${cellWords(first.text)}”`;
    const problem = { code, line, row: named, field: cell.column, message, expected, example };
    if (byColumn[column] === undefined || NAMES_OTHERS.has(column)) return [problem];
    const others = compileRow(table, found, row, context, [...known, column]);
    return Array.isArray(others) ? [problem, ...others] : [problem];
  }
}

/** The words of a cell, with the theme's terms replaced by plain ones: `each Sailor` → `each player`. */
function inPlainWords(text: string, terms: Terms): string {
  const plain = cellWords(text);
  return terms.player.toLowerCase() === 'player' ? plain : inTerms(plain, terms);
}

function inTerms(text: string, terms: Terms): string {
  return inPlainTerms(text, terms) === text.toLowerCase() ? text : inPlainTerms(text, terms);
}

function nearMiss({ line, header }: MechanicText, meant: string): CellProblem {
  return {
    code: 'nearly-a-mechanic',
    line,
    field: header[0] ?? '',
    message: `The computer doesn’t count this table. Did you mean “${meant}”?`,
    expected: 'the headings of a mechanic, if it is meant to be one',
    example: `| ${meant} |`,
  };
}

const HEAD =
  'import { boolean, choice, data, everyDay, everyWeek, integer, map, optional, player, post, rows, text } from "gitnomic/rules";';

/** Puts each row's code on the row's own line, so that an error names the line that people see. */
function sourceOf(lines: ReadonlyMap<number, string>, own: string | null): string {
  const last = Math.max(...lines.keys());
  const source = Array.from({ length: last }, (_, at) => lines.get(at + 1) ?? '');
  const imports = own === null ? HEAD : `${HEAD} import own from ${JSON.stringify(own)};`;
  source[0] = `${imports} export default rows.tables([`;
  return `${source.join('\n')}\n]${own === null ? '' : ', own'});\n`;
}
