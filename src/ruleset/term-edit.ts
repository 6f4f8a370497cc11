/** A piece of a text, from and to (exclusive), in which no word is replaced. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One replacement in a text: where the old words stood, and what stands there now. */
export interface TermEdit extends Range {
  readonly text: string;
}
