/** One enacted change of a rule's text. */
export interface RuleChange {
  readonly at: string;
  readonly post: string;
  readonly rule: string;
  /** Null if the rule did not exist yet, or any more. */
  readonly before: string | null;
  readonly after: string | null;
  /** The live values of the text, before and after. */
  readonly values: {
    readonly before: ReadonlyMap<string, string>;
    readonly after: ReadonlyMap<string, string>;
  };
}
