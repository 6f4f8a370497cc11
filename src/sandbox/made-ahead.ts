import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { putFile } from '../repository/write-files.ts';
import { SANDBOX_CACHE, readQuickJs } from './engine-code.ts';
import type { Limits } from './host.ts';
import type { MachineImage } from './machine-image.ts';
import type { ReadyClauses } from './ready-clauses.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The sources of a booted machine besides QuickJS; the lock file pins the packages that run QuickJS and strip types. */
const FOLDERS = ['src/kernel', 'src/rules', 'src/sandbox'];
/** Reading a game depends on these too. */
const FOLDERS_OF_READS = [...FOLDERS, 'src/ruleset', 'src/play', 'src/cache', 'src/store'];
const FILES = ['package.json', 'package-lock.json'];
const DIGEST_BYTES = 32;

type Bounds = Pick<Limits, 'memoryBytes' | 'stackBytes'>;
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

  constructor(folder = fileURLToPath(SANDBOX_CACHE), root = ROOT) {
    this.#folder = folder;
    this.#root = root;
  }

  read(bounds: Bounds): MachineImage | null {
    try {
      const held = this.#read(bootOf(bounds));
      if (held === null) return null;
      const end = 4 + held.readUInt32LE(0);
      const about = JSON.parse(held.toString('utf8', 4, end)) as Omit<MachineImage, 'memory'>;
      return { ...about, memory: held.subarray(end) };
    } catch {
      // No usable file, so the guest is loaded instead.
      return null;
    }
  }

  write(bounds: Bounds, { memory, ...about }: MachineImage): void {
    const head = Buffer.from(JSON.stringify(about), 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    this.#write(bootOf(bounds), Buffer.concat([length, head, memory]));
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
  readReads(): Buffer | null {
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
      return new Map(held === null ? [] : (JSON.parse(held.toString('utf8')) as [string, string][]));
    } catch {
      return new Map();
    }
  }

  #writeTexts(name: string, texts: Sources): void {
    this.#write(name, Buffer.from(JSON.stringify([...texts]), 'utf8'));
  }

  #read(name: string, folders = FOLDERS): Buffer | null {
    const bytes = readFileSync(join(this.#folder, name));
    const held = bytes.subarray(DIGEST_BYTES);
    return this.#digest(name, held, folders).equals(bytes.subarray(0, DIGEST_BYTES)) ? held : null;
  }

  #write(name: string, held: Uint8Array, folders = FOLDERS): void {
    try {
      // If somebody edits the engine while it runs, this no longer matches its sources.
      if (isEditedSinceStart(this.#root, folders)) return;
      const content = Buffer.concat([this.#digest(name, held, folders), held]);
      putFile(join(this.#folder, name), content, { durable: false, mode: 0o600 });
    } catch {
      // The folder may be read-only; then each process loads the guest.
    }
  }

  #digest(name: string, held: Uint8Array, folders: readonly string[]): Buffer {
    const engine = this.#engines.get(folders) ?? hashOfEngine(this.#root, folders);
    this.#engines.set(folders, engine);
    return createHash('sha256').update(`${engine} ${name}\0`).update(held).digest();
  }
}

/** The engine's own files that go into a booted machine. */
export function filesOfBoot(root = ROOT, folders: readonly string[] = FOLDERS): readonly string[] {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return [...sources, ...FILES].toSorted();
}

function hashOfEngine(root: string, folders: readonly string[]): string {
  const hash = createHash('sha256').update(`${process.version}\0`).update(readQuickJs());
  for (const path of filesOfBoot(root, folders))
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Identifies a build of the engine by its sources, or by the bundle if there are none. */
export function buildOfEngine(): string {
  try {
    return hashOfEngine(ROOT, ['src']).slice(0, 12);
  } catch {
    return createHash('sha256')
      .update(readFileSync(fileURLToPath(import.meta.url)))
      .digest('hex')
      .slice(0, 12);
  }
}

function isEditedSinceStart(root: string, folders: readonly string[]): boolean {
  const startedMs = Date.now() - process.uptime() * 1000;
  return filesOfBoot(root, folders).some((path) => statSync(join(root, path)).mtimeMs > startedMs);
}
