import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { putFile } from '../repository/write-files.ts';

/** Parsed content by the key of its source: JSON that depends on its key alone. */
interface Kept {
  get(kind: string, key: string): unknown;
  set(kind: string, key: string, value: unknown): void;
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
  readonly #before: ReadonlyMap<string, Buffer>;
  /** The entries used until the first save, which a beginning takes. A command saves once, at its end. */
  #first: ReadonlyMap<string, unknown> | null = null;
  /** The entries used between the last two saves, and since then: a server saves often, and what it used before that is forgotten. */
  #last: ReadonlyMap<string, unknown> = new Map();
  #used = new Map<string, unknown>();
  /** Entries as they are written: most are as they were, and to write each out anew took longer than all else that a save does. */
  #lines: ReadonlyMap<string, Buffer>;
  readonly #rest: number;
  #added = new Set<string>();

  /** Where the file holds nothing of this engine, it begins with what `ready` gives. */
  constructor(path: string, engine: string, rest = 0, ready: () => Buffer | null = () => null) {
    this.#rest = rest;
    this.#path = path;
    this.#engine = engine;
    const before = readLines(path, engine);
    this.#before = before.size > 0 ? before : linesIn(ready(), READY);
    this.#lines = this.#before;
  }

  get(kind: string, key: string): unknown {
    const id = `${kind} ${key}`;
    const known = this.#used.get(id) ?? this.#first?.get(id);
    if (known !== undefined) return known;
    const older = this.#last.get(id) ?? valueIn(this.#before.get(id));
    if (older !== undefined) this.#used.set(id, older);
    return older;
  }

  set(kind: string, key: string, value: unknown): void {
    const id = `${kind} ${key}`;
    this.#used.set(id, value);
    this.#added.add(id);
  }

  /** All that is remembered, for games that begin later, whichever process reads them. */
  makeReady(): Buffer {
    return inOneFile(
      READY,
      [...this.#used].map(([id, value]) => lineOf(id, value)),
    );
  }

  /** Writes it where something is new. Where that can't be done, the next command reads again. */
  save(): void {
    if (this.#added.size === 0) return;
    const used = new Map([...(this.#first ?? []), ...this.#last, ...this.#used]);
    const others = [...this.#before].filter(([id]) => !used.has(id));
    const lines = new Map(this.#rest === 0 ? [] : others.slice(-this.#rest));
    for (const [id, value] of used)
      lines.set(id, (this.#added.has(id) ? undefined : this.#lines.get(id)) ?? lineOf(id, value));
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

/** `"id":value`, in which no line ends. */
function lineOf(id: string, value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(id)}:${JSON.stringify(value)}`, 'utf8');
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

/** Undefined where there is none, or it is none any more. */
function valueIn(line: Buffer | undefined): unknown {
  if (line === undefined) return undefined;
  try {
    return JSON.parse(line.toString('utf8', line.indexOf('":') + 2));
  } catch {
    return undefined;
  }
}

export function readEntries(path: string, engine: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...readLines(path, engine)].flatMap(([id, line]) => {
      const value = valueIn(line);
      return value === undefined ? [] : [[id, value]];
    }),
  );
}

export function hashOfParts(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
