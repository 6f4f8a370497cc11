/// <reference lib="dom" />
import { filesBelow, onChanges, putFile, readBytes } from '../../platform/web/files.ts';
import { whyOf } from '../../site/worker/engine.ts';

const STORE = 'files';

/** Stores a game's files in the browser, so that the game remains after the page is closed. */
export class StoredFiles {
  readonly #name: string;
  readonly #under: string;
  /** Null if the browser has closed it, as it does when somebody clears what a site has stored. */
  #database: IDBDatabase | null = null;
  #waiting = new Map<string, Uint8Array | null>();
  #storing: Promise<void> = Promise.resolve();

  private constructor(name: string, under: string) {
    [this.#name, this.#under] = [name, under];
  }

  /** Loads the stored files into the worker, and from then on stores each change below `under`. */
  static async open(name: string, under: string): Promise<StoredFiles> {
    const stored = new StoredFiles(name, under);
    const store = await stored.#store('readonly');
    const [paths, all] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
    for (const [at, path] of paths.entries()) putFile(path as string, all[at] as Uint8Array);
    onChanges((path, bytes) => {
      if (path.startsWith(under)) stored.#waiting.set(path, bytes);
    });
    return stored;
  }

  /** Resolves once everything that has changed is stored. If the browser refuses, it throws, and tries all of it again next time. */
  settle(): Promise<void> {
    const stored = this.#storing.catch(() => undefined).then(() => this.#put());
    this.#storing = stored;
    return stored;
  }

  async #put(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const changed = this.#waiting;
    this.#waiting = new Map();
    try {
      const store = await this.#store('readwrite');
      for (const [path, bytes] of changed)
        if (bytes === null) store.delete(path);
        else store.put(bytes, path);
      await doneOf(store.transaction);
    } catch (error) {
      this.#waiting = new Map([...changed, ...this.#waiting]);
      throw new Error(sayRefused(error), { cause: error });
    }
  }

  async forget(): Promise<void> {
    const store = await this.#store('readwrite');
    store.clear();
    await doneOf(store.transaction);
    this.#waiting.clear();
  }

  async #store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.#database ??= await this.#open();
    return this.#database.transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE);
  }

  async #open(): Promise<IDBDatabase> {
    const database = await openDatabase(this.#name).catch((error: unknown) => {
      throw new Error(sayRefused(error), { cause: error });
    });
    // The next change stores all files again.
    database.onclose = () => {
      this.#database = null;
      for (const path of filesBelow(this.#under))
        this.#waiting.set(`${this.#under}${path}`, readBytes(`${this.#under}${path}`));
    };
    return database;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  QuotaExceededError: 'there is no space left for this site',
  SecurityError: 'it is set to store nothing for this site, or this is a private window',
};

function sayRefused(error: unknown): string {
  const why = (error instanceof Error ? REASONS[error.name] : undefined) ?? whyOf(error);
  return `This browser couldn’t store the game: ${why}.`;
}

// A browser may also refuse by throwing.
async function openDatabase(name: string): Promise<IDBDatabase> {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  return resultOf(asked);
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
