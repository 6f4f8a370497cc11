import type { ContentFiles } from '../paths.ts';
import { applyChanges } from '../write-game.ts';
import { FORMAT, FORMAT_FILE, PRIVATE_OUTWARDS, readFormat, writeFormat } from './format.ts';
import { CodedError } from '../../kernel/coded-error.ts';

/** Brings a game's files from one format to the next. It is applied once, to any game that is older. */
export interface Migration {
  /** The format that the files are in afterwards. */
  readonly to: number;
  /** A sentence that tells the game's players what changes. */
  readonly what: string;
  readonly migrate: (files: ContentFiles) => ReadonlyMap<string, string | null>;
}

/**
 * In their order. To change the format of what lies under content/: raise FORMAT, add the migration here with a test, and say
 * it in docs/game-content.md.
 */
export const migrations: readonly Migration[] = [
  {
    to: PRIVATE_OUTWARDS,
    what: 'A list, a record, a map or an optional value of which a rule marks something inside as private is private as a whole from now on.',
    // Which values these are the rules say: they leave the files with the next thing that is done.
    migrate: () => new Map(),
  },
];

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

/** The migration after which this engine can play the game; null where none is due. */
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
    after = applyChanges(after, changes);
    what.push(step.what);
  }
  const changes = new Map<string, string | null>(
    [...paths].sort().map((path) => [path, after.get(path) ?? null]),
  );
  return { from, to, what, changes: changes.set(FORMAT_FILE, writeFormat(to)) };
}
