import type { Limits } from './host.ts';
import type { MadeAhead } from './made-ahead.ts';
import type { MachineImage } from './machine-image.ts';

interface Boots {
  count: number;
  image: MachineImage | null;
}

/**
 * A machine in which the guest has just been loaded, and nothing else: the same in each, whatever game it will serve, since all
 * that goes in is the engine's own code. So others go on from what one came to: those of later processes where it is kept for
 * them, or else from the third on, since whoever needs only one isn't made to hold what nobody asks for.
 */
export class BootImages {
  /** By the limits that are in an image too. */
  readonly #boots = new Map<string, Boots>();
  readonly #kept: MadeAhead | null;

  constructor(kept: MadeAhead | null) {
    this.#kept = kept;
  }

  within(limits: Limits): MachineImage | undefined {
    return this.#within(limits).image ?? undefined;
  }

  /** A machine has booted by itself: the second hands over its image, or the first where it is kept for others. */
  booted(limits: Limits, take: () => MachineImage | null): void {
    const known = this.#within(limits);
    known.count++;
    // One that is there already did not fit this machine, as where the computer speaks another language.
    if (known.count === 1 && this.#kept === null) return;
    known.image = take();
    if (known.image !== null) this.#kept?.write(limits, known.image);
  }

  #within(limits: Limits): Boots {
    const key = [limits.memoryBytes, limits.stackBytes].join(' ');
    const known = this.#boots.get(key) ?? { count: 0, image: this.#kept?.read(limits) ?? null };
    this.#boots.set(key, known);
    return known;
  }
}
