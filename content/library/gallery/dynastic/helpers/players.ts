/** Lists of players that have no other order are alphabetical. */
export function alphabetically<T extends { readonly id: string }>(people: Iterable<T>): T[] {
  return [...people].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Those for which a number is greatest, in the order given. */
export function withMost<T>(options: readonly T[], number: (option: T) => number): T[] {
  const most = Math.max(...options.map(number));
  return options.filter((option) => number(option) === most);
}

/** Those for which a number is least, in the order given. */
export function withLeast<T>(options: readonly T[], number: (option: T) => number): T[] {
  const least = Math.min(...options.map(number));
  return options.filter((option) => number(option) === least);
}
