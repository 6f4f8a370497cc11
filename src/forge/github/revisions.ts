import type { Person } from '../events.ts';
import type { EditRead } from './answers.ts';
import { personOf } from './people.ts';

export interface Revision {
  readonly id: string;
  readonly at: string;
  readonly by: Person;
  readonly text: string;
}

/** GitHub lists all versions, the newest first and the original among them, once there was an edit. */
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
    // Where a version was taken out of the history, only the last is known for certain.
    text: index === rest.length - 1 ? body : (diff ?? ''),
  }));
  return { first: rest.length === 0 ? body : (original?.diff ?? ''), edits };
}
