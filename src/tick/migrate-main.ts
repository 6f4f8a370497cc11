import type { Forge } from '../forge/port.ts';
import { readFileText } from '../repository/read-file.ts';
import type { Oid } from '../repository/oid.ts';
import { isUnreadable } from '../repository/repository-error.ts';
import { readBranch } from '../repository/refs.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { addCheckpoint, CHECKPOINTS } from '../store/checkpoints.ts';
import { RULESET } from '../store/paths.ts';
import { contentAtHand, readContent } from './observe.ts';
import { findRepair } from './repair-main.ts';
import {
  FORMAT,
  FORMAT_FILE,
  formatIn,
  readFormat,
  type Migrated,
  type Migration,
  migrateFiles,
  migrations,
  FormatError,
} from '../store/formats/migrations.ts';

interface Options {
  readonly known?: readonly Migration[];
  readonly to?: number;
}

/**
 * Converts a game on main to this engine's format, in a separate commit before anything else. Usually nothing has to
 * change, and it only reads one small file.
 */
export async function migrateMain(
  forge: Forge,
  now: string,
  { known = migrations, to = FORMAT }: Options = {},
): Promise<Migrated | null> {
  const tip = await readBranch(forge.repository, 'main');
  if (tip === null || (await isOfFormat(forge, tip, to))) return null;
  const main = await putBack(forge, tip, now);
  if (main === null || (await isOfFormat(forge, main, to))) return null;
  const files = await readContent(forge, main);
  const migrated = migrateFiles(files, { known, to });
  if (migrated === null) return null;
  const author = { name: forge.engine.name, email: '', at: now };
  const message = `Bring the game to format ${migrated.to}\n\n${migrated.what.map((line) => `- ${line}\n`).join('')}`;
  const changes = new Map(migrated.changes);
  if ([...changes.keys()].some((path) => path.startsWith(RULESET)))
    changes.set(CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), { kind: 'format', at: now, to }));
  const commit = await writeCommit(forge.repository, { parents: [main], changes, author, message });
  // If somebody was quicker, they have done the same.
  return (await forge.advance('main', main, commit)) === 'advanced' ? migrated : null;
}

/** Runs before any event is taken in, because rules for an older engine could not react to it. */
export async function assertKnownFormat(forge: Forge, now: string): Promise<void> {
  const tip = await readBranch(forge.repository, 'main');
  if (tip === null || (await isOfFormat(forge, tip, FORMAT))) return;
  const main = await putBack(forge, tip, now);
  const format = main === null ? FORMAT : formatIn(await readFileText(forge.repository, main, FORMAT_FILE));
  if (format > FORMAT) throw new FormatError(format);
}

async function isOfFormat(forge: Forge, main: Oid, format: number): Promise<boolean> {
  // Reading that one file from a pack would read and verify the whole pack.
  const files = contentAtHand(forge, main);
  if (files !== null) return readFormat(files) === format;
  try {
    return formatIn(await readFileText(forge.repository, main, FORMAT_FILE)) === format;
  } catch (error) {
    // Unreadable files can't be converted; the tick restores them first.
    if (isUnreadable(error)) return true;
    throw error;
  }
}

/** If somebody's push claims another format, that push is undone rather than converted. */
async function putBack(forge: Forge, main: Oid, now: string): Promise<Oid | null> {
  const { events } = await forge.observe(null);
  const { commit } = await findRepair(forge, main, events, now);
  if (commit === null) return main;
  return (await forge.advance('main', main, commit)) === 'advanced' ? commit : null;
}
