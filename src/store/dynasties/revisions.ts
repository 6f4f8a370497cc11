/** The history of an imported dynasty's rules, in its folder, for its pages. */
export const HISTORY = 'history.json';

/** A change of a rule's file, below the ruleset's folder. Null means that the file didn't exist. */
export interface RuleRevision {
  readonly at: string;
  readonly by: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function writeRevisions(revisions: readonly RuleRevision[]): string {
  return `${JSON.stringify(revisions, null, 1)}\n`;
}

export function readRevisions(text: string | undefined): readonly RuleRevision[] {
  return text === undefined ? [] : (JSON.parse(text) as readonly RuleRevision[]);
}
