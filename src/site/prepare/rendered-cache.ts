import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** HTML by a hash of what it was made from, kept between builds: what is archived is never rendered again. */
export class RenderedCache {
  readonly #path: string | null;
  readonly #known: Map<string, string>;
  readonly #used = new Map<string, string>();

  /** Without a path it lasts as long as the process. */
  constructor(path: string | null) {
    this.#path = path;
    this.#known = path === null ? new Map() : read(path);
  }

  get(parts: readonly string[], make: () => string): string {
    const key = createHash('sha1').update(parts.join('\0')).digest('base64url');
    const html = this.#used.get(key) ?? this.#known.get(key) ?? make();
    this.#used.set(key, html);
    return html;
  }

  /** Keeps what was asked for; the rest is forgotten. */
  save(): void {
    if (this.#path === null) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    const written = `${this.#path}.${process.pid}`;
    writeFileSync(written, JSON.stringify([...this.#used]));
    renameSync(written, this.#path);
  }
}

/** A cache that can't be read is as good as none. */
function read(path: string): Map<string, string> {
  try {
    return new Map(JSON.parse(readFileSync(path, 'utf8')) as [string, string][]);
  } catch {
    return new Map();
  }
}
