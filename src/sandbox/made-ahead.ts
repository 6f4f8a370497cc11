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
const FILES = ['package.json', 'package-lock.json'];
const DIGEST_BYTES = 32;

export type Bounds = Pick<Limits, 'memoryBytes' | 'stackBytes'>;

/** One file per limits, so that those of earlier engines don't pile up. */
const bootOf = ({ memoryBytes, stackBytes }: Bounds): string => `boot-${memoryBytes}-${stackBytes}.image`;
const CLAUSES = 'clauses.json';

/**
 * Files that are prepared when the engine is set up or first used, and cached between processes among its packages:
 * images of booted machines, and clauses without types. A file is used only if this very engine wrote every byte of it.
 */
export class MadeAhead {
  readonly #folder: string;
  readonly #root: string;
  #engine: string | null = null;

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

  /** JavaScript of the library's clauses, if it was made at set-up. */
  readClauses(): ReadyClauses {
    try {
      const held = this.#read(CLAUSES);
      return new Map(held === null ? [] : (JSON.parse(textOf(held)) as [string, string][]));
    } catch {
      return new Map();
    }
  }

  writeClauses(clauses: ReadyClauses): void {
    this.#write(CLAUSES, utf8(JSON.stringify([...clauses])));
  }

  #read(name: string): Uint8Array | null {
    const bytes = readBytes(join(this.#folder, name));
    const held = bytes.subarray(DIGEST_BYTES);
    return areEqual(this.#digest(name, held), bytes.subarray(0, DIGEST_BYTES)) ? held : null;
  }

  #write(name: string, held: Uint8Array): void {
    try {
      // If somebody edits the engine while it runs, this no longer matches its sources.
      if (isEditedSinceStart(this.#root)) return;
      const content = concat([this.#digest(name, held), held]);
      putFile(join(this.#folder, name), content, { durable: false, mode: 0o600 });
    } catch {
      // The folder may be read-only. Then each process loads the guest.
    }
  }

  #digest(name: string, held: Uint8Array): Uint8Array {
    this.#engine ??= hashOfEngine(this.#root, FOLDERS);
    return digest('sha256', `${this.#engine} ${name}\0`, held);
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

function isEditedSinceStart(root: string): boolean {
  const startedMs = Date.now() - uptimeMs();
  return filesOfBoot(root).some((path) => (statOf(join(root, path))?.modifiedMs ?? Infinity) > startedMs);
}
