import { join } from 'node:path';

import type { Disk } from './disk.ts';
import { gitReader, NoGitError, type GitReader } from './git-reader.ts';

/** By whom objects in packs are read. */
export type PacksBy = 'whoever is quicker' | 'Git' | 'isomorphic-git';

/** isomorphic-git reads a pack, and its index, whole before the first object: from so many bytes on Git is quicker to start. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** For so many objects at once it is quicker too. */
export const MANY_OBJECTS = 200;

/** Whether a repository's packs are read by Git itself: where there is one, and it is the quicker way. */
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

  /** Git's answer, or null where it is not to be asked; the question is for so many objects at once. */
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
