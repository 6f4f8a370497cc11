/**
 * The port to the storage of Git objects, refs and the embedded forge's log. It has two adapters: a folder on disk, and memory, so that a
 * scenario with real commits creates no file. Paths are relative to the disk's root and use `/`.
 */
export interface Disk {
  /** The path of the folder, if the disk is a folder on this machine. */
  readonly root?: string;
  read(path: string): Promise<Uint8Array | null>;
  /** Reads at most `most` bytes from `offset`; returns none if the file is shorter or absent. */
  readFrom(path: string, offset: number, most?: number): Promise<Uint8Array>;
  stat(path: string): Promise<DiskStat | null>;
  list(path: string): Promise<readonly DiskEntry[]>;
  /** Writes the whole file or nothing: a reader sees the old or the new content, even after a kill. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Appends, and returns once the bytes are on the disk. A kill may leave a part of them there. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  truncate(path: string, size: number): Promise<void>;
  /** Creates the whole file unless one exists. Returns whether it did. */
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
  /** Return only when the bytes are on the disk, so that they survive a power failure. */
  readonly durable?: boolean;
}

/** Runs actions with the same key one after another, in the order in which they were requested. */
export function takeTurns(): <T>(key: string, action: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, action) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(action, action);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
