import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';

import type { LargeObject, ObjectKind } from './git-object.ts';
import type { Oid } from './oid.ts';

/** An object's bytes as Git has them. */
export interface Stored {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/** Reads objects by a process of Git itself, many at once: it reads of a pack what it needs, where isomorphic-git reads all. */
export interface GitReader {
  /** Null where Git has no such object; an object of more bytes than that is told by its size, and not read. */
  read(oid: Oid, mostBytes: number): Promise<Stored | LargeObject | null>;
  /** The number of bytes that each has; null where it is not here. */
  sizes(oids: readonly Oid[]): Promise<readonly (number | null)[]>;
}

/** There is no Git on this machine, or it doesn't read this repository: then isomorphic-git does. */
export class NoGitError extends Error {}

const IDLE_MS = 1000;
const HEADER = /^\S+ (?:(missing|ambiguous)|(blob|tree|commit|tag) (\d+))$/u;

interface Asked {
  readonly withBytes: boolean;
  readonly resolve: (said: Stored | LargeObject | null) => void;
  readonly reject: (error: Error) => void;
}

export function gitReader(gitdir: string): GitReader {
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

/** One process. It ends when nobody has asked for a while, and keeps nobody waiting who ends before. */
class Session {
  isOver = false;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #asked: Asked[] = [];
  #unsent = '';
  #chunks: Buffer[] = [];
  #length = 0;
  /** So many bytes are waited for before anything can be made of them. */
  #needed = 1;
  #idle: NodeJS.Timeout | undefined;

  constructor(gitdir: string) {
    this.#child = spawn('git', ['--git-dir', gitdir, 'cat-file', '--batch-command'], {
      env: environment(),
      stdio: 'pipe',
    });
    this.#child.on('error', () => this.#end());
    this.#child.on('close', () => this.#end());
    this.#child.stdin.on('error', () => this.#end());
    this.#child.stderr.resume();
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
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
      // Questions of one turn go in one piece.
      if (this.#unsent === '') queueMicrotask(() => this.#send());
      this.#unsent += `${withBytes ? 'contents' : 'info'} ${oid}\n`;
    });
  }

  #send(): void {
    if (!this.isOver) this.#child.stdin.write(this.#unsent);
    this.#unsent = '';
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    let rest: Buffer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#needed = 1;
    for (let used = this.#answer(rest); used > 0; used = this.#answer(rest)) rest = rest.subarray(used);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    if (this.#asked.length === 0) this.#hold(false);
  }

  /** Answers whoever asked first, where all of it is there; gives how many bytes that took. */
  #answer(from: Buffer): number {
    const [first] = this.#asked;
    const end = from.indexOf(0x0a);
    if (first === undefined || end < 0) return 0;
    const [header, absent, kind, size] = HEADER.exec(from.toString('latin1', 0, end)) ?? [];
    if (header === undefined) {
      this.#child.kill();
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
    // A copy: what is kept of it would keep all that came with it.
    else first.resolve({ kind: about.kind, bytes: Buffer.from(from.subarray(end + 1, whole - 1)) });
    return whole;
  }

  /** Whether this process waits for that one. */
  #hold(holds: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const one of [this.#child, stdin as Socket, stdout as Socket, stderr as Socket])
      if (holds) one.ref();
      else one.unref();
    clearTimeout(this.#idle);
    if (!holds) this.#idle = setTimeout(() => this.#leave(), IDLE_MS).unref();
  }

  #leave(): void {
    this.isOver = true;
    this.#child.stdin.end();
  }

  #end(): void {
    this.isOver = true;
    clearTimeout(this.#idle);
    for (const { reject } of this.#asked.splice(0)) reject(new NoGitError());
  }
}

/** No settings but the repository's own, and nothing that is missing is fetched. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    SystemRoot: process.env['SystemRoot'],
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_TERMINAL_PROMPT: '0',
  };
}
