import { concat, latin1Of } from '#platform/bytes.ts';
import { setting } from '#platform/machine.ts';
import { join } from '#platform/paths.ts';
import { startProgram, type Program } from '#platform/programs.ts';
import { later, type Timer } from '#platform/turns.ts';
import type { Disk } from './disk.ts';
import type { LargeObject, ObjectKind } from './git-object.ts';
import type { Oid } from './oid.ts';
import { QUIET_GIT } from '#platform/run-git.ts';

/** An object's bytes as Git has them. */
export interface Stored {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/**
 * Reads objects through a running `git cat-file`, many at once. Git reads only the parts of a pack that it needs, while isomorphic-git
 * reads all of it.
 */
interface GitReader {
  /** Returns null if Git has no such object. Only the size is returned of an object with more than `mostBytes`. */
  read(oid: Oid, mostBytes: number): Promise<Stored | LargeObject | null>;
  /** The size of each object in bytes, or null if it isn't here. */
  sizes(oids: readonly Oid[]): Promise<readonly (number | null)[]>;
}

/** There is no Git on this machine, or it can't read this repository. Then isomorphic-git does, as it does in memory. */
class NoGitError extends Error {}

export class Packs {
  #git: GitReader | null;

  constructor({ root }: Disk, gitdir: string) {
    this.#git = root === undefined ? null : gitReader(join(root, gitdir));
  }

  /** Git's answer, or null if Git isn't used. */
  async ask<T>(question: (git: GitReader) => Promise<T>): Promise<{ readonly said: T } | null> {
    if (this.#git === null) return null;
    try {
      return { said: await question(this.#git) };
    } catch (error) {
      if (!(error instanceof NoGitError)) throw error;
      this.#git = null;
      return null;
    }
  }
}

const IDLE_MS = 1000;
const HEADER = /^\S+ (?:(missing|ambiguous)|(blob|tree|commit|tag) (\d+))$/u;

interface Asked {
  readonly withBytes: boolean;
  readonly resolve: (said: Stored | LargeObject | null) => void;
  readonly reject: (error: Error) => void;
}

function gitReader(gitdir: string): GitReader {
  let session: Session | null = null;
  const ask = (oid: Oid, withBytes: boolean): Promise<Stored | LargeObject | null> => {
    session = session === null || session.isOver ? new Session(gitdir) : session;
    return session.ask(oid, withBytes);
  };
  return {
    async read(oid, mostBytes) {
      const about = await ask(oid, false);
      return about === null || !('size' in about) || about.size > mostBytes ? about : ask(oid, true);
    },
    async sizes(oids) {
      const all = await Promise.all(oids.map((oid) => ask(oid, false)));
      return all.map((one) => (one !== null && 'size' in one ? one.size : null));
    },
  };
}

/** One process of Git. It ends after some idle time, and doesn't keep our own process alive. */
class Session {
  isOver = false;
  readonly #git: Program;
  readonly #asked: Asked[] = [];
  #unsent = '';
  #chunks: Uint8Array[] = [];
  #length = 0;
  /** The number of bytes that must arrive before the next answer can be parsed. */
  #needed = 1;
  #idle: Timer | undefined;

  constructor(gitdir: string) {
    this.#git = startProgram('git', ['--git-dir', gitdir, 'cat-file', '--batch-command'], {
      environment: environment(),
    });
    this.#git.onEnd(() => this.#end());
    this.#git.onOutput((chunk) => this.#take(chunk));
    this.#hold(false);
  }

  ask(oid: Oid, withBytes: boolean): Promise<Stored | LargeObject | null> {
    return new Promise((resolve, reject) => {
      if (this.isOver) {
        reject(new NoGitError());
        return;
      }
      if (this.#asked.length === 0) this.#hold(true);
      this.#asked.push({ withBytes, resolve, reject });
      // Questions asked in the same turn are sent together.
      if (this.#unsent === '') queueMicrotask(() => this.#send());
      this.#unsent += `${withBytes ? 'contents' : 'info'} ${oid}\n`;
    });
  }

  #send(): void {
    if (!this.isOver) this.#git.write(this.#unsent);
    this.#unsent = '';
  }

  #take(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    let rest = this.#chunks.length === 1 ? chunk : concat(this.#chunks);
    this.#needed = 1;
    for (let used = this.#answer(rest); used > 0; used = this.#answer(rest)) rest = rest.subarray(used);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    if (this.#asked.length === 0) this.#hold(false);
  }

  /** Resolves the oldest question if its answer is complete, and returns the number of bytes consumed. */
  #answer(from: Uint8Array): number {
    const [first] = this.#asked;
    const end = from.indexOf(0x0a);
    if (first === undefined || end < 0) return 0;
    const [header, absent, kind, size] = HEADER.exec(latin1Of(from, 0, end)) ?? [];
    if (header === undefined) {
      this.#git.kill();
      this.#end();
      return 0;
    }
    const about = { kind: kind as ObjectKind, size: Number(size) };
    const whole = absent === undefined && first.withBytes ? end + 1 + about.size + 1 : end + 1;
    if (from.length < whole) {
      this.#needed = whole;
      return 0;
    }
    this.#asked.shift();
    if (absent !== undefined) first.resolve(null);
    else if (!first.withBytes) first.resolve(about);
    // Copied, because a view would keep the whole received buffer in memory.
    else first.resolve({ kind: about.kind, bytes: from.slice(end + 1, whole - 1) });
    return whole;
  }

  /** Sets whether our process stays alive for this one. */
  #hold(holds: boolean): void {
    this.#git.hold(holds);
    clearTimeout(this.#idle);
    if (holds) return;
    this.#idle = later(() => this.#leave(), IDLE_MS);
  }

  #leave(): void {
    this.isOver = true;
    this.#git.close();
  }

  #end(): void {
    this.isOver = true;
    clearTimeout(this.#idle);
    for (const { reject } of this.#asked.splice(0)) reject(new NoGitError());
  }
}

/** Git reads only the repository's own settings, and fetches no missing objects. */
function environment(): Readonly<Record<string, string | undefined>> {
  return {
    PATH: setting('PATH'),
    SystemRoot: setting('SystemRoot'),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ALLOW_PROTOCOL: '',
    ...QUIET_GIT,
  };
}
