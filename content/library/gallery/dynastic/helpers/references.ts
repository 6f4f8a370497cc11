export interface Titled {
  readonly id: string;
  readonly title: string;
}

/** Titles are compared without regard to capitals and to the space around them. */
export function plainTitle(title: string): string {
  return title.trim().toLowerCase();
}

/**
 * The piece that somebody means: the one with that id or that full title, whichever piece it is; else the only one
 * among those that may be meant whose title contains the words. Null where there is none, or more than one.
 */
export function meant<T extends Titled>(words: unknown, all: readonly T[], targets: readonly T[]): T | null {
  const word = typeof words === 'string' ? plainTitle(words) : '';
  if (word === '') return null;
  const known = [...targets, ...all];
  const exact = known.find(({ id }) => id === word) ?? known.find(({ title }) => plainTitle(title) === word);
  if (exact !== undefined) return exact;
  const containing = targets.filter(({ title }) => plainTitle(title).includes(word));
  return containing.length === 1 ? (containing[0] ?? null) : null;
}
