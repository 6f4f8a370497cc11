import type { Forge } from '../forge/port.ts';
import { readFileText } from '../repository/read-file.ts';
import type { Oid } from '../repository/oid.ts';
import { isUnreadable } from '../repository/repository-error.ts';
import { readBranch } from '../repository/refs.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { contentAtHand, readContent } from './look.ts';
import { findRepair } from './repair-main.ts';
import { FORMAT, FORMAT_FILE, formatIn, readFormat } from '../store/formats/format.ts';
import {
  type Migrated,
  type Migration,
  migrateFiles,
  migrations,
  NewerFormatError,
} from '../store/formats/migrations.ts';

interface Options {
  readonly known?: readonly Migration[];
  readonly to?: number;
}

/**
 * Brings a game on main to the format of this engine, by a commit of its own before anything else happens. Where nothing
 * has to change, which is so nearly always, it only reads one small file.
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
  const migrated = migrateFiles(await readContent(forge, main), { known, to });
  if (migrated === null) return null;
  const author = { name: forge.engine.name, email: '', at: now };
  const message = `Bring the game to format ${migrated.to}\n\n${migrated.what.map((line) => `- ${line}\n`).join('')}`;
  const { changes } = migrated;
  const commit = await writeCommit(forge.repository, { parents: [main], changes, author, message });
  // Somebody who was quicker has done the same.
  return (await forge.advance('main', main, commit)) === 'advanced' ? migrated : null;
}

/** Before anybody acts: what an engine that is older than the game takes in would stand there without an answer. */
export async function assertKnownFormat(forge: Forge, now: string): Promise<void> {
  const tip = await readBranch(forge.repository, 'main');
  if (tip === null || (await isOfFormat(forge, tip, FORMAT))) return;
  const main = await putBack(forge, tip, now);
  const format = main === null ? FORMAT : formatIn(await readFileText(forge.repository, main, FORMAT_FILE));
  if (format > FORMAT) throw new NewerFormatError(format, FORMAT);
}

async function isOfFormat(forge: Forge, main: Oid, format: number): Promise<boolean> {
  // To read that one file of a pack all of the pack is read, and made sure of.
  const files = contentAtHand(forge, main);
  if (files !== null) return readFormat(files) === format;
  try {
    return formatIn(await readFileText(forge.repository, main, FORMAT_FILE)) === format;
  } catch (error) {
    // Nobody brings up to date what can't be read: the tick puts it back first.
    if (isUnreadable(error)) return true;
    throw error;
  }
}

/** It may be somebody's push that says so, and what they pushed is nothing to bring up to date. */
async function putBack(forge: Forge, main: Oid, now: string): Promise<Oid | null> {
  const { events } = await forge.observe(null);
  const { commit } = await findRepair(forge, main, events, now);
  if (commit === null) return main;
  return (await forge.advance('main', main, commit)) === 'advanced' ? commit : null;
}
