import type { Person } from '../events.ts';
import type { EditRead } from './answers.ts';
import { personOf } from './people.ts';

export interface Revision {
  readonly id: string;
  readonly at: string;
  readonly by: Person;
  readonly text: string;
}

/** After an edit GitHub lists all versions, newest first and including the original. */
export function revisions(
  body: string,
  nodes: readonly EditRead[],
): { first: string; edits: readonly Revision[] } {
  const sorted = nodes.toReversed().toSorted((a, b) => Date.parse(a.editedAt) - Date.parse(b.editedAt));
  const [original, ...rest] = sorted;
  const edits = rest.map(({ id, editedAt, editor, diff }, index) => ({
    id,
    at: editedAt,
    by: personOf(editor),
    // If a version was removed from the history, only the last one is certain.
    text: index === rest.length - 1 ? body : (diff ?? ''),
  }));
  return { first: rest.length === 0 ? body : (original?.diff ?? ''), edits };
}

const NAMES: Readonly<Record<string, string>> = { THUMBS_UP: '+1', THUMBS_DOWN: '-1' };

/** `THUMBS_UP` → `+1`, `HEART` → `heart`, which are the names used outside GraphQL. */
export function reactionName(content: string): string {
  return NAMES[content] ?? content.toLowerCase();
}
