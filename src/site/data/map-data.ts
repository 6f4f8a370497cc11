/** How a map came to be: what it was at first, and what each step made of it. */
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

/** What stands in a place: its colour (`666666`) or none, its label, marks, and the sides that are closed (`nw`). */
export type MapCell = readonly [colour: string, label: string, marks: readonly MapMark[], closed: string];

export type MapMark = readonly [sign: string, title: string, text: string];
