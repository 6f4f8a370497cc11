import { isSwitchedOff, switchOff } from '../../ruleset/switched-off.ts';
import { RULESET, type ContentFiles } from '../paths.ts';
import { applyChanges } from '../write-game.ts';
import { carryUnits } from './carry-units.ts';
import { FORMAT, FORMAT_FILE, PRIVATE_OUTWARDS, readFormat, writeFormat } from './format.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { rulesThatRun } from '../../play/rules-that-run.ts';
import { SourceCache } from '../../sandbox/sources.ts';
import { readLibrary } from '../library.ts';
import { patched, readPatches } from './patches.ts';

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
    to: PRIVATE_OUTWARDS,
    what: 'A list, a record, a map or an optional value of which a rule marks something inside as private is private as a whole from now on.',
    // The rules decide which values these are. They leave the files with the next action.
    migrate: () => new Map(),
  },
  {
    to: 3,
    what: 'Clauses keep nothing from one call to the next. The library’s that did are rewritten; any other that does is switched off until a proposal rewrites it.',
    migrate: keepNothing,
  },
  {
    to: 4,
    what: 'A duration carries its unit, as in [48 hours](#value:window): a proposal that amends the unit is obeyed. Play goes on as it was.',
    migrate: carryUnits,
  },
];

function toldOf(before: ContentFiles, changes: ReadonlyMap<string, string | null>): readonly string[] {
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
    what.push(step.what, ...toldOf(after, changes));
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
 * Rewrites clauses of older libraries that kept something between calls, also where a group has amended other lines of
 * them. Any other clause that this engine would refuse is switched off, so that the game goes on and its players can
 * propose another one. Core rules can't be switched off.
 */
function keepNothing(files: ContentFiles): ReadonlyMap<string, string> {
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
