import { isSwitchedOff, switchOff } from '../../ruleset/switched-off.ts';
import { RULESET, type ContentFiles } from '../paths.ts';
import { applyChanges } from '../write-game.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { rulesThatRun, modulesUsedBy } from '../../ruleset/rules-that-run.ts';
import { SourceCache } from '../../sandbox/sources.ts';
import { readLibrary } from '../library.ts';

/** Converts a game's files from one format to the next. It is applied once. */
export interface Migration {
  /** The format that results. */
  readonly to: number;
  /** A sentence that tells players what changes. */
  readonly what: string;
  readonly migrate: (files: ContentFiles) => ReadonlyMap<string, string | null>;
}

/**
 * In order. To change the format of files in content/, raise FORMAT, add a migration with a test here, and describe it in
 * docs/game-content.md.
 */
export const migrations: readonly Migration[] = [
  {
    to: 2,
    what: 'A list, a record, a map or an optional value of which a rule marks something inside as private is private as a whole from now on.',
    // The rules decide which values these are. They leave the files with the next action.
    migrate: () => new Map(),
  },
  {
    to: 3,
    what: 'Clauses keep nothing from one call to the next. The library’s that did are rewritten; any other that does is switched off until a proposal rewrites it.',
    migrate: dropSavedState,
  },
  {
    to: 4,
    what: 'A duration carries its unit, as in [48 hours](#value:window): a proposal that amends the unit is obeyed. Play goes on as it was.',
    migrate: carryUnits,
  },
];

function sayMigrated(before: ContentFiles, changes: ReadonlyMap<string, string | null>): readonly string[] {
  const rules = [...changes]
    .filter(([path]) => path.startsWith(RULESET))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return rules.map(([path, text]) => {
    const isOff = isSwitchedOff(path, text ?? '') && !isSwitchedOff(path, before.get(path) ?? '');
    return `${isOff ? 'switched off' : 'rewritten'}: ${path}`;
  });
}

export interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly what: readonly string[];
  readonly changes: ReadonlyMap<string, string | null>;
}

export class NewerFormatError extends CodedError<'newer-format'> {
  constructor(format: number, known: number) {
    super('newer-format', `The game is in format ${format}, and this engine knows formats up to ${known}.`, {
      next: 'Use the engine that played it last, or a later one: docs/how-to/take-a-newer-engine.md.',
    });
  }
}

/** The result of all migrations that the game needs, or null if it needs none. */
export function migrateFiles(
  files: ContentFiles,
  { known = migrations, to = FORMAT }: { readonly known?: readonly Migration[]; readonly to?: number } = {},
): Migrated | null {
  const from = readFormat(files);
  if (from > to) throw new NewerFormatError(from, to);
  if (from === to) return null;
  let after = files;
  const what: string[] = [];
  const paths = new Set<string>();
  for (let format = from + 1; format <= to; format++) {
    const step = known.find((one) => one.to === format);
    if (step === undefined) throw new Error(`there is no migration to format ${format}`);
    const changes = step.migrate(after);
    for (const path of changes.keys()) paths.add(path);
    what.push(step.what, ...sayMigrated(after, changes));
    after = applyChanges(after, changes);
  }
  const changes = new Map<string, string | null>(
    [...paths].sort().map((path) => [path, after.get(path) ?? null]),
  );
  return { from, to, what, changes: changes.set(FORMAT_FILE, writeFormat(to)) };
}

/** The game as this engine would have it. */
export function inThisFormat(files: ContentFiles): ContentFiles {
  const migrated = migrateFiles(files);
  return migrated === null ? files : applyChanges(files, migrated.changes);
}

/**
 * Rewrites clauses of older libraries that kept something between calls, also if a group has amended other
 * lines of them. Any other clause that this engine would refuse is switched off, so that the game goes on and
 * its players can propose another one. Core rules can't be switched off.
 */
function dropSavedState(files: ContentFiles): ReadonlyMap<string, string> {
  const patches = readPatches(readLibrary().get('format-3.diff') ?? '');
  const rules = new Map<string, string>();
  for (const [path, text] of files)
    if (path.startsWith(RULESET)) rules.set(path.slice(RULESET.length), patched(text, patches));
  const off = [...rules].flatMap(([path, text]) =>
    path.endsWith('.ts') && isRefused(path, text) ? rulesThatRun(path, rules) : [],
  );
  const dynastic = [...new Set(off)].filter(
    (rule) => rule.startsWith('dynastic/') && !isSwitchedOff(`${rule}.md`, rules.get(`${rule}.md`) ?? ''),
  );
  return new Map(
    [...switchOff(rules, dynastic)]
      .map(([path, text]): [string, string] => [`${RULESET}${path}`, text])
      .filter(([path, text]) => files.get(path) !== text),
  );
}

function isRefused(path: string, text: string): boolean {
  try {
    new SourceCache().clause(text, path);
    return false;
  } catch (error) {
    if (error instanceof CodedError) return true;
    throw error;
  }
}

/** The format of game files that this engine writes. A game that states none has the first. */
export const FORMAT = 4;

export const FORMAT_FILE = 'content/format.json';

export function readFormat(files: ContentFiles): number {
  return formatIn(files.get(FORMAT_FILE) ?? null);
}

export function formatIn(text: string | null): number {
  if (text === null) return 1;
  try {
    const { format } = JSON.parse(text) as { format?: unknown };
    return typeof format === 'number' ? format : 1;
  } catch {
    return 1;
  }
}

export function writeFormat(format: number): string {
  return `${JSON.stringify({ format })}\n`;
}

/** One changed place of a file with a line of context, before and after. */
export interface Hunk {
  readonly before: string;
  readonly after: string;
}

export interface Patch {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}

/** Reads a unified diff. Patches are found by the text that they replace, since a group may have moved a rule. */
export function readPatches(diff: string): readonly Patch[] {
  return diff
    .split(/^--- a\//mu)
    .slice(1)
    .map((file) => ({
      path: file.slice(0, file.indexOf('\n')),
      hunks: file
        .split(/^@@ .*\n/mu)
        .slice(1)
        .map((hunk) => ({ before: sideOf(hunk, '+'), after: sideOf(hunk, '-') })),
    }));
}

/** Applies the first patch that fits everywhere. */
export function patched(text: string, patches: readonly Patch[]): string {
  const fitting = patches.find(({ hunks }) => hunks.every(({ before }) => text.split(before).length === 2));
  return (fitting?.hunks ?? []).reduce((so, { before, after }) => so.replace(before, () => after), text);
}

function sideOf(hunk: string, other: '+' | '-'): string {
  const lines = hunk.split(/(?<=\n)/u).filter((line) => !line.startsWith(other));
  return lines.map((line) => line.slice(1)).join('');
}

type Texts = ReadonlyMap<string, string>;

const UNIT = '(?:second|minute|hour|day|week|month|year)s?';

/**
 * Moves the units of durations into their live values, as the library has them: `[48](#value:window) hours` becomes `[48
 * hours](#value:window)`, and the clause reads hours. A rule and all code that it uses change together or not at all, because
 * a group may have rewritten some of it. Rules that aren't converted keep working, since bare numbers are still read.
 */
export function carryUnits(files: ContentFiles): ReadonlyMap<string, string> {
  const patches = readPatches(readLibrary().get('format-4.diff') ?? '');
  const before = new Map(
    [...files].flatMap(([path, text]): readonly [string, string][] =>
      path.startsWith(RULESET) ? [[path.slice(RULESET.length), text]] : [],
    ),
  );
  const [texts, code] = ['.md', '.ts'].map((ending) => patches.filter(({ path }) => path.endsWith(ending)));
  const after = new Map(
    [...before].map(([path, text]): [string, string] => [
      path,
      path.endsWith('.ts') ? patched(text, code ?? []) : withUnits(path, text, texts ?? []),
    ]),
  );
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const rule of [...before.keys()].filter((path) => path.endsWith('.md'))) {
      const touched = [rule, ...usedBy(rule, before)].filter((path) => after.get(path) !== before.get(path));
      if (touched.length === 0 || isWhole(rule, before, after)) continue;
      isSettled = false;
      for (const path of touched) after.set(path, before.get(path) ?? '');
    }
  }
  return new Map(
    [...after].flatMap(([path, text]) => (text === before.get(path) ? [] : [[`${RULESET}${path}`, text]])),
  );
}

/** A hunk of a text matches any number: `[…](#value:window) hours`. */
function withUnits(path: string, text: string, patches: readonly Patch[]): string {
  const inOrder = [...patches].sort((a, b) => Number(b.path === path) - Number(a.path === path));
  const fitting = inOrder.find(({ hunks }) =>
    hunks.every(({ before }) => text.split(anyNumber(before)).length === 3),
  );
  return (fitting?.hunks ?? []).reduce(
    (so, { before, after }) =>
      so.replace(anyNumber(before), (_, number: string) => after.trimEnd().replace('…', () => number)),
    text,
  );
}

/**
 * Numbers that change on a date stay as they are. The pattern has one group, so that a text that contains it
 * once splits into three parts.
 */
function anyNumber(before: string): RegExp {
  const [start = '', end = ''] = before
    .trimEnd()
    .split('…')
    .map((part) => part.replace(/[[\]().]/gu, '\\$&'));
  return new RegExp(`${start}((?:(?! from )[^\\]])*)${end}`, 'u');
}

function usedBy(rule: string, files: Texts): readonly string[] {
  return modulesUsedBy(rule.replace(/\.md$/u, '.ts'), files);
}

/** True if a rule still reads its values in the form in which they are written. */
function isWhole(rule: string, before: Texts, after: Texts): boolean {
  const known = new Set(faultsOf(rule, before));
  return faultsOf(rule, after).every((fault) => known.has(fault)) && areNamesRead(rule, before, after);
}

function faultsOf(rule: string, files: Texts): readonly string[] {
  const text = files.get(rule) ?? '';
  const used = usedBy(rule, files);
  const reads = used.flatMap((path) => [
    ...(files.get(path) ?? '').matchAll(/\b(value|hours|endOf|share|words)\('([\w-]+)'/gu),
  ]);
  const misread = reads.flatMap(([, kind = '', name = '']) => {
    if (!text.includes(`](#value:${name})`)) return [`no ${name}`];
    const isInside = new RegExp(`\\b${UNIT}\\]\\(#value:${name}\\)`, 'u').test(text);
    const isLasting = kind === 'hours' || kind === 'endOf';
    return (kind === 'value' && isInside) || (isLasting && !isInside) ? [`${kind} ${name}`] : [];
  });
  const unexported = used.flatMap((path) =>
    [
      ...(files.get(path) ?? '').matchAll(
        /import \{([^}]*)\} from '(#core\/|\.\/helpers\/|\.\.?\/)([^']*)'/gu,
      ),
    ].flatMap(([, names = '', way = '', rest = '']) => {
      const target = usedBy(rule, files).find((one) => one.endsWith(rest.replace(/^(?:\.\.\/)+/u, '')));
      const source = way === '' || target === undefined ? null : (files.get(target) ?? '');
      return names
        .split(',')
        .map((name) =>
          name
            .trim()
            .replace(/^type /u, '')
            .replace(/ as .*$/u, ''),
        )
        .filter(
          (name) =>
            name !== '' && source !== null && !new RegExp(`export [^\\n]*\\b${name}\\b`, 'u').test(source),
        )
        .map((name) => `no export ${name}`);
    }),
  );
  return [...misread, ...unexported];
}

/** A value's new name is useless unless the code uses it too. */
function areNamesRead(rule: string, before: Texts, after: Texts): boolean {
  const names = (files: Texts): readonly string[] =>
    [...(files.get(rule) ?? '').matchAll(/\(#value:([\w-]+)\)/gu)].map(([, name = '']) => name);
  const known = new Set(names(before));
  const code = usedBy(rule, after)
    .map((path) => after.get(path) ?? '')
    .join('\n');
  return names(after).every((name) => known.has(name) || code.includes(`'${name}'`));
}
