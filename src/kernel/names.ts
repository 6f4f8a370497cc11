/** `bloodManaCrystals` → `blood-mana-crystals`. Ids in kebab-case stay unchanged. */
export function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '-') + letter.toLowerCase());
}

/** `blood-mana-crystals` → `bloodManaCrystals` */
export function toCamel(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `Main Hall!` → `main-hall`. Names that every object has, such as `constructor`, get a prefix: `a-constructor`. */
export function slug(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words in Object.prototype ? `a-${words}` : words;
}

/** An upper bound for the bytes of an id as a file name, in which other characters are written like `%21`. */
export function bytesAsFileName(id: string): number {
  const isComposed = id.normalize('NFC') === id;
  let bytes = 0;
  for (const character of id) {
    const code = character.codePointAt(0) ?? 0;
    const own = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    const isWritten = /^[\p{L}\p{N} ._-]$/u.test(character) && (own === 1 || isComposed);
    bytes += isWritten ? own : 3 * own;
  }
  return bytes;
}

/** The candidate most similar to a word, for "did you mean". */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = (word.length < 6 ? 1 : Math.ceil(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Two letters in the wrong order are one slip. Each letter by which one is longer is one at least; `most` is enough to know. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isTurned = j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const turned = isTurned ? (before[j - 2] ?? 0) + 1 : other;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, other, turned));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

const TIME = 'time ';

/** The name in the ledger and the queue of what a rule does at a set time. */
export function nameOfTime(id: string): string {
  return `${TIME}${id}`;
}

export function isTime(name: string): boolean {
  return name.startsWith(TIME);
}

/** `time market-day` → `market-day` */
export function timeNamed(name: string): string {
  return name.slice(TIME.length);
}
