import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { putFile } from '../repository/write-files.ts';

/** Parsed content by the key of its source: JSON that depends on its key alone. */
interface Kept {
  get(kind: string, key: string): unknown;
  set(kind: string, key: string, value: unknown): void;
}

interface Written {
  readonly engine: string;
  readonly entries: Readonly<Record<string, unknown>>;
}

/**
 * The parsed content of a game that commands have read, in a file, so that the next one need not read it again. Each entry stands under the
 * hash of all that it was made from, and all of them under that of the engine that made them: nothing can be out of
 * date, and deleting the file is harmless. Only what the last command used is kept, and so many others as `rest` says, the
 * latest of them: of what takes long to make.
 */
export class KeptReads implements Kept {
  readonly #path: string;
  readonly #engine: string;
  readonly #before: Readonly<Record<string, unknown>>;
  /** The entries used until the first save, which a beginning takes. A command saves once, at its end. */
  #first: ReadonlyMap<string, unknown> | null = null;
  /** The entries used between the last two saves, and since then: a server saves often, and what it used before that is forgotten. */
  #last: ReadonlyMap<string, unknown> = new Map();
  #used = new Map<string, unknown>();
  readonly #rest: number;
  #added = false;

  constructor(path: string, engine: string, rest = 0) {
    this.#rest = rest;
    this.#path = path;
    this.#engine = engine;
    this.#before = readEntries(path, engine);
  }

  get(kind: string, key: string): unknown {
    const id = `${kind} ${key}`;
    const known = this.#used.get(id) ?? this.#first?.get(id);
    if (known !== undefined) return known;
    const older = this.#last.get(id) ?? (Object.hasOwn(this.#before, id) ? this.#before[id] : undefined);
    if (older !== undefined) this.#used.set(id, older);
    return older;
  }

  set(kind: string, key: string, value: unknown): void {
    this.#used.set(`${kind} ${key}`, value);
    this.#added = true;
  }

  /** Writes it where something is new. Where that can't be done, the next command reads again. */
  save(): void {
    if (!this.#added) return;
    const used = new Map([...(this.#first ?? []), ...this.#last, ...this.#used]);
    const others = Object.entries(this.#before).filter(([id]) => !used.has(id));
    const kept = this.#rest === 0 ? [] : others.slice(-this.#rest);
    const written: Written = { engine: this.#engine, entries: Object.fromEntries([...kept, ...used]) };
    try {
      putFile(this.#path, JSON.stringify(written), { durable: false });
    } catch {
      // See above.
    }
    if (this.#first === null) this.#first = this.#used;
    else this.#last = this.#used;
    this.#used = new Map();
    this.#added = false;
  }
}

export function readEntries(path: string, engine: string): Readonly<Record<string, unknown>> {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Partial<Written>;
    return read.engine === engine && typeof read.entries === 'object' ? read.entries : {};
  } catch {
    // None, or half of one: then everything is read anew.
    return {};
  }
}

export function hashOfParts(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
