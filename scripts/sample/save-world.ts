import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Disk } from '../../src/repository/disk.ts';
import type { MemoryVault } from './sample-vault.ts';

interface Kept {
  /** The forge's. */
  readonly disk: Disk;
  readonly vault: MemoryVault;
  readonly pictures: string;
}

/** Writes a game that was played in memory to a folder, where it can be continued. */
export async function saveWorld({ disk, vault, pictures }: Kept, folder: string): Promise<void> {
  const own = join(folder, '.gitnomic');
  const put = (path: string, bytes: Uint8Array | string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  };
  const copy = async (path: string): Promise<void> => {
    for (const { name, folder: isFolder } of await disk.list(path)) {
      const below = path === '' ? name : `${path}/${name}`;
      if (isFolder) await copy(below);
      else put(join(own, 'forge', below), (await disk.read(below)) ?? '');
    }
  };
  await copy('');
  for (const [kind, seed] of Object.entries(vault.seeds))
    put(join(own, 'private', `${kind}.seed`), `${Buffer.from(seed as Uint8Array).toString('hex')}\n`);
  if (existsSync(pictures)) cpSync(pictures, join(own, 'private/pictures'), { recursive: true });
  put(join(own, 'private/emperor.key'), `${vault.key?.identity ?? ''}\n`);
  for (const [key, values] of vault.all)
    put(join(own, 'private/values', `${key}.json`), `${JSON.stringify(values)}\n`);
}
