/** The history of a map: its first state, and the changes that each step made. */
export interface MapData {
  readonly first: Readonly<Record<string, MapCell>>;
  readonly steps: readonly MapStep[];
}

export interface MapStep {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  /** The places that look otherwise after it. */
  readonly cells: Readonly<Record<string, MapCell>>;
}

/** The state of a place: its colour (`666666`) or none, its label, marks, and the sides that are closed (`nw`). */
export type MapCell = readonly [colour: string, label: string, marks: readonly MapMark[], closed: string];

export type MapMark = readonly [sign: string, title: string, text: string];
