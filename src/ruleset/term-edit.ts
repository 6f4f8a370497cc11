/** A range of a text; the end is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One replacement in a text: the range of the old words, and the new ones. */
export interface TermEdit extends Range {
  readonly text: string;
}
