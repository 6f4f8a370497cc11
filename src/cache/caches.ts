import { join } from 'node:path';

import { RecentMemo, type Memo } from '../ruleset/memo.ts';
import { engineFingerprint } from '../sandbox/own-file.ts';
import { SandboxCaches } from '../sandbox/sandbox-caches.ts';
import { SandboxPool } from '../sandbox/sandbox-pool.ts';
import { hashOfParts, KeptReads } from './kept-reads.ts';

const MOST_ANSWERS = 100;

/**
 * All that is kept so that it need not be made again. Whoever begins something makes one, such as a command, a server or a
 * thread, and hands it on; without it all is the same, and takes longer.
 */
export class Caches implements Memo {
  readonly sandboxes: SandboxCaches;
  readonly pool = new SandboxPool();
  /** Which engine this is; null where that is not known, and nothing is left for another process. */
  readonly engine: string | null;
  #recent = new RecentMemo();
  #made = new WeakMap<object, Map<string, unknown>>();
  #folder: string | null = null;
  #reads: KeptReads | null = null;
  /** In a file of their own: few commands need them, and they are half of all. */
  #sources: KeptReads | null = null;
  #answers: KeptReads | null = null;
  /** Games that stay open until the command is done. */
  readonly #open: { close(): void }[] = [];

  constructor(engine: string | null = engineFingerprint(), sandboxes = new SandboxCaches()) {
    this.engine = engine;
    this.sandboxes = sandboxes;
  }

  /** Remembers in files of this folder what is read from now on, and reads from them what is remembered. */
  keepIn(folder: string): void {
    const { engine } = this;
    if (engine === null) return;
    this.#folder = folder;
    const { kept } = this.sandboxes;
    this.#reads = new KeptReads(join(folder, 'reads.json'), engine, 0, () => kept?.readReads() ?? null);
    this.#sources = null;
    this.#answers = null;
    const sources = (): KeptReads => (this.#sources ??= new KeptReads(join(folder, 'sources.json'), engine));
    this.sandboxes.sources.store = {
      get: (key) => sources().get('source', key) as string | undefined,
      set: (key, javascript) => sources().set('source', key, javascript),
    };
  }

  /** The folder is gone: nothing is written there any more. */
  keepNowhere(): void {
    this.#folder = null;
    this.#reads = null;
    this.#sources = null;
    this.#answers = null;
    this.sandboxes.sources.store = null;
  }

  /** Where things are kept, and for which engine; null where nothing is. */
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

  /** Reads that are too large for the memory, or asked for once: they are kept as JSON alone. */
  readonly onDisk: Memo = {
    get: (kind, name, text) => this.#reads?.get(kind, hashOfParts([name, text])),
    set: (kind, name, text, made) => this.#reads?.set(kind, hashOfParts([name, text]), made),
  };

  /** At set-up: what was read is left for games that begin later. */
  makeReady(): void {
    const reads = this.#reads?.makeReady();
    if (reads !== undefined) this.sandboxes.kept?.writeReads(reads);
  }

  /** Answers that take long to find: they outlast commands that don't ask for them. */
  readonly lasting: Memo = {
    get: (kind, name, text) => this.#lastingAnswers?.get(kind, hashOfParts([name, text])),
    set: (kind, name, text, made) => this.#lastingAnswers?.set(kind, hashOfParts([name, text]), made),
  };

  get #lastingAnswers(): KeptReads | null {
    const { place } = this;
    if (place === null) return null;
    return (this.#answers ??= new KeptReads(join(place.folder, 'answers.json'), place.engine, MOST_ANSWERS));
  }

  /** Returns the value that was made of an object before, or makes it now; the value goes with the object. */
  once<T>(of: object, what: string, make: () => T): T {
    const known = this.#made.get(of) ?? new Map<string, unknown>();
    this.#made.set(of, known);
    if (!known.has(what)) known.set(what, make());
    return known.get(what) as T;
  }

  /**
   * Forgets everything that earlier processes left of games, and whatever came of it here. Returns whether any of it had been used:
   * then something that failed is to be done once more before a rule is blamed for it.
   */
  distrust(): boolean {
    const kept = [this.#reads, this.#sources, this.#answers];
    const { sources } = this.sandboxes;
    if (!sources.hasUsedKept && !kept.some((one) => one?.hasUsedKept === true)) return false;
    for (const one of kept) one?.forget();
    sources.forget();
    this.pool.clear();
    this.#recent = new RecentMemo();
    this.#made = new WeakMap();
    return true;
  }

  closeAtTheEnd(open: { close(): void }): void {
    this.#open.push(open);
  }

  /** Called when a command is done, or a request: keeps for the next one what was read. */
  finish(): void {
    for (const open of this.#open.splice(0)) open.close();
    this.save();
  }

  save(): void {
    this.#reads?.save();
    this.#sources?.save();
    this.#answers?.save();
  }
}
