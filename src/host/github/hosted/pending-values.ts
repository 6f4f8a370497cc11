import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { readContent } from '../../../apply/observe.ts';
import type { Caches } from '../../../cache/caches.ts';
import type { ForgeReading } from '../../../forge/port.ts';
import { readCommit } from '../../../repository/commit.ts';
import type { Oid } from '../../../repository/oid.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { isUnreadable } from '../../../repository/repository-error.ts';
import { putFile } from '#platform/files.ts';
import type { Play } from '../../../play/play.ts';
import { FORMAT_FILE, formatIn, PRIVATE_OUTWARDS, readFormat } from '../../../store/formats/format.ts';
import { openGame } from '../../../store/open-game.ts';
import { type ContentFiles, LEDGER, fileNameOf, idOfFileName } from '../../../store/paths.ts';
import { type PrivateValues, splitState } from '../../../play/private-values.ts';
import { UnplayableError } from '../../../play/unplayable-error.ts';
import { type Vault, vaultKeyOf } from '../../../store/vault.ts';
import { readOwnJson } from '../../../cache/own-files.ts';

/** These private values hold only once the engine has accepted the report, which it may refuse. */
export function keepPending(folder: string, call: string, values: PrivateValues): void {
  const path = join(folder, 'pending', `${fileNameOf(call)}.json`);
  putFile(path, `${JSON.stringify(values)}\n`, { mode: 0o600 });
}

/** Once a line is in the ledger, its values belong to the state after it. */
export async function settlePending(folder: string, vault: Vault, files: ContentFiles): Promise<void> {
  const place = join(folder, 'pending');
  if (!existsSync(place)) return;
  const lines = toldLines(files);
  for (const name of readdirSync(place).filter((one) => one.endsWith('.json'))) {
    const text = lines.get(idOfFileName(name.slice(0, -'.json'.length)));
    if (text === undefined) continue;
    const { n } = JSON.parse(text) as { n: number };
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const values = readOwnJson(join(place, name)) as PrivateValues;
    await vault.write({ lines: n + 1, digest }, values);
    rmSync(join(place, name));
  }
}

function toldLines(files: ContentFiles): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.startsWith(LEDGER)) continue;
    for (const line of text.split('\n').filter((one) => one.includes('"told":'))) {
      const { told } = JSON.parse(line) as { told?: unknown };
      if (typeof told === 'string') found.set(told, line);
    }
  }
  return found;
}

/**
 * Before private values had to leave the files, everybody could read them there. The next write removes them, so a
 * machine that may have them takes them once, from the commit where that changed.
 */
export async function keepFormerlyPublic(
  folder: string,
  vault: Vault,
  { forge, main, caches }: { readonly forge: ForgeReading; readonly main: Oid; readonly caches: Caches },
): Promise<void> {
  const known = join(folder, 'private-outwards');
  if (existsSync(known) || readFormat(await readContent(forge, main)) < PRIVATE_OUTWARDS) return;
  const from = await firstOutwards(forge, main).catch(unknownIfUnreadable);
  // A shallow clone ends before that commit; deepen it to take the values.
  if (from === undefined) return;
  if (from !== null) await keepValuesAt(vault, await readContent(forge, from), caches);
  putFile(known, `${from ?? 'from the start'}\n`, { mode: 0o600 });
}

/** The first commit with the new meaning of `private`; null if the game always had it. */
async function firstOutwards({ repository }: ForgeReading, main: Oid): Promise<Oid | null> {
  for (let commit = main; ;) {
    const [parent] = (await readCommit(repository, commit)).parents;
    if (parent === undefined) return null;
    if (formatIn(await readFileText(repository, parent, FORMAT_FILE)) < PRIVATE_OUTWARDS) return commit;
    commit = parent;
  }
}

function unknownIfUnreadable(error: unknown): undefined {
  if (!isUnreadable(error)) throw error;
}

async function keepValuesAt(vault: Vault, files: ContentFiles, caches: Caches): Promise<void> {
  const key = vaultKeyOf(files);
  try {
    const { play } = await openGame(files, { hidden: await vault.read(key), caches });
    await vault.write(key, hiddenIn(play));
  } catch (error) {
    // Rules that can't be put in force say nothing about values.
    if (!(error instanceof UnplayableError)) throw error;
  }
}

function hiddenIn(play: Play): PrivateValues {
  try {
    return splitState(play.state(), play.model).hidden;
  } finally {
    play.dispose();
  }
}
