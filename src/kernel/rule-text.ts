import { readCell } from './kinds/index.ts';
import { readDated, textAt } from './dated-words.ts';
import { DURATION_EXAMPLE, durationAfter, hoursIn, readDuration, type Duration } from './durations.ts';
import type { Located, RuleEntry } from './manifest.ts';
import { nearest, toKebab } from './names.ts';
import { readNumber, readQuantity } from './number-words.ts';
import { RuleError } from './refusal.ts';
import type { ValueType } from './value-types.ts';
import { showValue } from './values.ts';

/** Gives a clause the words of its rule, so that nothing in the text has a second copy. `now` is called if a value has dates. */
export function ruleText(entry: RuleEntry, now: () => string = () => '') {
  const file = `${entry.path}.md`;
  const located = (name: string): Located => {
    const found = entry.values[name];
    if (found !== undefined && readDated(found.text).later.length === 0) return found;
    if (found !== undefined) return { ...found, text: textAt(found.text, now()) };
    throw missing(file, 'value', name, `[48](#value:${name})`, Object.keys(entry.values));
  };
  /** Reads the words that apply now. Later ones must be readable too, so that no rule breaks on their date. */
  const readable = <T>(what: string, expected: string, name: string, read: (text: string) => T | null): T => {
    const { text, line } = located(name);
    const { first, later } = readDated(entry.values[name]?.text ?? text);
    const wrong = [first, ...later.map((one) => one.text)].find((one) => read(one) === null);
    const found = read(text);
    if (wrong === undefined && found !== null) return found;
    throw new RuleError(
      `not-a-${what}`,
      file,
      line,
      `the live value "${name}" must be ${expected}, but is ${showValue(wrong ?? text)}`,
    );
  };
  const duration = (name: string, expected: string, isFit: (one: Duration) => boolean): Duration =>
    readable('duration', expected, name, (text) => {
      const { unit } = located(name);
      // An older text has the unit behind the link: [48](#value:window) hours.
      const read = readDuration(unit === undefined || readNumber(text) === null ? text : `${text} ${unit}`);
      return read !== null && isFit(read) ? read : null;
    });
  return {
    hours: (name: string) =>
      hoursIn(
        duration(name, `${DURATION_EXAMPLE}, not in months or years`, (one) => hoursIn(one) !== null),
      ) ?? 0,
    endOf(name: string, from: string) {
      const isWhole = (one: Duration): boolean => hoursIn(one) !== null || Number.isInteger(one.count);
      return durationAfter(from, duration(name, DURATION_EXAMPLE, isWhole));
    },
    value: (name: string) =>
      readable('number', 'a number, such as 48, three or two thirds', name, readNumber),
    share(name: string, of: number) {
      const expected = 'a share, such as half, two thirds or one more than half';
      const { share, plus } = readable('share', expected, name, readQuantity);
      return (share === null ? 0 : Math.floor((of * share.over) / share.under)) + plus;
    },
    words: (name: string) => located(name).text,
    table: (name: string, columns: Columns) => readTable(entry, name, columns),
    list(name: string) {
      const list = entry.lists[name];
      if (list === undefined)
        throw missing(file, 'list', name, `[${name}](#list:${name})`, Object.keys(entry.lists));
      return Object.freeze(list.items.map(({ text }) => text));
    },
  };
}

type Columns = Readonly<Record<string, ValueType>>;
type Rows = readonly Readonly<Record<string, unknown>>[];

/** The rows of a named table, with each cell read by its column's type. */
function readTable(entry: RuleEntry, name: string, columns: Columns): Rows {
  const file = `${entry.path}.md`;
  const table = entry.tables[name];
  if (table === undefined)
    throw missing(file, 'table', name, `[${name}](#table:${name})`, Object.keys(entry.tables));
  const places = Object.entries(columns).map(([column, type]) => {
    const at = table.columns.indexOf(toKebab(column));
    if (at >= 0) return { column, type, at };
    const expected = `the table "${name}" must have a column "${toKebab(column)}"; it has ${table.columns.join(', ')}`;
    throw new RuleError('no-column', file, table.line, expected);
  });
  const readRow = (row: readonly Located[]): Readonly<Record<string, unknown>> =>
    Object.freeze(
      Object.fromEntries(
        places.map(({ column, type, at }) => {
          const { text, line } = row[at] ?? { text: '', line: table.line };
          const wrong = (expected: string): RuleError =>
            new RuleError(
              'bad-cell',
              file,
              line,
              `"${column}" in the table "${name}" must be ${expected}, but is ${showValue(text)}`,
            );
          return [column, readCell(type, text, wrong)];
        }),
      ),
    );
  return Object.freeze(table.rows.map(readRow));
}

function missing(
  file: string,
  kind: string,
  name: string,
  example: string,
  known: readonly string[],
): RuleError {
  const guess = nearest(name, known);
  const hint = guess === null ? `the text needs a link such as ${example}` : `did you mean "${guess}"?`;
  return new RuleError(`no-${kind}`, file, null, `there is no live ${kind} "${name}" in the text; ${hint}`);
}
