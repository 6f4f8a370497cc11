import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { putFile } from '../../repository/write-files.ts';

export interface MarkdownProcessor {
  processSync(text: string): unknown;
}

/** HTML by a hash of what it was made from, kept between builds: what is archived is never rendered again. */
export class RenderedCache {
  readonly #path: string | null;
  readonly #known: ReadonlyMap<string, string>;
  /** The HTML of other games' texts, rendered in this process: dynasties have most of their rules in common. */
  readonly #shared: Map<string, string>;
  readonly #used = new Map<string, string>();
  /** A renderer of Markdown, by the level of the heading above it. */
  readonly processors = new Map<number, MarkdownProcessor>();

  /** Without a path it lasts as long as the process. */
  constructor(path: string | null, shared = new Map<string, string>()) {
    this.#path = path;
    this.#known = path === null ? new Map() : read(path);
    this.#shared = shared;
  }

  get(parts: readonly string[], make: () => string): string {
    const key = keyOf(parts);
    const html = this.#used.get(key) ?? this.#known.get(key) ?? this.#shared.get(key) ?? make();
    this.#used.set(key, html);
    this.#shared.set(key, html);
    return html;
  }

  /** An answer that is known already, in place of one that can’t be made at once. */
  kept(parts: readonly string[]): string | undefined {
    const key = keyOf(parts);
    return this.#used.get(key) ?? this.#known.get(key) ?? this.#shared.get(key);
  }

  /** Keeps what was asked for; the rest is forgotten. */
  save(): void {
    if (this.#path !== null) putFile(this.#path, JSON.stringify([...this.#used]), { durable: false });
  }
}

function keyOf(parts: readonly string[]): string {
  return createHash('sha1').update(parts.join('\0')).digest('base64url');
}

/** A cache that can't be read is as good as none. */
function read(path: string): Map<string, string> {
  try {
    return new Map(JSON.parse(readFileSync(path, 'utf8')) as [string, string][]);
  } catch {
    return new Map();
  }
}
