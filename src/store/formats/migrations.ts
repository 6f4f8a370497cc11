import { isSwitchedOff } from '../../ruleset/switched-off.ts';
import { RULESET, type ContentFiles } from '../paths.ts';
import { applyChanges } from '../write-game.ts';
import { CodedError } from '../../kernel/coded-error.ts';

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
export const migrations: readonly Migration[] = [];

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

/** Why this engine can't read a game’s files. */
export class FormatError extends CodedError<'newer-format' | 'older-format'> {
  constructor(format: number) {
    const isNewer = format > FORMAT;
    const limit = isNewer ? `knows formats up to ${FORMAT}` : `knows no format before ${FIRST}`;
    super(
      isNewer ? 'newer-format' : 'older-format',
      `The game is in format ${format}, and this engine ${limit}.`,
      {
        next: 'Use the engine that played it last, or a later one: docs/how-to/take-a-newer-engine.md.',
      },
    );
  }
}

/** The result of all migrations that the game needs, or null if it needs none. */
export function migrateFiles(
  files: ContentFiles,
  { known = migrations, to = FORMAT }: { readonly known?: readonly Migration[]; readonly to?: number } = {},
): Migrated | null {
  const from = readFormat(files);
  if (from > to) throw new FormatError(from);
  if (from === to) return null;
  let after = files;
  const what: string[] = [];
  const paths = new Set<string>();
  for (let format = from + 1; format <= to; format++) {
    const step = known.find((one) => one.to === format);
    if (step === undefined) throw new FormatError(from);
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

/** The format of game files that this engine writes. */
export const FORMAT = 4;

/** No game of an older format was ever published. A game that states no format has this one. */
const FIRST = 4;

export const FORMAT_FILE = 'content/format.json';

export function readFormat(files: ContentFiles): number {
  return formatIn(files.get(FORMAT_FILE) ?? null);
}

export function formatIn(text: string | null): number {
  if (text === null) return FIRST;
  try {
    const { format } = JSON.parse(text) as { format?: unknown };
    return typeof format === 'number' ? format : FIRST;
  } catch {
    return FIRST;
  }
}

export function writeFormat(format: number): string {
  return `${JSON.stringify({ format })}\n`;
}
