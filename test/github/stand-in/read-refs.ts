import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where each ref of a bare repository stands, read from its files as Git keeps them. */
export function readRefs(gitdir: string): ReadonlyMap<string, string> {
  const packed = join(gitdir, 'packed-refs');
  const lines = existsSync(packed) ? readFileSync(packed, 'utf8').split('\n') : [];
  const refs = new Map<string, string>();
  for (const line of lines) {
    const [, oid, ref] = /^([0-9a-f]{40}) (refs\/\S+)$/u.exec(line) ?? [];
    if (oid !== undefined && ref !== undefined) refs.set(ref, oid);
  }
  for (const entry of readdirSync(join(gitdir, 'refs'), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
    const file = join(entry.parentPath, entry.name);
    refs.set(file.slice(gitdir.length + 1), readFileSync(file, 'utf8').trim());
  }
  return refs;
}
