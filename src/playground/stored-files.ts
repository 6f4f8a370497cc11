/// <reference lib="dom" />
import { onChanges, putFile } from '../platform/web/files.ts';

const [DATABASE, STORE] = ['gitnomic', 'files'];

/** Stores a game's files in the browser, so that they survive closing the page. */
export class StoredFiles {
  readonly #database: IDBDatabase;
  readonly #under: string;
  #waiting = new Map<string, Uint8Array | null>();
  #storing: Promise<void> = Promise.resolve();

  private constructor(database: IDBDatabase, under: string) {
    this.#database = database;
    this.#under = under;
  }

  /** Loads the stored files into the worker, and from then on stores each change below `under`. */
  static async open(under: string): Promise<StoredFiles> {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    const kept = new StoredFiles(await resultOf(asked), under);
    const store = kept.#store('readonly');
    const [paths, all] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
    for (const [at, path] of paths.entries()) putFile(path as string, all[at] as Uint8Array);
    onChanges((path, bytes) => {
      if (path.startsWith(under)) kept.#waiting.set(path, bytes);
    });
    return kept;
  }

  /** Resolves once everything that has changed is stored; throws if the browser refuses. */
  async settle(): Promise<void> {
    const changed = this.#waiting;
    this.#waiting = new Map();
    if (changed.size > 0) this.#storing = this.#storing.then(() => this.#put(changed));
    await this.#storing;
  }

  async #put(changed: ReadonlyMap<string, Uint8Array | null>): Promise<void> {
    const store = this.#store('readwrite');
    for (const [path, bytes] of changed)
      if (bytes === null) store.delete(path);
      else store.put(bytes, path);
    await doneOf(store.transaction);
  }

  async forget(): Promise<void> {
    const store = this.#store('readwrite');
    store.clear();
    await doneOf(store.transaction);
  }

  get under(): string {
    return this.#under;
  }

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.#database.transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE);
  }
}

function resultOf<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('the browser stores nothing'));
  });
}

function doneOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser stores nothing'));
  });
}
