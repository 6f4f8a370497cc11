// The library in parts, as a browser loads it for a game of its own.

/** A set of rules to begin with. */
export interface Starter {
  readonly core: string;
  /** Empty if there are no dynastic rules yet. */
  readonly dynasty: string;
  readonly label: string;
  readonly about: string;
}

/** The part of the library that every game needs, with the description of each pack. */
export const SHARED = 'shared';

/** A part of the library, with its clauses as the engine runs them. */
export interface LibraryPart {
  readonly texts: Readonly<Record<string, string>>;
  readonly clauses: Readonly<Record<string, string>>;
}

/** The other parts that a game needs. */
export function partsOfLibrary({
  core,
  pack,
}: {
  readonly core: string;
  readonly pack: string;
}): readonly string[] {
  return [...(core === '' ? [] : [`core-${core}`]), ...(pack === '' ? [] : [pack])];
}
