import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { putFile } from '../../../repository/write-files.ts';
import { type ContentFiles, LEDGER, fileNameOf, idOfFileName } from '../../../store/paths.ts';
import type { PrivateValues } from '../../../play/private-values.ts';
import type { Vault } from '../../../store/vault.ts';
import { readOwnJson } from '../../../cache/own-files.ts';

/** Private values that hold once the engine has taken in what was told: until then it may refuse it. */
export function keepPending(folder: string, call: string, values: PrivateValues): void {
  const path = join(folder, 'pending', `${fileNameOf(call)}.json`);
  putFile(path, `${JSON.stringify(values)}\n`, { mode: 0o600 });
}

/** Those whose line stands in the ledger now belong to the state after it. */
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

/** Lines of the ledger, as they stand there, by the comments that called for them. */
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
