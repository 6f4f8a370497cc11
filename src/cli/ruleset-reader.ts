/** Reads rules that aren't written as rule files. */
export type RulesetReader = (sources: readonly Source[]) => {
  /** The layout with which the text was read. */
  readonly layout: string;
  readonly files: ReadonlyMap<string, string>;
  readonly unclear: readonly UnclearKind[];
};

/** A text with its path relative to the given folder. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** A kind of passage that a person should check, with its count and a few examples. */
export interface UnclearKind {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly examples: readonly { readonly line: number; readonly text: string }[];
}
