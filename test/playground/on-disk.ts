import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Repository } from '../../src/repository/repository.ts';

/** Writes a repository that is in memory to a folder, for Git itself. */
export async function writeToDisk({ disk, gitdir }: Repository, folder: string): Promise<void> {
  const walk = async (path: string): Promise<void> => {
    for (const { name, folder: isFolder } of await disk.list(`${gitdir}${path}`)) {
      const inner = `${path}/${name}`;
      if (isFolder) await walk(inner);
      else {
        mkdirSync(dirname(join(folder, inner)), { recursive: true });
        writeFileSync(join(folder, inner), (await disk.read(`${gitdir}${inner}`)) ?? '');
      }
    }
  };
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { recursive: true });
  await walk('');
}
