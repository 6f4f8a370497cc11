/** A ruleset as it stood at some moment. */
export type RulesetThen = readonly {
  readonly anchor: string;
  readonly number: string;
  readonly title: string;
  readonly inactive: boolean;
  readonly html: string;
}[];
