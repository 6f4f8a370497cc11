import type { Limits } from './host.ts';
import type { Bounds } from './made-ahead.ts';
import type { MachineImage } from './machine-image.ts';
import type { Engine } from './quickjs.ts';

/** Where images are stored for later processes. */
export interface StoredImages {
  read(bounds: Bounds): MachineImage | null;
  write(bounds: Bounds, image: MachineImage): void;
}

interface Boots {
  count: number;
  image: MachineImage | null;
  /** Memories made in advance, in which trials start from the image at once. */
  readonly spare: Engine[];
}

/**
 * Caches the memory of a machine in which only the guest has been loaded. It contains nothing but the engine's own
 * code, so it fits every game. The image is taken from the first machine if it is stored for later processes,
 * otherwise from the second, since a process that needs only one machine should not hold an image.
 */
export class BootImages {
  /** Keyed by limits, because an image contains them. */
  readonly #boots = new Map<string, Boots>();
  readonly #stored: StoredImages | null;

  constructor(stored: StoredImages | null) {
    this.#stored = stored;
  }

  within(limits: Limits): MachineImage | undefined {
    return this.#within(limits).image ?? undefined;
  }

  spareWithin(limits: Limits): Engine[] {
    return this.#within(limits).spare;
  }

  /**
   * Records that a machine booted without an image, and takes one from the second, or from the first if it is stored
   * for other processes.
   */
  booted(limits: Limits, take: () => MachineImage | null): void {
    const known = this.#within(limits);
    known.count++;
    // An existing image did not fit this machine, for example because the computer's language differs.
    if (known.count === 1 && this.#stored === null) return;
    known.image = take();
    if (known.image !== null) this.#stored?.write(limits, known.image);
  }

  #within(limits: Limits): Boots {
    const key = [limits.memoryBytes, limits.stackBytes].join(' ');
    const known = this.#boots.get(key) ?? {
      count: 0,
      image: this.#stored?.read(limits) ?? null,
      spare: [],
    };
    this.#boots.set(key, known);
    return known;
  }
}
