import type { Limits } from './host.ts';
import type { MachineImage } from './machine-image.ts';

interface Boots {
  count: number;
  image: MachineImage | null;
}

/** By the limits that are in an image too. */
const boots = new Map<string, Boots>();

/**
 * A machine in which the guest has just been loaded, and nothing else: the same in each, whatever game it will serve, since all
 * that goes in is the engine's own code. So from the third one on in a process a machine goes on from what the second came to; a
 * process that needs only one isn't made to keep what nobody asks for.
 */
export function bootImage(limits: Limits): MachineImage | undefined {
  return bootsWithin(limits).image ?? undefined;
}

/** A machine has booted by itself: the second hands over its image. */
export function booted(limits: Limits, take: () => MachineImage | null): void {
  const known = bootsWithin(limits);
  known.count++;
  if (known.count > 1) known.image ??= take();
}

function bootsWithin({ memoryBytes, stackBytes }: Limits): Boots {
  const key = [memoryBytes, stackBytes].join(' ');
  const known = boots.get(key) ?? { count: 0, image: null };
  boots.set(key, known);
  return known;
}
