import {
  type Located,
  type Manifest,
  type RuleEntry,
  type Section,
  type Terms,
  PLAIN_TERMS,
  SECTIONS,
} from '../kernel/manifest.ts';
import { nearest } from '../kernel/names.ts';
import type { FlatLocated } from './parse-markdown.ts';
import type { Problem } from './problem.ts';
import type { Memo } from './memo.ts';
import { type RuleFile, readRuleFile } from './rule-file.ts';
import { puttingTerms } from './terms.ts';
import { compileTables } from './compile-tables.ts';
import { arrangeRules, type Placed } from './tree.ts';
import type { PromiseMade } from '../kernel/promise-made.ts';
import { mayPromise, readPromises } from '../promises/read-promises.ts';
import { vocabularyOf } from '../tables/collect-names.ts';
import type { Vocabulary } from '../tables/vocabulary.ts';

/** The files of a ruleset, by their paths below its folder: `core/votable-matters/votes.md`. */
export type RuleFiles = ReadonlyMap<string, string>;

export interface RulesetRead {
  readonly manifest: Manifest;
  readonly problems: readonly Problem[];
  /** The clauses that tables were compiled to, by the paths of their texts. */
  readonly tables: ReadonlyMap<string, string>;
  /** Text that works, but perhaps not as intended: cells and promises that can't be read, headers that are nearly right. */
  readonly doubts: readonly Problem[];
}

/**
 * Converts rule files to the kernel's description of a ruleset, with terms replaced. All problems are reported at once, and the manifest
 * contains everything that could be read.
 */
export function readRuleset(files: RuleFiles, terms: Terms = PLAIN_TERMS, memo?: Memo): RulesetRead {
  const read = new Map<string, RuleFile>();
  const problems: Problem[] = [];
  for (const path of [...files.keys()].sort()) {
    if (!path.endsWith('.md')) continue;
    const section = sectionOf(path, files);
    if (section === null) {
      problems.push(strayFile(path, files));
      continue;
    }
    const file = readRuleFile(path, files.get(path) ?? '', memo);
    read.set(path.slice(0, -'.md'.length), file);
    problems.push(...file.problems, ...misplacedMarks(file, section));
  }
  const arranged = arrangeRules(read);
  problems.push(...arranged.problems);
  const put = puttingTerms(terms);
  const compiled = compileTables(read, files, terms);
  const promised = promisesIn(read, files, terms);
  const rules = arranged.placed.map((placed) => {
    const promises = promised.made.get(placed.path) ?? [];
    const entry = { ...toEntry(placed, files, put), ...(promises.length > 0 && { promises }) };
    const module = `${placed.path}.md`;
    const notes = compiled.notes.get(placed.path) ?? [];
    return {
      ...entry,
      ...(notes.length > 0 && { notes }),
      ...(compiled.tables.has(module) && { mechanics: module }),
    };
  });
  return {
    manifest: { rules, terms },
    problems,
    tables: compiled.tables,
    doubts: [...compiled.doubts, ...promised.doubts],
  };
}

/** Doesn't match `README.md`. */
const SECTION = /^[a-z][a-z0-9-]*$/u;

/**
 * The section of a path. `special-case.md` is the section's own text. Apart from the usual sections, a folder is a section if these files
 * include a text for it: `statutes.md` for `statutes`.
 */
export function sectionOf(path: string, files: Pick<RuleFiles, 'has'>): Section | null {
  const first = path.includes('/') ? path.slice(0, path.indexOf('/')) : path.replace(/\.(?:md|ts)$/, '');
  return SECTIONS.includes(first) || (SECTION.test(first) && files.has(`${first}.md`)) ? first : null;
}

/** The sections that can contain rules in a tree of rule files. */
export function sectionsOfFiles(files: RuleFiles): readonly Section[] {
  const own = [...files.keys()].filter((path) => path.endsWith('.md') && !path.includes('/'));
  const titled = own
    .map((path) => path.slice(0, -'.md'.length))
    .filter((one) => SECTION.test(one) && !SECTIONS.includes(one));
  const usual = SECTIONS.filter((one) => [...files.keys()].some((path) => path.startsWith(`${one}/`)));
  return [...usual, ...titled];
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
    text: put(file.body, parse.verbatim).replaceAll('\r\n', '\n').trim(),
    status: special ? (matter.status ?? (rare ? 'inactive' : 'active')) : 'active',
    marked: special && matter.status !== undefined,
    entrenched: matter.entrenched ?? false,
    over: (matter.over ?? []).map((title) => put(title)),
    values: mapValues(parse.values, (value) => located(value, put)),
    tables: mapValues(parse.tables, ({ line, columns, rows }) => ({
      line,
      columns,
      rows: rows.map((row) => row.map((cell) => located(cell, put))),
    })),
    lists: mapValues(parse.lists, ({ line, items }) => ({
      line,
      items: items.map((item) => located(item, put)),
    })),
    facts: {
      ...(matter.power !== undefined && { power: matter.power }),
      ...(matter.mutable !== undefined && { mutable: matter.mutable }),
      ...file.free,
    },
    clause: files.has(clause) && matter.clause !== 'off' ? clause : null,
  };
}

function located({ text, verbatim, line, unit }: FlatLocated, put: Put): Located {
  return { text: put(text, verbatim), line, ...(unit !== undefined && { unit }) };
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

function strayFile(path: string, files: RuleFiles): Problem {
  const folder = path.slice(0, Math.max(0, path.indexOf('/')));
  const present = sectionsOfFiles(files);
  const near = nearest(folder, [...new Set([...SECTIONS, ...present])]);
  const sections = near === null || present.includes(near) ? present : [...present, near];
  const message =
    folder === ''
      ? 'The file doesn’t belong to a section.'
      : `There is no section "${folder}"${near ? `; did you mean "${near}"?` : '.'}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    code: 'no-section',
    file: path,
    message,
    expected: `a path below ${sections.length === 0 ? 'core' : sections.join('/, ')}/`,
    example: `${near ?? sections.at(1) ?? sections[0] ?? 'core'}/${name}`,
  };
}

/** The promises by rule, and the lines that begin like a promise but can't be read. */
function promisesIn(
  read: ReadonlyMap<string, RuleFile>,
  files: ReadonlyMap<string, string>,
  terms: Terms,
): { readonly made: ReadonlyMap<string, readonly PromiseMade[]>; readonly doubts: readonly Problem[] } {
  let known: Vocabulary | null = null;
  const names = (): Vocabulary =>
    (known ??= vocabularyOf(
      [...read.values()].flatMap(({ parse }) => parse.all),
      [...files].flatMap(([path, text]) => (path.endsWith('.ts') ? [text] : [])),
      terms,
    ));
  const made = new Map<string, readonly PromiseMade[]>();
  const doubts: Problem[] = [];
  for (const [path, { body, bodyLine }] of read) {
    if (!mayPromise(body)) continue;
    const { promises, problems } = readPromises(body, bodyLine, names);
    made.set(path, promises);
    doubts.push(...problems.map((one) => ({ ...one, code: 'no-such-promise', file: `${path}.md` })));
  }
  return { made, doubts };
}
