/** A mutant that lives, and why no test should notice it. */
export interface Living {
  /** A part of its line, where the file has the like in others. */
  readonly in?: string;
  readonly was: string;
  readonly is: string;
  readonly why: string;
}

/** By file. */
export const LIVING: Readonly<Record<string, readonly Living[]>> = {
  'src/ruleset/merge/align.ts': [
    {
      was: '100_000',
      is: '100001',
      why: 'a bound on the work: one pair more is no difference that people could see',
    },
    {
      was: '4_000',
      is: '4001',
      why: 'a bound on the work: one difference more is none that people could see',
    },
    {
      was: '0',
      is: '1',
      why: 'every path through the table ends at its border, so that all scores grow alike',
    },
  ],
};
