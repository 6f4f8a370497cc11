/** The history of a map: its first state, and the changes of each step. */
export interface MapData {
  readonly first: Readonly<Record<string, MapCell>>;
  readonly steps: readonly MapStep[];
  /** The meanings of its colours. */
  readonly legend: readonly (readonly [colour: string, meaning: string])[];
  /** True as long as only the map as it is now is known: the steps that led there take a while to find out. */
  readonly isOnlyNow?: true;
}

export interface MapStep {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  /** The places that look different after it. */
  readonly cells: Readonly<Record<string, MapCell>>;
}

/** The look of a place: its colour (`666666`) or none, its label, marks, and the closed sides (`nw`). */
export type MapCell = readonly [colour: string, label: string, marks: readonly MapMark[], closed: string];

export type MapMark = readonly [sign: string, title: string, text: string];
