import { join } from '#platform/paths.ts';

import type { Disk } from './disk.ts';
import { gitReader, NoGitError, type GitReader } from './git-reader.ts';

/** Which program reads objects in packs. */
export type PacksBy = 'the quicker one' | 'Git' | 'isomorphic-git';

/** isomorphic-git reads a whole pack and its index before the first object. For larger packs Git starts sooner. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** Git is also quicker for at least this many objects at once. */
export const MANY_OBJECTS = 200;

/** Decides whether Git itself reads a repository's packs: only if it is installed and quicker. */
export class QuickPacks {
  readonly #disk: Disk;
  readonly #gitdir: string;
  #by: PacksBy;
  #reader: GitReader | null = null;

  constructor(disk: Disk, gitdir: string, by: PacksBy) {
    this.#disk = disk;
    this.#gitdir = gitdir;
    this.#by = disk.root === undefined ? 'isomorphic-git' : by;
  }

  /** Git's answer, or null if Git isn't used. `objects` is the number of objects that the question is about. */
  async ask<T>(question: (git: GitReader) => Promise<T>, objects = 1): Promise<{ readonly said: T } | null> {
    if (this.#by === 'isomorphic-git') return null;
    if (this.#by !== 'Git' && objects < MANY_OBJECTS) {
      if (!(await this.#areLarge())) return null;
      this.#by = 'Git';
    }
    this.#reader ??= gitReader(join(this.#disk.root ?? '', this.#gitdir));
    try {
      return { said: await question(this.#reader) };
    } catch (error) {
      if (!(error instanceof NoGitError)) throw error;
      this.#by = 'isomorphic-git';
      return null;
    }
  }

  async #areLarge(): Promise<boolean> {
    const folder = `${this.#gitdir}/objects/pack`;
    let bytes = 0;
    for (const { name } of await this.#disk.list(folder))
      if (name.endsWith('.pack')) bytes += (await this.#disk.stat(`${folder}/${name}`))?.size ?? 0;
    return bytes >= LARGE_BYTES;
  }
}
