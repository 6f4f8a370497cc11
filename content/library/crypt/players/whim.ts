/** A number from 0 up to 1 that is the same for the same words: sample players are never in two minds. */
export function whim(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('/'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

export function choose<T>(items: readonly T[], ...words: readonly (string | number)[]): T | undefined {
  return items[Math.floor(whim(...words) * items.length)];
}
