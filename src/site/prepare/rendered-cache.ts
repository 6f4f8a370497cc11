import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { RecentMemo } from '../../ruleset/memo.ts';
import { putFile } from '../../repository/write-files.ts';

import type { PostData } from '../../kernel/state.ts';
import type { PostSummary } from '../data/site-data.ts';

export interface MarkdownProcessor {
  processSync(text: string): unknown;
}

/** HTML keyed by a hash of its inputs and kept between builds, so that the archive is never rendered again. */
export class RenderedCache {
  readonly #path: string | null;
  readonly #known: ReadonlyMap<string, readonly [sum: string, html: string]>;
  /** Texts rendered in this process for other games: dynasties have most of their rules in common. */
  readonly #shared: Map<string, string>;
  readonly #used = new Map<string, string>();
  /** Markdown renderers by the level of the heading above the text. */
  readonly processors = new Map<number, MarkdownProcessor>();
  /** Recently rendered HTML, for games whose pages are shown again and again. */
  readonly recent = new RecentMemo();
  /** Summaries of posts whose words are all their own, with everything else that they depend on: most posts are as they were when the game was shown last. */
  readonly posts = new WeakMap<PostData, { readonly beside: string; readonly shown: PostSummary }>();

  /** Without a path, the cache lasts as long as the process. */
  constructor(path: string | null, shared = new Map<string, string>()) {
    this.#path = path;
    this.#known = path === null ? new Map() : read(path);
    this.#shared = shared;
  }

  get(parts: readonly string[], make: () => string): string {
    const key = keyOf(parts);
    const html = this.#find(key) ?? make();
    this.#used.set(key, html);
    this.#shared.set(key, html);
    return html;
  }

  /** A cached result, for callers that can't compute it at once. */
  kept(parts: readonly string[]): string | undefined {
    const key = keyOf(parts);
    return this.#find(key);
  }

  #find(key: string): string | undefined {
    return this.#used.get(key) ?? this.#saved(key) ?? this.#shared.get(key);
  }

  /** An entry of the file; one that is damaged, or stands in another's place, counts as missing. */
  #saved(key: string): string | undefined {
    const [sum, html] = this.#known.get(key) ?? [];
    return html === undefined || sum !== sumOf(key, html) ? undefined : html;
  }

  /** The entries that were used, for a cache in another thread. */
  get made(): readonly (readonly [key: string, html: string])[] {
    return [...this.#used];
  }

  take(made: readonly (readonly [key: string, html: string])[]): void {
    for (const [key, html] of made) this.#used.set(key, html);
  }

  /** Saves the entries that were used; the others are dropped. */
  save(): void {
    if (this.#path === null) return;
    const entries = [...this.#used].map(([key, html]) => [key, [sumOf(key, html), html]]);
    putFile(this.#path, JSON.stringify(entries), { durable: false });
  }
}

function keyOf(parts: readonly string[]): string {
  return createHash('sha1').update(parts.join('\0')).digest('base64url');
}

function sumOf(key: string, html: string): string {
  return hash('sha256', `${key}\0${html}`, 'base64');
}

/** An unreadable cache counts as empty. */
function read(path: string): Map<string, readonly [sum: string, html: string]> {
  try {
    return new Map(JSON.parse(readFileSync(path, 'utf8')) as [string, [string, string]][]);
  } catch {
    return new Map();
  }
}
