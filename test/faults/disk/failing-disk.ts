// A disk that fills up, fails and comes back, put below the program as it is: Node's own calls are replaced before it
// is loaded. `node:fs` of this process is the disk from then on; `real` is what lies under it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';

/**
 * `full`: nothing more fits from there on; `read-only`: nothing can be written from there on; `dead`: nothing works from there on; `once`: one call fails; `kill-…`: from there on
 * nothing that the process does has any effect, as though it had been killed; `killed`: it really is.
 */
export type Mode =
  'full' | 'read-only' | 'dead' | 'once' | 'short' | 'kill-before' | 'kill-half' | 'kill-after' | 'killed';

export interface Call {
  readonly call: string;
  path: string;
}

export const real = { ...fs };
const CREATES = /[wa]/u;
const BY_FILE = new Set(['write', 'fsync', 'ftruncate']);

class Disk {
  readonly #root: string;
  #fault: { readonly at: number; readonly mode: Mode } | null = null;
  #calls: Call[] = [];
  readonly #open = new Map<number, string>();
  #isGone = false;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** From now on the call of this number, of those that write below the root, is where the disk fails. */
  fail(at: number, mode: Mode): void {
    this.#calls = [];
    this.#fault = { at, mode };
  }

  /** There is room again; gives what was called since. */
  comeBack(): readonly Call[] {
    this.#fault = null;
    this.#isGone = false;
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }

  /** Whether the process that writes has been taken away since `fail`. */
  get isGone(): boolean {
    return this.#isGone;
  }

  isOurs(path: unknown): path is string {
    return typeof path === 'string' && resolve(path).startsWith(this.#root);
  }

  opened(file: number, path: string): void {
    this.#open.set(file, path);
  }

  pathOf(file: number): string | undefined {
    return this.#open.get(file);
  }

  renamed(from: string, to: string): void {
    for (const call of this.#calls) if (call.path === from) call.path = to;
  }

  /** Does a call as this disk does. `half` does a part of it, where there are parts. */
  call<T>(call: string, path: string, whole: () => T, half: () => unknown = () => {}): T {
    const at = this.#calls.push({ call, path }) - 1;
    const fault = this.#fault;
    if (fault === null || at < fault.at) return whole();
    const { mode } = fault;
    const first = at === fault.at;
    const takesRoom = call === 'write' || call === 'mkdir';
    if (mode === 'short') return whole();
    if (mode.startsWith('kill') && first) {
      if (mode === 'kill-half' || mode === 'killed') half();
      if (mode === 'kill-after') whole();
      if (mode === 'killed') process.kill(process.pid, 'SIGKILL');
      this.#isGone = true;
    }
    if (mode === 'once' && !first) return whole();
    if (mode === 'full' && !takesRoom) return whole();
    if (first) half();
    const code = mode === 'full' ? 'ENOSPC' : mode === 'read-only' ? 'EROFS' : 'EIO';
    // Of what is open already the system doesn't say where it is.
    const where = BY_FILE.has(call) ? {} : { path };
    throw Object.assign(new Error(`${code}: ${call}`), { code, syscall: call, ...where });
  }

  isShort(): boolean {
    return this.#fault?.mode === 'short' && this.#calls.length > this.#fault.at;
  }
}

/** Puts such a disk below `root`. Whatever is loaded afterwards writes on it. */
export function mountDisk(root: string): Disk {
  const disk = new Disk(root);
  const given = fs as unknown as Record<string, unknown>;
  const own = real as unknown as Record<string, (...words: unknown[]) => unknown>;
  // What a process could still clear away after it was killed would hide what it left half done.
  for (const name of ['unlink', 'rm', 'rmdir'])
    given[`${name}Sync`] = (path: unknown, ...words: unknown[]) => {
      if (disk.isGone && disk.isOurs(path)) throw new Error(`the process is gone: ${name}`);
      return own[`${name}Sync`]?.(path, ...words);
    };
  given['openSync'] = (path: unknown, flags: unknown = 'r', mode?: unknown) => {
    const open = (): number => real.openSync(path as string, flags as string, mode as number);
    if (!disk.isOurs(path) || !CREATES.test(String(flags))) return open();
    const file = disk.call('open', path, open);
    disk.opened(file, path);
    return file;
  };
  given['writeSync'] = (file: number, bytes: Uint8Array, offset = 0, length = bytes.length - offset) => {
    const path = disk.pathOf(file);
    const write = (most: number): number => real.writeSync(file, bytes, offset, most);
    if (path === undefined) return write(length);
    const half = Math.floor(length / 2);
    return disk.call(
      'write',
      path,
      () => write(disk.isShort() ? Math.max(1, half) : length),
      () => write(half),
    );
  };
  for (const name of ['fsync', 'ftruncate'])
    given[`${name}Sync`] = (file: number, ...words: unknown[]) => {
      const path = disk.pathOf(file);
      const whole = (): unknown => own[`${name}Sync`]?.(file, ...words);
      return path === undefined ? whole() : disk.call(name, path, whole);
    };
  for (const name of ['mkdir', 'truncate', 'copyFile', 'cp'])
    given[`${name}Sync`] = (path: unknown, ...words: unknown[]) => {
      const whole = (): unknown => own[`${name}Sync`]?.(path, ...words);
      return disk.isOurs(path) ? disk.call(name, path, whole) : whole();
    };
  for (const name of ['rename', 'link'])
    given[`${name}Sync`] = (from: string, to: string) => {
      const whole = (): unknown => own[`${name}Sync`]?.(from, to);
      if (!disk.isOurs(to)) return whole();
      disk.renamed(from, to);
      return disk.call(name, to, whole);
    };
  // As whoever writes in one call finds it: emptied first, then filled as far as there is room.
  for (const [name, flag] of [
    ['writeFileSync', 'w'],
    ['appendFileSync', 'a'],
  ] as const)
    given[name] = (path: unknown, content: string | Uint8Array, options?: object) => {
      const put = (part: string | Uint8Array): void =>
        real.writeFileSync(path as string, part, { ...options, flag });
      if (!disk.isOurs(path)) return put(content);
      return disk.call(
        'write',
        path,
        () => put(content),
        () => put(content.slice(0, content.length / 2)),
      );
    };
  syncBuiltinESMExports();
  return disk;
}
