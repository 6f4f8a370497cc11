import type { Forge } from '../forge/port.ts';
import { readFileText } from '../repository/read-file.ts';
import { readBranch } from '../repository/refs.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { readContent } from './look.ts';
import { FORMAT, FORMAT_FILE, formatIn } from '../store/formats/format.ts';
import { migrateFiles, migrations, type Migrated, type Migration } from '../store/formats/migrations.ts';

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
  const main = await readBranch(forge.repository, 'main');
  if (main === null || formatIn(await readFileText(forge.repository, main, FORMAT_FILE)) === to) return null;
  const migrated = migrateFiles(await readContent(forge, main), { known, to });
  if (migrated === null) return null;
  const author = { name: forge.engine.name, email: '', at: now };
  const message = `Bring the game to format ${migrated.to}\n\n${migrated.what.map((line) => `- ${line}\n`).join('')}`;
  const { changes } = migrated;
  const commit = await writeCommit(forge.repository, { parents: [main], changes, author, message });
  // Somebody who was quicker has done the same.
  return (await forge.advance('main', main, commit)) === 'advanced' ? migrated : null;
}
