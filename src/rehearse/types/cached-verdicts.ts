import { makeFolders, namesIn, putFile, readText, removeAll } from '#platform/files.ts';
import { digest, hexDigest } from '#platform/hash.ts';
import { join, pathOf } from '#platform/paths.ts';

const FOLDER = pathOf(new URL('../../../node_modules/.cache/gitnomic-types/', import.meta.url));
/** Each entry is a few bytes. At this number the cache starts over. */
const MOST_CACHED = 1_000;

/** Each part is hashed separately, so that no two lists of parts hash as the same text. */
const sha256 = (...parts: readonly (string | Uint8Array)[]): string =>
  hexDigest('sha256', ...parts.map((part) => digest('sha256', part)));

/**
 * Caches the TypeScript compiler's output for clauses among the engine's own packages, under the hash of all of the
 * compiler's inputs. An entry counts only if its bytes are intact.
 */
export class CachedVerdicts {
  readonly #folder: string;

  constructor(folder = FOLDER) {
    this.#folder = folder;
  }

  async of(inputs: readonly (string | Uint8Array)[], compile: () => Promise<string>): Promise<string> {
    const key = sha256(...inputs);
    const known = this.#read(key);
    if (known !== null) return known;
    const said = await compile();
    this.#write(key, said);
    return said;
  }

  #read(key: string): string | null {
    try {
      const text = readText(join(this.#folder, key));
      const said = text.slice(text.indexOf('\n') + 1);
      return text.startsWith(`${sha256(key, said)}\n`) ? said : null;
    } catch {
      return null;
    }
  }

  #write(key: string, said: string): void {
    try {
      makeFolders(this.#folder);
      const cached = namesIn(this.#folder);
      if (cached.length >= MOST_CACHED) for (const name of cached) removeAll(join(this.#folder, name));
      putFile(join(this.#folder, key), `${sha256(key, said)}\n${said}`, { durable: false, mode: 0o600 });
    } catch {
      // The folder may be read-only; then the compiler runs each time.
    }
  }
}
