import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { putFile } from '../repository/write-files.ts';

/** Parsed content by the key of its source: JSON that depends on its key alone. */
interface Kept {
  get(kind: string, key: string): unknown;
  set(kind: string, key: string, value: unknown): void;
}

/**
 * The parsed content of a game that commands have read, in a file, so that the next one need not read it again. Each entry stands under the
 * hash of everything that it was made from, and carries a hash of its value, of its name and of the engine that made it, which is
 * checked before the entry is used. So an entry can't be out of date, and one that was damaged or put in another's place counts as
 * missing. Deleting the file is harmless. Only the entries that the last command used are kept, and the latest `rest` others.
 */
export class KeptReads implements Kept {
  readonly #path: string;
  readonly #engine: string;
  #before: ReadonlyMap<string, Buffer>;
  /** Entries that set-up made for games that begin later. */
  #ready: ReadonlyMap<string, Buffer>;
  /** The entries used until the first save, which a beginning takes. A command saves once, at its end. */
  #first: ReadonlyMap<string, unknown> | null = null;
  /** The entries used between the last two saves, and since then: a server saves often, and what it used before that is forgotten. */
  #last: ReadonlyMap<string, unknown> = new Map();
  #used = new Map<string, unknown>();
  /** Entries as they are written: most are as they were, and to write each out anew took longer than all else that a save does. */
  #lines: ReadonlyMap<string, Buffer>;
  readonly #rest: number;
  #hasUsedKept = false;
  #added = new Set<string>();

  /** Where the file holds nothing of this engine, it begins with what `ready` gives. */
  constructor(path: string, engine: string, rest = 0, ready: () => Buffer | null = () => null) {
    this.#rest = rest;
    this.#path = path;
    this.#engine = engine;
    this.#before = readLines(path, engine);
    this.#ready = this.#before.size > 0 ? new Map() : linesIn(ready(), READY);
    this.#lines = this.#before;
  }

  get(kind: string, key: string): unknown {
    const id = `${kind} ${key}`;
    const known = this.#used.get(id) ?? this.#first?.get(id);
    if (known !== undefined) return known;
    const older = this.#last.get(id) ?? this.#readKept(id);
    if (older !== undefined) this.#used.set(id, older);
    return older;
  }

  #readKept(id: string): unknown {
    const kept = valueIn(this.#before.get(id), this.#engine, id) ?? valueIn(this.#ready.get(id), READY, id);
    if (kept !== undefined) this.#hasUsedKept = true;
    return kept;
  }

  set(kind: string, key: string, value: unknown): void {
    const id = `${kind} ${key}`;
    this.#used.set(id, value);
    this.#added.add(id);
  }

  /** Whether an entry of an earlier process has been used. */
  get hasUsedKept(): boolean {
    return this.#hasUsedKept;
  }

  /** Everything is read anew from now on, and the next save replaces the file. */
  forget(): void {
    [this.#before, this.#ready, this.#last, this.#lines] = [new Map(), new Map(), new Map(), new Map()];
    this.#first = null;
    this.#used = new Map();
    this.#hasUsedKept = false;
  }

  /** All that is remembered, for games that begin later, whichever process reads them. */
  makeReady(): Buffer {
    return inOneFile(
      READY,
      [...this.#used].map(([id, value]) => lineOf(id, value, READY)),
    );
  }

  /** Writes it where something is new. Where that can't be done, the next command reads again. */
  save(): void {
    if (this.#added.size === 0) return;
    const used = new Map([...(this.#first ?? []), ...this.#last, ...this.#used]);
    const others = [...this.#before].filter(([id]) => !used.has(id));
    const lines = new Map(this.#rest === 0 ? [] : others.slice(-this.#rest));
    for (const [id, value] of used)
      lines.set(
        id,
        (this.#added.has(id) ? undefined : this.#lines.get(id)) ?? lineOf(id, value, this.#engine),
      );
    try {
      putFile(this.#path, inOneFile(this.#engine, [...lines.values()]), { durable: false });
    } catch {
      // See above.
    }
    this.#lines = lines;
    if (this.#first === null) this.#first = this.#used;
    else this.#last = this.#used;
    this.#used = new Map();
    this.#added = new Set();
  }
}

/** In an engine's place: who gives it knows that this engine made it. */
const READY = 'ready';
const [COMMA, NEW_LINE] = [Buffer.from(',\n'), 10];
const END = '\n}}\n';

/** `"id":["sum",value]`, in which no line ends. */
function lineOf(id: string, value: unknown, engine: string): Buffer {
  const json = JSON.stringify(value);
  return Buffer.from(`${JSON.stringify(id)}:["${sumOf(engine, id, json)}",${json}]`, 'utf8');
}

/** SHA-256 takes a millisecond for all that a command reads, and no accident leaves it as it was. */
function sumOf(engine: string, id: string, json: string): string {
  return hash('sha256', `${engine}\0${id}\0${json}`, 'base64');
}

function beginningOf(engine: string): string {
  return `{"engine":${JSON.stringify(engine)},"entries":{\n`;
}

/** JSON, with a line for each entry. */
function inOneFile(engine: string, lines: readonly Buffer[]): Buffer {
  const between = lines.flatMap((line, at) => (at === 0 ? [line] : [COMMA, line]));
  return Buffer.concat([Buffer.from(beginningOf(engine)), ...between, Buffer.from(END)]);
}

/** The lines of a file by the ids of their entries, as they are. */
function readLines(path: string, engine: string): ReadonlyMap<string, Buffer> {
  try {
    return linesIn(readFileSync(path), engine);
  } catch {
    // There is none: then everything is read anew.
    return new Map();
  }
}

function linesIn(all: Buffer | null, engine: string): ReadonlyMap<string, Buffer> {
  const lines = new Map<string, Buffer>();
  if (all === null) return lines;
  try {
    const begin = Buffer.from(beginningOf(engine));
    const end = all.length - END.length;
    if (!all.subarray(0, begin.length).equals(begin) || all.toString('latin1', end) !== END) return lines;
    for (let at = begin.length; at < end;) {
      const next = Math.min(all.indexOf(NEW_LINE, at), end);
      const line = all.subarray(at, next === end ? end : next - 1);
      lines.set(JSON.parse(line.toString('utf8', 0, line.indexOf('":') + 1)) as string, line);
      at = next + 1;
    }
    return lines;
  } catch {
    // Half of one.
    return new Map();
  }
}

const SUM = 44;

/** The value of a line; undefined where there is no line, or where it isn't as this engine wrote it for this id. */
function valueIn(line: Buffer | undefined, engine: string, id: string): unknown {
  if (line === undefined) return undefined;
  try {
    const start = line.indexOf('":["') + '":["'.length;
    const json = line.toString('utf8', start + SUM + '",'.length, line.length - 1);
    if (line.toString('latin1', start, start + SUM) !== sumOf(engine, id, json)) return undefined;
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The whole entries of a file, and the ids of those that are damaged. */
export function readEntries(
  path: string,
  engine: string,
): { readonly entries: Readonly<Record<string, unknown>>; readonly damaged: readonly string[] } {
  const all = [...readLines(path, engine)].map(([id, line]) => [id, valueIn(line, engine, id)] as const);
  return {
    entries: Object.fromEntries(all.filter(([, value]) => value !== undefined)),
    damaged: all.filter(([, value]) => value === undefined).map(([id]) => id),
  };
}

export function hashOfParts(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
