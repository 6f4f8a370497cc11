import { inflateSync } from 'node:zlib';

import { readCommit } from '../../../src/repository/commit.ts';
import type { Disk } from '../../../src/repository/disk.ts';
import type { Oid } from '../../../src/repository/oid.ts';
import type { World } from './world.ts';

export interface HistoryCommit {
  readonly oid: Oid;
  readonly parents: readonly Oid[];
  readonly message: string;
  readonly content: ReadonlyMap<string, string>;
  /** Which files outside the game are not as they were in the commit before. */
  readonly outside: readonly string[];
}

/** What main has come to since a commit, the oldest first. Null: that commit is not behind it any more. */
export async function commitsSince(
  world: World,
  known: ReadonlySet<Oid>,
): Promise<readonly HistoryCommit[] | null> {
  const found: HistoryCommit[] = [];
  for (let at: Oid | undefined = await world.main(); at !== undefined && !known.has(at);) {
    const { parents, message } = await readCommit(world.repository, at);
    const [parent] = parents;
    if (parent === undefined) return null;
    const [before, after] = [await world.outsideAt(parent), await world.outsideAt(at)];
    const paths = new Set([...before.keys(), ...after.keys()]);
    const outside = [...paths].filter((path) => before.get(path) !== after.get(path));
    found.unshift({ oid: at, parents, message, content: await world.contentAt(at), outside });
    at = parent;
  }
  return found;
}

/** Every file of a disk, Git's objects as they read when they are unpacked. */
export async function* everything(
  disk: Disk,
  known: Set<string>,
  folder = '',
): AsyncGenerator<readonly [string, Buffer]> {
  for (const entry of await disk.list(folder)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.folder) yield* everything(disk, known, path);
    else if (!known.has(path)) {
      const bytes = Buffer.from((await disk.read(path)) ?? []);
      const object = /objects\/[0-9a-f]{2}\//u.test(path);
      if (object) known.add(path);
      yield [path, object ? unpacked(bytes) : bytes];
    }
  }
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes);
  } catch {
    return bytes;
  }
}
