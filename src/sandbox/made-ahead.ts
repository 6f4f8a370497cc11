import { areEqual, concat, textOf, utf8 } from '#platform/bytes.ts';
import { filesBelow, putFile, readBytes, statOf } from '#platform/files.ts';
import { digest, hexDigest } from '#platform/hash.ts';
import { RUNTIME, uptimeMs } from '#platform/machine.ts';
import { join, pathOf } from '#platform/paths.ts';
import { SANDBOX_CACHE, readQuickJs } from './engine-code.ts';
import type { Limits } from './host.ts';
import { imageFromBytes, imageToBytes, type MachineImage } from './machine-image.ts';
import type { ReadyClauses } from './ready-clauses.ts';

const ROOT = pathOf(new URL('../../', import.meta.url));
/** The sources of a booted machine besides QuickJS; the lock file pins the packages that run QuickJS and strip types. */
const FOLDERS = ['src/kernel', 'src/platform', 'src/promises', 'src/rules', 'src/sandbox'];
/** The results of reading a game depend on these too. */
const FOLDERS_OF_READS = [...FOLDERS, 'src/ruleset', 'src/session/play', 'src/cache', 'src/store'];
const FILES = ['package.json', 'package-lock.json'];
const DIGEST_BYTES = 32;

export type Bounds = Pick<Limits, 'memoryBytes' | 'stackBytes'>;
type Sources = ReadonlyMap<string, string>;

/** One file per limits, so that those of earlier engines don't pile up. */
const bootOf = ({ memoryBytes, stackBytes }: Bounds): string => `boot-${memoryBytes}-${stackBytes}.image`;
const SOURCES = 'guest.json';
const CLAUSES = 'clauses.json';
const READS = 'reads.json';

/**
 * Files that are prepared when the engine is set up or first used, and cached between processes among its packages:
 * images of booted machines, the guest's JavaScript, clauses without types, and the parsed texts of the game beside
 * the engine. A file is used only if this very engine wrote every byte of it.
 */
export class MadeAhead {
  readonly #folder: string;
  readonly #root: string;
  readonly #engines = new Map<readonly string[], string>();

  constructor(folder = pathOf(SANDBOX_CACHE), root = ROOT) {
    this.#folder = folder;
    this.#root = root;
  }

  read(bounds: Bounds): MachineImage | null {
    try {
      const held = this.#read(bootOf(bounds));
      return held === null ? null : imageFromBytes(held);
    } catch {
      // No usable file, so the guest is loaded instead.
      return null;
    }
  }

  write(bounds: Bounds, image: MachineImage): void {
    this.#write(bootOf(bounds), imageToBytes(image));
  }

  readSources(): Sources {
    return this.#readTexts(SOURCES);
  }

  writeSources(sources: Sources): void {
    this.#writeTexts(SOURCES, sources);
  }

  /** JavaScript of the library's clauses, if it was made at set-up. */
  readClauses(): ReadyClauses {
    return this.#readTexts(CLAUSES);
  }

  writeClauses(clauses: ReadyClauses): void {
    this.#writeTexts(CLAUSES, clauses);
  }

  /** The parsed texts of the game beside the engine. */
  readReads(): Uint8Array | null {
    try {
      return this.#read(READS, FOLDERS_OF_READS);
    } catch {
      return null;
    }
  }

  writeReads(held: Uint8Array): void {
    this.#write(READS, held, FOLDERS_OF_READS);
  }

  #readTexts(name: string): Sources {
    try {
      const held = this.#read(name);
      return new Map(held === null ? [] : (JSON.parse(textOf(held)) as [string, string][]));
    } catch {
      return new Map();
    }
  }

  #writeTexts(name: string, texts: Sources): void {
    this.#write(name, utf8(JSON.stringify([...texts])));
  }

  #read(name: string, folders = FOLDERS): Uint8Array | null {
    const bytes = readBytes(join(this.#folder, name));
    const held = bytes.subarray(DIGEST_BYTES);
    return areEqual(this.#digest(name, held, folders), bytes.subarray(0, DIGEST_BYTES)) ? held : null;
  }

  #write(name: string, held: Uint8Array, folders = FOLDERS): void {
    try {
      // If somebody edits the engine while it runs, this no longer matches its sources.
      if (isEditedSinceStart(this.#root, folders)) return;
      const content = concat([this.#digest(name, held, folders), held]);
      putFile(join(this.#folder, name), content, { durable: false, mode: 0o600 });
    } catch {
      // The folder may be read-only. Then each process loads the guest.
    }
  }

  #digest(name: string, held: Uint8Array, folders: readonly string[]): Uint8Array {
    const engine = this.#engines.get(folders) ?? hashOfEngine(this.#root, folders);
    this.#engines.set(folders, engine);
    return digest('sha256', `${engine} ${name}\0`, held);
  }
}

/** The engine files that are loaded in a booted machine. */
export function filesOfBoot(root = ROOT, folders: readonly string[] = FOLDERS): readonly string[] {
  const sources = folders.flatMap((folder) =>
    filesBelow(join(root, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  );
  return [...sources, ...FILES].toSorted();
}

function hashOfEngine(root: string, folders: readonly string[]): string {
  const files = filesOfBoot(root, folders).flatMap((path) => [`\0${path}\0`, readBytes(join(root, path))]);
  return hexDigest('sha256', `${RUNTIME}\0`, readQuickJs(), ...files);
}

/** Identifies a build of the engine by its sources, or by the bundle if there are none. */
export function buildOfEngine(): string {
  try {
    return hashOfEngine(ROOT, ['src']).slice(0, 12);
  } catch {
    return hexDigest('sha256', readBytes(pathOf(import.meta.url))).slice(0, 12);
  }
}

function isEditedSinceStart(root: string, folders: readonly string[]): boolean {
  const startedMs = Date.now() - uptimeMs();
  return filesOfBoot(root, folders).some(
    (path) => (statOf(join(root, path))?.modifiedMs ?? Infinity) > startedMs,
  );
}
