/// <reference lib="dom" />
import { filesBelow, isThere, onChanges, putFile, readBytes, removeAll } from '../../platform/web/files.ts';
import { whyOf } from '../../site/worker/engine.ts';

/** Each entry holds the files that changed together, under a number that only grows. Older playgrounds had an entry for each file, under its path. */
const STORE = 'files';
/** After so many entries all files are written as one, since a browser reads thousands of entries slowly. */
const MOST_ENTRIES = 200;

/** What files became, by path; null if they were removed. */
type Changes = ReadonlyMap<string, Uint8Array | null>;

/** Stores a game's files in the browser, so that the game remains after the page is closed. */
export class StoredFiles {
  readonly #name: string;
  readonly #under: string;
  /** Null if the browser has closed it, as it does when somebody clears what a site has stored. */
  #database: IDBDatabase | null = null;
  #waiting = new Map<string, Uint8Array | null>();
  #storing: Promise<void> = Promise.resolve();
  #last = 0;
  #entries = 0;
  /** True if what is stored can't be added to: it was cleared, or an older playground wrote it. */
  #mustReplace = false;

  private constructor(name: string, under: string) {
    [this.#name, this.#under] = [name, under];
  }

  /** Loads the stored files into the worker, and from then on stores each change below `under`. */
  static async open(name: string, under: string): Promise<StoredFiles> {
    const stored = new StoredFiles(name, under);
    await stored.#load();
    onChanges((path, bytes) => {
      if (path.startsWith(under)) stored.#waiting.set(path, bytes);
    });
    return stored;
  }

  async #load(): Promise<void> {
    const store = await this.#store('readonly');
    const [keys, all] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
    const entries = keys.map((key, at) => ({ key, files: all[at] as Changes | Uint8Array }));
    const older = entries.flatMap(({ key, files }) =>
      typeof key === 'string' && files instanceof Uint8Array ? [[key, files] as const] : [],
    );
    const newer = entries.flatMap(({ files }) => (files instanceof Map ? [...files] : []));
    for (const [path, bytes] of [...older, ...newer])
      if (bytes === null) removeAll(path);
      else putFile(path, bytes);
    this.#mustReplace = older.length > 0;
    this.#entries = entries.length;
    this.#last = Math.max(0, ...keys.filter((key) => typeof key === 'number'));
  }

  /** Resolves once everything that has changed is stored. If the browser refuses, it throws, and tries all of it again next time. */
  settle(): Promise<void> {
    const stored = this.#storing.catch(() => undefined).then(() => this.#put());
    this.#storing = stored;
    return stored;
  }

  async #put(): Promise<void> {
    if (this.#waiting.size === 0 && !this.#mustReplace) return;
    const changed = this.#waiting;
    this.#waiting = new Map();
    try {
      // Two copies may find no space where one change does.
      if (this.#mustReplace) await this.#replace();
      else if (this.#entries < MOST_ENTRIES) await this.#add(changed);
      else await this.#replace().catch(() => this.#add(changed));
    } catch (error) {
      this.#waiting = new Map([...changed, ...this.#waiting]);
      throw new Error(sayRefused(error), { cause: error });
    }
  }

  async #add(changed: Changes): Promise<void> {
    const store = await this.#store('readwrite');
    store.put(changed, this.#last + 1);
    await doneOf(store.transaction);
    this.#last++;
    this.#entries++;
  }

  /** Stores all files as one entry, instead of everything that is stored. */
  async #replace(): Promise<void> {
    const paths = isThere(this.#under) ? filesBelow(this.#under) : [];
    const all: Changes = new Map(
      paths.map((path) => [`${this.#under}${path}`, readBytes(`${this.#under}${path}`)]),
    );
    const store = await this.#store('readwrite');
    store.clear();
    store.put(all, this.#last + 1);
    await doneOf(store.transaction);
    this.#last++;
    this.#entries = 1;
    this.#mustReplace = false;
  }

  async forget(): Promise<void> {
    const store = await this.#store('readwrite');
    store.clear();
    await doneOf(store.transaction);
    this.#waiting.clear();
    this.#entries = 0;
  }

  async #store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.#database ??= await this.#open();
    return this.#database.transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE);
  }

  async #open(): Promise<IDBDatabase> {
    const database = await openDatabase(this.#name).catch((error: unknown) => {
      throw new Error(sayRefused(error), { cause: error });
    });
    database.onclose = () => {
      this.#database = null;
      this.#mustReplace = true;
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
