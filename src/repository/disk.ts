/**
 * The port through which Git objects, refs and the embedded forge's log are kept. It has two adapters: a folder on disk
 * and the memory of this process, so that a scenario with real commits costs no file. Paths are relative to the
 * disk's root and separated by `/`.
 */
export interface Disk {
  /** Where it is a folder of this machine: its path. */
  readonly root?: string;
  read(path: string): Promise<Uint8Array | null>;
  /** Reads at most so many bytes from `offset` on; none where the file is shorter or absent. */
  readFrom(path: string, offset: number, most?: number): Promise<Uint8Array>;
  stat(path: string): Promise<DiskStat | null>;
  list(path: string): Promise<readonly DiskEntry[]>;
  /** Puts the whole file there or nothing: whoever reads sees the old or the new, even after a kill. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Adds to the end and waits until it is on the disk. A kill may leave a part of `bytes` there. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  truncate(path: string, size: number): Promise<void>;
  /** Makes the whole file, or nothing, and only where there is none; says whether it did. */
  create(path: string, bytes: Uint8Array): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Runs `action` while nobody else, in this process or another, runs one under the same path. */
  withLock<T>(path: string, action: () => Promise<T>): Promise<T>;
}

export interface DiskStat {
  readonly size: number;
  readonly folder: boolean;
  readonly modifiedMs: number;
}

export interface DiskEntry {
  readonly name: string;
  readonly folder: boolean;
}

interface WriteOptions {
  /** Wait until it is on the disk, so that it outlives a power failure too. */
  readonly durable?: boolean;
}
