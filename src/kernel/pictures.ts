import type { Field } from './model.ts';
import type { ValueType } from './value-types.ts';

/** The results of fetching pictures by address: the name of the stored copy, or the problem. */
export type Pictures = Readonly<Record<string, { readonly copy: string } | { readonly problem: string }>>;

/** The reason why the picture at an address can't be used, or null if it can or hasn't been tried. */
export function pictureProblem(pictures: Pictures, address: unknown): string | null {
  const found = pictureAt(pictures, address);
  return found !== null && 'problem' in found ? found.problem : null;
}

function pictureAt(pictures: Pictures, address: unknown): Pictures[string] | null {
  const key = typeof address === 'string' ? address.trim() : '';
  return Object.hasOwn(pictures, key) ? (pictures[key] ?? null) : null;
}

/** True if values of this type are addresses of pictures. */
export function isPicture(type: ValueType): boolean {
  if (type.kind === 'optional') return isPicture(type.of);
  return type.kind === 'text' && type.picture === true;
}

/**
 * The stored form of a picture: instead of the address, the path of its copy, named after its owner. A private picture has no copy,
 * because everybody could open it.
 */
export function storedPicture(
  pictures: Pictures,
  place: readonly string[],
  { id, type }: Field,
  stored: unknown,
): unknown {
  if (!isPicture(type) || type.private === true || place[0] === 'emperor') return stored;
  const found = pictureAt(pictures, stored);
  if (found === null || !('copy' in found)) return stored;
  const names = (place[0] === 'things' ? place.slice(1) : place).map(fileName);
  const owner = names.join('/');
  return `pictures/${owner}${id === 'image' || id === 'picture' ? '' : `.${fileName(id)}`}.${found.copy}.webp`;
}

/** An id may contain anything, but a file name only what every system allows. */
function fileName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/gu, (character) => `_${character.codePointAt(0)?.toString(16) ?? ''}`);
}
