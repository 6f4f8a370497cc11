import { areEqual, concat, findText, latin1Of, textOf, utf8 } from '#platform/bytes.ts';
import { putFile, readBytes } from '#platform/files.ts';
import { base64Digest } from '#platform/hash.ts';

/**
 * A file with the parsed content of a game, so that the next command need not parse it again. Each entry's key is the
 * hash of everything it was made from. Before use, it is checked against a hash of its value, its name and the engine
 * that wrote it. So an entry can't be out of date, and a damaged or misplaced one counts as missing. The file can be
 * deleted at any time. It keeps the entries that the last command used, and the latest `rest` of the others.
 */
export class CachedReads {
  readonly #path: string;
  readonly #engine: string;
  #before: ReadonlyMap<string, Uint8Array>;
  /** The entries used until the first save. A command saves once, at its end. */
  #first: ReadonlyMap<string, unknown> | null = null;
  /** The entries used between the last two saves, and since. A server saves often, and forgets what it used before that. */
  #last: ReadonlyMap<string, unknown> = new Map();
  #used = new Map<string, unknown>();
  /** The entries as they are in the file. Most don't change, and serializing them again took longer than the rest of a save. */
  #lines: ReadonlyMap<string, Uint8Array>;
  readonly #rest: number;
  #hasUsedCache = false;
  #added = new Set<string>();

  constructor(path: string, engine: string, rest = 0) {
    this.#rest = rest;
    this.#path = path;
    this.#engine = engine;
    this.#before = readLines(path, engine);
    this.#lines = this.#before;
  }

  get(kind: string, key: string): unknown {
    const id = `${kind} ${key}`;
    const known = this.#used.get(id) ?? this.#first?.get(id);
    if (known !== undefined) return known;
    const older = this.#last.get(id) ?? this.#readCached(id);
    if (older !== undefined) this.#used.set(id, older);
    return older;
  }

  #readCached(id: string): unknown {
    const cached = valueIn(this.#before.get(id), this.#engine, id);
    if (cached !== undefined) this.#hasUsedCache = true;
    return cached;
  }

  set(kind: string, key: string, value: unknown): void {
    const id = `${kind} ${key}`;
    this.#used.set(id, value);
    this.#added.add(id);
  }

  /** True if an entry of an earlier process has been used. */
  get hasUsedCache(): boolean {
    return this.#hasUsedCache;
  }

  /** Drops all entries, so that everything is read again and the next save replaces the file. */
  forget(): void {
    [this.#before, this.#last, this.#lines] = [new Map(), new Map(), new Map()];
    this.#first = null;
    this.#used = new Map();
    this.#hasUsedCache = false;
  }

  /** Saves if anything is new. If that fails, the next command reads again. */
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

const [COMMA, NEW_LINE] = [utf8(',\n'), 10];
const END = '\n}}\n';

/** Returns `"id":["sum",value]`, on one line. */
function lineOf(id: string, value: unknown, engine: string): Uint8Array {
  const json = JSON.stringify(value);
  return utf8(`${JSON.stringify(id)}:["${sumOf(engine, id, json)}",${json}]`);
}

/** SHA-256 takes about a millisecond for everything that a command reads, and it detects any accidental change. */
function sumOf(engine: string, id: string, json: string): string {
  return base64Digest('sha256', `${engine}\0${id}\0${json}`);
}

function beginningOf(engine: string): string {
  return `{"engine":${JSON.stringify(engine)},"entries":{\n`;
}

/** JSON with one entry to a line. */
function inOneFile(engine: string, lines: readonly Uint8Array[]): Uint8Array {
  const between = lines.flatMap((line, at) => (at === 0 ? [line] : [COMMA, line]));
  return concat([utf8(beginningOf(engine)), ...between, utf8(END)]);
}

/** The unparsed lines of a file, by the ids of their entries. */
function readLines(path: string, engine: string): ReadonlyMap<string, Uint8Array> {
  const lines = new Map<string, Uint8Array>();
  try {
    const all = readBytes(path);
    const begin = utf8(beginningOf(engine));
    const end = all.length - END.length;
    if (!areEqual(all.subarray(0, begin.length), begin) || latin1Of(all, end) !== END) return lines;
    for (let at = begin.length; at < end;) {
      const next = Math.min(all.indexOf(NEW_LINE, at), end);
      const line = all.subarray(at, next === end ? end : next - 1);
      lines.set(JSON.parse(textOf(line, 0, findText(line, '":') + 1)) as string, line);
      at = next + 1;
    }
    return lines;
  } catch {
    // There is no such file, or it is incomplete, so everything is read again.
    return new Map();
  }
}

const SUM = 44;

/** The value in a line, or undefined if there is no line or this engine didn't write it for this id. */
function valueIn(line: Uint8Array | undefined, engine: string, id: string): unknown {
  if (line === undefined) return undefined;
  try {
    const start = findText(line, '":["') + '":["'.length;
    const json = textOf(line, start + SUM + '",'.length, line.length - 1);
    if (latin1Of(line, start, start + SUM) !== sumOf(engine, id, json)) return undefined;
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The intact entries of a file, and the ids of the damaged ones. */
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
  return base64Digest('sha256', `${[...parts].join('\0')}\0`);
}
