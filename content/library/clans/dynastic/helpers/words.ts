/** The id of something that the text names: `Wicker Shield` → `wicker-shield`. */
export function idOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** A list without the first of its items that is this one. */
export function without<T>(items: readonly T[], item: T): readonly T[] {
  const at = items.indexOf(item);
  return at < 0 ? items : [...items.slice(0, at), ...items.slice(at + 1)];
}

export function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

export function times<T>(items: readonly T[], item: T): number {
  return items.filter((one) => one === item).length;
}
