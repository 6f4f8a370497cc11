import type { Definition, Image, Link, List, Nodes, Parents, Root, Table } from 'mdast';
import { unitAfter } from '../kernel/durations.ts';
import { slug } from '../kernel/names.ts';
import {
  type BodyParse,
  type FlatLocated,
  type NamedList,
  type NamedTable,
  type PlainTable,
  type Wrap,
  parseMarkdown,
} from './parse-markdown.ts';
import { flatten } from './flatten.ts';
import { markdownExcess } from './markdown-excess.ts';
import { isNone, parenthesesIn, TERM_LIST } from './named-list.ts';
import type { Problem } from './problem.ts';
import type { Range } from './term-edit.ts';

const LIVE = /^#([^:/]+):(.*)$/;
const KINDS = ['value', 'table', 'list'];
/** The longest unit behind a link: ` calendar minutes`. */
const UNIT_LENGTH = 24;
const NAME = /^[a-z][a-z0-9-]*$/;

/** Parses a body once and collects live values, tables, lists, and ranges in which no word is replaced. */
export function parseBody(file: string, body: string, bodyLine: number): BodyParse {
  const problem = findExcess(file, body, bodyLine);
  if (problem)
    return { values: {}, tables: {}, lists: {}, all: [], wraps: [], verbatim: [], problems: [problem] };
  const found = new Finder(file, body, bodyLine);
  found.walk(parseMarkdown(body));
  return found.finish();
}

function findExcess(file: string, body: string, line: number): Problem | null {
  const excess = markdownExcess(body);
  if (excess === null) return null;
  const message = `The text has ${excess}.`;
  const expected = 'less markup, and tables and lists that people can read';
  return { code: 'too-much-markup', file, line, message, expected, example: 'the text in two rules' };
}

/** Walks the tree once. It is a class because it collects eight things on the way. */
class Finder {
  private readonly file: string;
  private readonly body: string;
  private readonly lineOffset: number;
  private readonly live: { link: Link; kind: string; name: string }[] = [];
  private readonly tableNodes: Table[] = [];
  private readonly listNodes: List[] = [];
  private readonly verbatim: Range[] = [];
  private readonly wraps: Wrap[] = [];
  private readonly problems: Problem[] = [];

  constructor(file: string, body: string, bodyLine: number) {
    this.file = file;
    this.body = body;
    this.lineOffset = bodyLine - 1;
  }

  walk(node: Nodes): void {
    if (node.type === 'link') this.visitLink(node);
    else if (node.type === 'image') this.keepImage(node);
    else if (node.type === 'table') this.tableNodes.push(node);
    else if (node.type === 'list') this.listNodes.push(node);
    else if (node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete')
      this.visitMark(node);
    else if (node.type === 'linkReference') this.keepAfterText(node);
    else if (WHOLE_NODES.has(node.type)) this.keep(rangeOf(node));
    if ('children' in node) for (const child of node.children) this.walk(child);
  }

  finish(): BodyParse {
    const values: Record<string, FlatLocated> = {};
    const tables: Record<string, NamedTable> = {};
    const lists: Record<string, NamedList> = {};
    for (const { link, kind, name } of this.live) {
      const group = kind === 'value' ? values : kind === 'table' ? tables : lists;
      if (Object.hasOwn(group, name))
        this.report(link, name, 'name-twice', `There are two of #${kind}:${name}.`);
      else if (kind === 'value') values[name] = this.value(link);
      else if (kind === 'table') this.addTable(tables, link, name);
      else this.addList(lists, link, name);
    }
    const verbatim = this.verbatim.sort((a, b) => a.start - b.start || a.end - b.end);
    const all = this.tableNodes.map((table) => this.plainTable(table));
    return { values, tables, lists, all, wraps: this.wraps, verbatim, problems: this.problems };
  }

  private value(link: Link): FlatLocated {
    const unit = unitAfter(this.body.slice(rangeOf(link).end, rangeOf(link).end + UNIT_LENGTH));
    return { ...flatten(link.children), line: this.lineOf(link), ...(unit !== null && { unit }) };
  }

  private visitLink(link: Link): void {
    const whole = rangeOf(link);
    if (!this.body.startsWith('[', whole.start)) return this.keep(whole);
    const text = innerRange(link, whole.start + 1);
    this.keep({ start: text.end, end: whole.end });
    const [, kind = '', name = ''] = LIVE.exec(link.url) ?? [];
    this.wraps.push({ ...whole, text, kind: kind === '' ? 'link' : 'live' });
    if (kind === '') return;
    if (!KINDS.includes(kind))
      return this.report(link, name, 'unknown-live-kind', `The link doesn’t say which ${kind} it is.`);
    if (!NAME.test(name))
      return this.report(link, name, 'bad-live-name', `"${name}" is no name for a live ${kind}.`);
    if (flatten(link.children).text === '')
      return this.report(link, name, 'empty-live-value', 'The link has no text.');
    if (typeof link.title === 'string')
      return this.report(link, name, 'live-title', `Readers don’t see “${link.title}”, and nothing uses it.`);
    this.live.push({ link, kind, name });
  }

  private visitMark(node: Parents): void {
    const whole = rangeOf(node);
    this.wraps.push({ ...whole, text: innerRange(node, whole.start), kind: 'mark' });
  }

  private addTable(tables: Record<string, NamedTable>, link: Link, name: string): void {
    const table = this.tableNodes.find((node) => rangeOf(node).start > rangeOf(link).start);
    if (!table)
      return this.report(link, name, 'table-missing', `No table comes after the link to #table:${name}.`);
    const [header, ...rows] = table.children;
    const columns = (header?.children ?? []).map((cell) => slug(flatten(cell.children).text));
    const twice = columns.find((column, at) => columns.indexOf(column) !== at);
    if (twice !== undefined) this.report(link, name, 'column-twice', `The table has two columns "${twice}".`);
    tables[name] = {
      line: this.lineOf(table),
      columns,
      rows: rows.map((row) =>
        columns.map((_, at) => {
          const cell = row.children[at];
          return { ...flatten(cell?.children ?? []), line: this.lineOf(row) };
        }),
      ),
    };
  }

  private plainTable(table: Table): PlainTable {
    const words = (row: Table['children'][number] | undefined): readonly string[] =>
      (row?.children ?? []).map((cell) => flatten(cell.children).text);
    const [header, ...rows] = table.children;
    return {
      line: this.lineOf(table),
      header: words(header),
      rows: rows.map((row) => ({ line: this.lineOf(row), cells: words(row) })),
    };
  }

  private addList(lists: Record<string, NamedList>, link: Link, name: string): void {
    const list = this.listNodes.find((node) => rangeOf(node).start > rangeOf(link).start);
    if (!list)
      return this.report(link, name, 'list-missing', `No list comes after the link to #list:${name}.`);
    const items = list.children.map((item) => ({
      ...flatten(item.children.filter((child) => child.type !== 'list') as Parents['children']),
      line: this.lineOf(item),
    }));
    const itemRanges = list.children.map(rangeOf);
    lists[name] = {
      line: this.lineOf(list),
      items: isNone(items) ? [] : items,
      range: rangeOf(list),
      itemRanges,
    };
    if (name === TERM_LIST)
      for (const range of itemRanges) parenthesesIn(this.body, range).forEach((one) => this.keep(one));
  }

  private keepAfterText(node: Parents): void {
    const last = node.children.at(-1);
    this.keep({ start: last ? rangeOf(last).end : rangeOf(node).start, end: rangeOf(node).end });
  }

  private keepImage(image: Image): void {
    const { start, end } = rangeOf(image);
    const alt = image.alt ?? '';
    const shown = this.body.startsWith(`![${alt}](`, start) ? start + 2 + alt.length : start;
    this.keep({ start: shown, end });
  }

  private keep(range: Range): void {
    if (range.end > range.start) this.verbatim.push(range);
  }

  private report(link: Link, name: string, code: string, message: string): void {
    const { expected, example } = EXPECTED[code] ?? {
      expected: 'a live value',
      example: '[48](#value:window)',
    };
    this.problems.push({
      code,
      file: this.file,
      line: this.lineOf(link),
      field: name,
      message,
      expected,
      example,
    });
  }

  private lineOf(node: Nodes): number {
    return (node.position?.start.line ?? 1) + this.lineOffset;
  }
}

const WHOLE_NODES = new Set<(Nodes | Root | Definition)['type']>([
  'code',
  'inlineCode',
  'html',
  'definition',
  'imageReference',
  'footnoteReference',
]);

const EXPECTED: Readonly<Record<string, { expected: string; example: string }>> = {
  'name-twice': {
    expected: 'a name that occurs once in the rule',
    example: '[48](#value:window) and [7](#value:limit)',
  },
  'unknown-live-kind': { expected: '#value:, #table: or #list:', example: '[48](#value:window)' },
  'bad-live-name': { expected: 'lower-case words with hyphens', example: '[48](#value:voting-window)' },
  'empty-live-value': { expected: 'the value as the text of the link', example: '[48](#value:window)' },
  'live-title': {
    expected: 'everything in the words of the link, without a title after the address',
    example: '[48, and 36 from 2030-07-01](#value:window)',
  },
  'table-missing': {
    expected: 'a table below the link',
    example: 'The [Features](#table:features) are: / | Feature | Darkness |',
  },
  'list-missing': { expected: 'a list below the link', example: 'The [lords](#list:lords) are: / - Ana' },
  'column-twice': { expected: 'columns with different names', example: '| Feature | Darkness |' },
};

/** The range from the first child to the last, or an empty one at `empty`. */
function innerRange(node: Parents, empty: number): Range {
  const first = node.children[0];
  const last = node.children.at(-1);
  return { start: first ? rangeOf(first).start : empty, end: last ? rangeOf(last).end : empty };
}

function rangeOf(node: Nodes): Range {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}
