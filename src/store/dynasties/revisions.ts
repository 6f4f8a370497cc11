/** In the folder of a dynasty that was imported: what its pages say of how rules became what they were. */
export const HISTORY = 'history.json';

/** A rule's file, below the ruleset's folder, as somebody changed it; null where there was none yet, or none any more. */
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
