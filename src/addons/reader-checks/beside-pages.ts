import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError } from '../../kernel/coded-error.ts';
import { readyFolder } from '../../site/render/shell.ts';
import { publishRecord, type Publishable } from './publish.ts';

/** The game's record, and the code that checks it; nothing for a game whose record can't be read. */
export async function besidePages(game: Publishable): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const record = await publishRecord(game).catch((error: unknown) => {
    if (error instanceof CodedError) return new Map<string, string>();
    throw error;
  });
  if (record.size === 0) return record;
  const code = await readyFolder('reader', 'scripts/build-playground/build-reader.ts');
  return new Map([
    ...Array.from(record, ([name, content]) => [`record/${name}`, content] as const),
    ...readdirSync(code).map((name) => [`reader/${name}`, readFileSync(join(code, name))] as const),
  ]);
}
