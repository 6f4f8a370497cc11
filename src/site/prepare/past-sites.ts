import { createHash } from 'node:crypto';
import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import { DYNASTIES, dynastyFolder, type ContentFiles } from '../../store/paths.ts';

/** The location of a past dynasty's pages within the game's. */
export function placeOfDynasty(number: number): string {
  return `dynasties/${number}/`;
}

/** `dynasties/12/` → 12 */
export function dynastyNumber(place: string): number {
  return Number(place.split('/')[1]);
}

/**
 * Files as lines of JSON, `["content/game.yml","name: …"]`, in UTF-8. In a long game they are most of the data and
 * rarely needed, so they stay packed until somebody reads them.
 */
export type PackedFiles = Uint8Array<ArrayBuffer>;

/** A past dynasty, with everything that its pages and its digest depend on. */
export interface PastSite extends DynastyOver {
  readonly files: PackedFiles;
  /** The start of the next dynasty, if it is kept. */
  readonly next: PackedFiles | null;
}

/** All that pages are made of. Past dynasties are most of it, so each is read only if its pages have to be made. */
export interface GameFiles {
  readonly current: ContentFiles;
  /** The oldest first. */
  readonly past: readonly DynastyOver[];
  readonly read: (one: DynastyOver) => Promise<PastSite>;
}

const NEWLINE = 10;
const FILE_START = Buffer.from(`["${DYNASTIES}`);

/** Receives the files of a game: those of the running game are parsed, and those of past dynasties kept as they are. */
export class FilesTaken {
  readonly #current = new Map<string, string>();
  readonly #past = new Map<number, Buffer[]>();

  static of(files: ContentFiles): FilesTaken {
    const taken = new FilesTaken();
    for (const [path, text] of files) {
      if (path.startsWith(DYNASTIES)) taken.take(Buffer.from(JSON.stringify([path, text])));
      else taken.#current.set(path, text);
    }
    return taken;
  }

  /** Takes one line, without its line break. */
  take(line: Buffer): void {
    const number = numberIn(line);
    if (number === null) this.#read(line);
    else {
      const lines = this.#past.get(number) ?? [];
      lines.push(line);
      this.#past.set(number, lines);
    }
  }

  /** The running game and its past dynasties, each of which is given away when it is read. */
  sorted(): GameFiles {
    const over = [...this.#past].filter(([number, lines]) => {
      const about = Buffer.from(`["${dynastyFolder(number)}dynasty.yml"`);
      return lines.some((line) => line.subarray(0, about.length).equals(about));
    });
    const numbers = new Set(over.map(([number]) => number));
    for (const [number, lines] of this.#past)
      if (!numbers.has(number)) lines.forEach((one) => this.#read(one));
    const sites = over
      .sort(([a], [b]) => a - b)
      .map(([number, lines]) => pastSite(number, lines, this.#firstOf(number + 1)));
    this.#past.clear();
    const left = new Map(sites.map((one) => [one.number, one]));
    return {
      current: this.#current,
      past: sites.map(({ number, key }) => ({ number, key })),
      read: ({ number }) => {
        const site = left.get(number);
        left.delete(number);
        return site === undefined
          ? Promise.reject(new Error(`dynasty ${number} was read before`))
          : Promise.resolve(site);
      },
    };
  }

  /** One dynasty, of which nothing else was taken than its files and the start of the next. */
  only({ number, key }: DynastyOver): PastSite {
    return { ...pastSite(number, this.#past.get(number) ?? [], this.#firstOf(number + 1)), key };
  }

  #firstOf(number: number): Buffer | undefined {
    const first = Buffer.from(`["${dynastyFolder(number)}first.json"`);
    return this.#past.get(number)?.find((one) => one.subarray(0, first.length).equals(first));
  }

  #read(line: Buffer): void {
    const [path, text] = JSON.parse(line.toString('utf8')) as [path: string, text: string];
    this.#current.set(path, text);
  }
}

const OF_DYNASTY = new RegExp(String.raw`^${DYNASTIES}(\d+)/(dynasty\.yml$)?`, 'u');

/**
 * The files of the running game, and which dynasties are over, oldest first. At home this is asked for each state of the game, so
 * nothing is packed for it.
 */
export function runningIn(files: ContentFiles): {
  readonly current: ContentFiles;
  readonly past: readonly number[];
} {
  const over = new Set<string>();
  for (const path of files.keys()) {
    const [, number, about] = OF_DYNASTY.exec(path) ?? [];
    if (number !== undefined && about !== undefined) over.add(number);
  }
  const current = [...files].filter(([path]) => !over.has(OF_DYNASTY.exec(path)?.[1] ?? ''));
  return { current: new Map(current), past: [...over].map(Number).sort((a, b) => a - b) };
}

/** `["content/dynasties/12/…` → 12 */
function numberIn(line: Buffer): number | null {
  if (!line.subarray(0, FILE_START.length).equals(FILE_START)) return null;
  const found = /^\d+(?=\/)/u.exec(line.toString('latin1', FILE_START.length, FILE_START.length + 12));
  return found === null ? null : Number(found[0]);
}

function pastSite(number: number, lines: readonly Buffer[], next: Buffer | undefined): PastSite {
  const sorted = [...lines].sort((a, b) => a.compare(b));
  const files = new Uint8Array(sorted.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const line of sorted) {
    files.set(line, at);
    at += line.length;
    files[at++] = NEWLINE;
  }
  const key = createHash('sha1')
    .update(files)
    .update(next ?? '')
    .digest('base64url');
  return { number, files, next: next === undefined ? null : new Uint8Array(next), key };
}

export function unpack(files: PackedFiles): ContentFiles {
  const lines = Buffer.from(files.buffer, files.byteOffset, files.byteLength).toString('utf8').split('\n');
  return new Map(
    lines.filter((line) => line !== '').map((line) => JSON.parse(line) as [path: string, text: string]),
  );
}
