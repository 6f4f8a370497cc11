import {
  type Manifest,
  type RuleEntry,
  type Section,
  type TableText,
  type Terms,
  PLAIN_TERMS,
  SECTIONS,
} from '../kernel/manifest.ts';
import { nearest } from '../kernel/names.ts';
import type { FlatLocated } from './markdown.ts';
import type { Problem } from './problem.ts';
import type { Memo } from './memo.ts';
import { type RuleFile, readRuleFile } from './rule-file.ts';
import { puttingTerms } from './terms.ts';
import { arrangeRules, type Placed } from './tree.ts';

/** The files of a ruleset, by their paths below its folder: `core/votable-matters/votes.md`. */
export type RuleFiles = ReadonlyMap<string, string>;

export interface RulesetRead {
  readonly manifest: Manifest;
  readonly problems: readonly Problem[];
}

/**
 * Reads a tree of rule files into what the kernel is told about a ruleset, with the terms put in. All problems are
 * reported at once; what could be read is in the manifest regardless.
 */
export function readRuleset(files: RuleFiles, terms: Terms = PLAIN_TERMS, memo?: Memo): RulesetRead {
  const read = new Map<string, RuleFile>();
  const problems: Problem[] = [];
  for (const path of [...files.keys()].sort()) {
    if (!path.endsWith('.md')) continue;
    const section = sectionOf(path);
    if (section === null) {
      problems.push(strayFile(path));
      continue;
    }
    const file = readRuleFile(path, files.get(path) ?? '', memo);
    read.set(path.slice(0, -'.md'.length), file);
    problems.push(...file.problems, ...misplacedMarks(file, section));
  }
  const arranged = arrangeRules(read);
  problems.push(...arranged.problems);
  const put = puttingTerms(terms);
  const rules = arranged.placed.map((placed) => toEntry(placed, files, put));
  return { manifest: { rules, terms }, problems };
}

/** The section of a path; `special-case.md` is the section's own text. */
export function sectionOf(path: string): Section | null {
  const first = path.includes('/') ? path.slice(0, path.indexOf('/')) : path.replace(/\.(?:md|ts)$/, '');
  return SECTIONS.find((section) => section === first) ?? null;
}

type Put = ReturnType<typeof puttingTerms>;

function toEntry(placed: Placed, files: RuleFiles, put: Put): RuleEntry {
  const { file, path, section, number, parent, children } = placed;
  const { matter, parse } = file;
  const special = section === 'special-case';
  const rare = special && matter.rare === true;
  const clause = `${path}.ts`;
  return {
    path,
    section,
    number,
    parent,
    children,
    rare,
    title: put(matter.title),
    plainTitle: matter.title,
    text: put(file.body, parse.kept).replaceAll('\r\n', '\n').trim(),
    status: special ? (matter.status ?? (rare ? 'inactive' : 'active')) : 'active',
    marked: special && matter.status !== undefined,
    entrenched: matter.entrenched ?? false,
    over: (matter.over ?? []).map((title) => put(title)),
    values: mapValues(parse.values, (value) => located(value, put)),
    tables: mapValues(parse.tables, (table) => toTable(table, put)),
    lists: mapValues(parse.lists, ({ line, items }) => ({
      line,
      items: items.map((item) => located(item, put)),
    })),
    facts: {
      ...(matter.power !== undefined && { power: matter.power }),
      ...(matter.mutable !== undefined && { mutable: matter.mutable }),
      ...file.free,
    },
    clause: files.has(clause) ? clause : null,
  };
}

type FlatTable = Omit<TableText, 'rows'> & { readonly rows: readonly (readonly FlatLocated[])[] };

function toTable({ line, columns, rows }: FlatTable, put: Put): TableText {
  return { line, columns, rows: rows.map((row) => row.map((cell) => located(cell, put))) };
}

function located({ text, kept, line }: FlatLocated, put: Put): { text: string; line: number } {
  return { text: put(text, kept), line };
}

function mapValues<From, To>(
  from: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, map(value)]));
}

function misplacedMarks({ path, matter }: RuleFile, section: Section): Problem[] {
  if (section === 'special-case') return [];
  return (['status', 'rare'] as const)
    .filter((field) => matter[field] !== undefined)
    .map((field) => ({
      code: 'mark-outside-special-case',
      file: path,
      field,
      message: 'Only special-case rules have marks.',
      expected: 'no such key, or the rule in the special-case folder',
      example: `special-case/${path.slice(path.lastIndexOf('/') + 1)}`,
    }));
}

function strayFile(path: string): Problem {
  const folder = path.slice(0, Math.max(0, path.indexOf('/')));
  const near = nearest(folder, SECTIONS);
  const message =
    folder === ''
      ? 'The file is in no section.'
      : `There is no section "${folder}"${near ? `; did you mean "${near}"?` : '.'}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    code: 'no-section',
    file: path,
    message,
    expected: `a path below ${SECTIONS.join('/, ')}/`,
    example: `${near ?? 'dynastic'}/${name}`,
  };
}
