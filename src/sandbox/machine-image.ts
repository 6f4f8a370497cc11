import { areEqual, concat, textOf, utf8 } from '#platform/bytes.ts';
import type { Engine } from './quickjs.ts';

/** A copy of a machine's memory, so that another machine can start from it without loading anything again. */
export interface MachineImage {
  /** The address of the machine's objects, which is the same in all machines of one build. */
  readonly place: number;
  /** Start and length of each part of the memory that isn't zero. */
  readonly parts: readonly (readonly [number, number])[];
  /** These parts, concatenated. */
  readonly memory: Uint8Array;
}

const PAGE = 4096;
/** Most of a new memory is empty, and checking large pieces takes a fraction of the time. */
const PIECE = 64 * PAGE;
const CLEAR = new Uint8Array(PIECE);

export function extentOf({ parts }: MachineImage): number {
  const [start, length] = parts.at(-1) ?? [0, 0];
  return start + length;
}

export function imageOf({ memory }: Engine, place: number): MachineImage {
  const all = new Uint8Array(memory.buffer);
  const parts: [number, number][] = [];
  for (let at = 0; at < all.length; at += PAGE) {
    if (isClear(all, at, PAGE)) continue;
    const last = parts.at(-1);
    if (last !== undefined && last[0] + last[1] === at) last[1] += PAGE;
    else parts.push([at, PAGE]);
  }
  return {
    place,
    parts,
    memory: concat(parts.map(([start, length]) => all.subarray(start, start + length))),
  };
}

/** A new engine's memory beyond the image is all zeros. */
export function putImage(engine: Engine, { parts, memory }: MachineImage): void {
  const all = new Uint8Array(engine.memory.buffer);
  let [from, to] = [0, 0];
  for (const [start, length] of parts) {
    // Writing to untouched memory costs more than reading it.
    for (let at = from; at < start;) {
      const length = at + PIECE <= start ? PIECE : PAGE;
      if (!isClear(all, at, length)) all.fill(0, at, at + length);
      at += length;
    }
    all.set(memory.subarray(to, to + length), start);
    from = start + length;
    to += length;
  }
}

/** An image as one file: the length of its description, the description, the memory. */
export function imageToBytes({ memory, ...about }: MachineImage): Uint8Array<ArrayBuffer> {
  const head = utf8(JSON.stringify(about));
  return concat([new Uint8Array(Uint32Array.of(head.length).buffer), head, memory]);
}

export function imageFromBytes(held: Uint8Array): MachineImage {
  const end = 4 + new DataView(held.buffer, held.byteOffset).getUint32(0, true);
  const about = JSON.parse(textOf(held, 4, end)) as Omit<MachineImage, 'memory'>;
  return { ...about, memory: held.subarray(end) };
}

/** One comparison takes a fraction of the time of a loop. */
function isClear(all: Uint8Array, at: number, length: number): boolean {
  return areEqual(all.subarray(at, at + length), CLEAR.subarray(0, length));
}
