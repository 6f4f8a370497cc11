import { BOUNDS } from '../kernel/bounds.ts';

const DEEPEST = BOUNDS.depth.read;
const MOST_PARTS = BOUNDS.parts.read;

/**
 * Why data can't be written as JSON, or null where it can. YAML says things that JSON can't: a list that holds itself,
 * or one so often repeated by reference that it would fill a disk when it is written out.
 */
export function whyNotPlain(value: unknown): string | null {
  let parts = 0;
  const within: unknown[] = [];
  const look = (one: unknown): string | null => {
    // JSON would write it as nothing.
    if (typeof one === 'number' && !Number.isFinite(one)) return 'it has a number without end, or none';
    if (typeof one !== 'object' || one === null) return null;
    if (!isPlain(one)) return 'it has something that is neither a list, a map, a text, a number nor a truth';
    if (within.includes(one)) return 'it holds itself';
    if (within.length >= DEEPEST) return `it is nested more than ${DEEPEST} deep`;
    within.push(one);
    for (const inner of Object.values(one)) {
      parts += 1;
      if (parts > MOST_PARTS) return `it has more than ${MOST_PARTS} parts`;
      const why = look(inner);
      if (why !== null) return why;
    }
    within.pop();
    return null;
  };
  return look(value);
}

/** A moment, a set or bytes would be something else, or nothing, once they are written. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
