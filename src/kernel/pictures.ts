import type { Field } from './model.ts';
import type { ValueType } from './value-types.ts';

/** The results of fetching pictures from some addresses: the name of the copy that is kept, or why there is none. */
export type Pictures = Readonly<Record<string, { readonly copy: string } | { readonly problem: string }>>;

/** Why the picture at an address can't be had, or null: it can, or nobody has tried. */
export function pictureProblem(pictures: Pictures, address: unknown): string | null {
  const found = pictureAt(pictures, address);
  return found !== null && 'problem' in found ? found.problem : null;
}

function pictureAt(pictures: Pictures, address: unknown): Pictures[string] | null {
  const key = typeof address === 'string' ? address.trim() : '';
  return Object.hasOwn(pictures, key) ? (pictures[key] ?? null) : null;
}

/** Whether values of this type are pictures, by their addresses. */
export function isPicture(type: ValueType): boolean {
  if (type.kind === 'optional') return isPicture(type.of);
  return type.kind === 'text' && type.picture === true;
}

/**
 * The stored form of a picture: where its copy lies, under the id of what it belongs to, in place of the address. What
 * only the emperor may see has no copy that everybody could look at.
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

/** An id may hold anything; a name of a file only what every system takes. */
function fileName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/gu, (character) => `_${character.codePointAt(0)?.toString(16) ?? ''}`);
}
