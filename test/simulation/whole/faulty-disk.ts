import { dyingDisk, Killed, type Moment } from '../../../src/repository/fixtures/dying-disk.ts';
import type { Disk } from '../../../src/repository/disk.ts';

export { dyingDisk, Killed };

/** When a process is killed: at one of its writes, counted from its beginning or from the first thing that it said to be done. */
export interface Kill {
  readonly from: 'begin' | 'said';
  readonly writes: number;
  readonly moment: Moment;
}

export interface DoomedDisk {
  readonly disk: Disk;
  /** Something was said to be done. */
  said(): void;
}

export function doomedDisk(disk: Disk, { from, writes, moment }: Kill): DoomedDisk {
  let at = from === 'begin' ? writes : Infinity;
  const dying = dyingDisk(disk, () => at, moment);
  return { disk: dying, said: () => void (at = Math.min(at, dying.writes() + writes)) };
}

export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** A disk that is full from its n-th write on: the process lives, and can read and take away. */
export function fullDisk(disk: Disk, from: number): Disk {
  let begun = 0;
  const room = (): void => {
    begun += 1;
    if (begun >= from) throw new DiskFull('ENOSPC: no space left on device');
  };
  return {
    ...disk,
    write: async (path, bytes, options) => {
      room();
      return disk.write(path, bytes, options);
    },
    append: async (path, bytes) => {
      begun += 1;
      if (begun < from) return disk.append(path, bytes);
      // What there is room for gets there.
      await disk.append(path, bytes.subarray(0, Math.floor(bytes.length / 3)));
      throw new DiskFull('ENOSPC: no space left on device');
    },
    create: async (path, bytes) => {
      room();
      return disk.create(path, bytes);
    },
  };
}
