/** A list without one of its items: the first that is equal. */
export function without<T>(items: readonly T[], item: T): readonly T[] {
  const at = items.indexOf(item);
  return at < 0 ? items : [...items.slice(0, at), ...items.slice(at + 1)];
}

export function hasCopies(items: readonly unknown[]): boolean {
  return new Set(items).size < items.length;
}

export function count(n: number, one: string): string {
  return `${n} ${one}${n === 1 ? '' : 's'}`;
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** 3 → `three`; 11 → `11` */
export function inWords(n: number): string {
  return NUMBERS[n] ?? String(n);
}
