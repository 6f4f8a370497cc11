import { join } from '#platform/paths.ts';

import { RecentMemo, type Memo } from '../ruleset/memo.ts';
import type { SandboxHost } from '../sandbox/host.ts';
import { engineFingerprint } from '../sandbox/own-file.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { SandboxCaches } from '../sandbox/sandbox-caches.ts';
import { SandboxPool } from '../sandbox/sandbox-pool.ts';
import { hashOfParts, CachedReads } from './cached-reads.ts';

const MOST_ANSWERS = 100;

/**
 * Holds everything that was computed and may be needed again. Each command, server or thread creates one and
 * passes it on. Without it everything works the same, only slower.
 */
export class Caches implements Memo {
  readonly sandboxes: SandboxCaches;
  readonly pool = new SandboxPool();
  /** The fingerprint of this engine, or null if it is unknown; then nothing is kept for another process. */
  readonly engine: string | null;
  #recent = new RecentMemo();
  #made = new WeakMap<object, Map<string, unknown>>();
  #folder: string | null = null;
  #reads: CachedReads | null = null;
  #answers: CachedReads | null = null;
  /** Games that stay open until the command has finished. */
  readonly #open: { close(): void }[] = [];

  /** Runs rules instead of a sandbox, for tests. */
  runner: ((host: SandboxHost) => Sandbox) | undefined;

  constructor(engine: string | null = engineFingerprint(), sandboxes = new SandboxCaches()) {
    this.engine = engine;
    this.sandboxes = sandboxes;
  }

  /** Stores everything that is read from now on in files of this folder, and uses what earlier processes stored there. */
  keepIn(folder: string): void {
    const { engine } = this;
    if (engine === null) return;
    this.#folder = folder;
    this.#reads = new CachedReads(join(folder, 'reads.json'), engine);
    this.#answers = null;
    this.sandboxes.sources.store = this.onDisk;
  }

  /** The folder is gone, so nothing is written there any more. */
  keepNowhere(): void {
    this.#folder = null;
    this.#reads = null;
    this.#answers = null;
    this.sandboxes.sources.store = null;
  }

  /** The folder of the cache and its engine, or null if nothing is kept. */
  get place(): { readonly folder: string; readonly engine: string } | null {
    return this.#folder === null || this.engine === null
      ? null
      : { folder: this.#folder, engine: this.engine };
  }

  get(kind: string, name: string, text: string): unknown {
    return this.#recent.get(kind, name, text) ?? this.onDisk.get(kind, name, text);
  }

  set(kind: string, name: string, text: string, made: unknown): void {
    this.#recent.set(kind, name, text, made);
    this.onDisk.set(kind, name, text, made);
  }

  /** Reads that are too large for memory, or requested only once, are cached as JSON alone. */
  readonly onDisk: Memo = {
    get: (kind, name, text) => this.#reads?.get(kind, hashOfParts([name, text])),
    set: (kind, name, text, made) => this.#reads?.set(kind, hashOfParts([name, text]), made),
  };

  /** Answers that take long to find. They stay cached even if some commands don't ask for them. */
  readonly lasting: Memo = {
    get: (kind, name, text) => this.#lastingAnswers?.get(kind, hashOfParts([name, text])),
    set: (kind, name, text, made) => this.#lastingAnswers?.set(kind, hashOfParts([name, text]), made),
  };

  get #lastingAnswers(): CachedReads | null {
    const { place } = this;
    if (place === null) return null;
    return (this.#answers ??= new CachedReads(
      join(place.folder, 'answers.json'),
      place.engine,
      MOST_ANSWERS,
    ));
  }

  /** Returns the value derived from an object earlier, or computes it now. It is freed together with the object. */
  once<T>(of: object, what: string, make: () => T): T {
    const known = this.#made.get(of) ?? new Map<string, unknown>();
    this.#made.set(of, known);
    if (!known.has(what)) known.set(what, make());
    return known.get(what) as T;
  }

  /**
   * Forgets everything that earlier processes cached, and what was derived from it. Returns whether any of it had been
   * used; if so, a failed action is tried again before a rule is blamed.
   */
  distrust(): boolean {
    const cached = [this.#reads, this.#answers];
    const { sources } = this.sandboxes;
    if (!sources.hasUsedCache && !cached.some((one) => one?.hasUsedCache === true)) return false;
    for (const one of cached) one?.forget();
    sources.forget();
    this.pool.clear();
    this.#recent = new RecentMemo();
    this.#made = new WeakMap();
    return true;
  }

  closeAtTheEnd(open: { close(): void }): void {
    this.#open.push(open);
  }

  /** Called at the end of a command or a request: saves parsed texts for the next one. */
  finish(): void {
    for (const open of this.#open.splice(0)) open.close();
    this.save();
  }

  save(): void {
    this.#reads?.save();
    this.#answers?.save();
  }
}
