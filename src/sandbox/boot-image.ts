import type { Limits } from './host.ts';
import type { MachineImage } from './machine-image.ts';

interface Boots {
  count: number;
  image: MachineImage | null;
}

/**
 * A machine in which the guest has just been loaded, and nothing else: the same in each, whatever game it will serve, since all
 * that goes in is the engine's own code. So the third one goes on from what the second came to; whoever needs only one isn't
 * made to keep what nobody asks for.
 */
export class BootImages {
  /** By the limits that are in an image too. */
  readonly #boots = new Map<string, Boots>();

  within(limits: Limits): MachineImage | undefined {
    return this.#within(limits).image ?? undefined;
  }

  /** A machine has booted by itself: the second hands over its image. */
  booted(limits: Limits, take: () => MachineImage | null): void {
    const known = this.#within(limits);
    known.count++;
    if (known.count > 1) known.image ??= take();
  }

  #within({ memoryBytes, stackBytes }: Limits): Boots {
    const key = [memoryBytes, stackBytes].join(' ');
    const known = this.#boots.get(key) ?? { count: 0, image: null };
    this.#boots.set(key, known);
    return known;
  }
}
