// Stands in for parts of Node that a browser lacks. Callers get an error, or an empty result.
export function none(): never {
  throw new Error('A browser has no programs, servers, threads or native packages.');
}

class None {
  constructor() {
    none();
  }
}

export { Buffer } from '../../../src/platform/web/stand-ins/buffer.ts';
export { hexDigest as hash } from '#platform/hash.ts';
export { BlockList, isIP } from '#platform/network.ts';
export { pause as setTimeout, turn as setImmediate } from '#platform/turns.ts';
export { pathOf as fileURLToPath } from '#platform/paths.ts';
export const pathToFileURL = (path: string): URL => new URL(`file://${path}`);
export const networkInterfaces = (): object => ({});
export const tmpdir = (): string => '/tmp';
export const availableParallelism = (): number => 1;
export const { TextDecoder, TextEncoder } = globalThis;
export const promisify = (run: unknown): unknown => run;
export const createServer = none;
export const spawn = none;
export const spawnSync = none;
export const execFile = none;
export const execFileSync = none;
export const build = none;
export const createPrivateKey = none;
export const sign = none;
export const createHash = none;
export const createHmac = none;
export const Worker = None;

/** Keeps its store while a function runs, but not in the asynchronous work that the function starts. */
export class AsyncLocalStorage {
  #store: unknown;

  run(store: unknown, act: (...given: unknown[]) => unknown, ...given: unknown[]): unknown {
    const before = this.#store;
    this.#store = store;
    try {
      return act(...given);
    } finally {
      this.#store = before;
    }
  }

  getStore(): unknown {
    return this.#store;
  }
}

export default none;
