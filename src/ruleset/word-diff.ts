import { diffWordsWithSpace } from 'diff';

export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Beyond that two texts have so little in common that nobody would read the difference. */
const MOST_EDITS = 5_000;

/** The difference between two texts, word by word, for people to look at. */
export function wordDiff(before: string, after: string): WordChange[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (!parts)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return parts.map(({ value, added, removed }) => {
    return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
  });
}

/** `wait 48 hours` and `wait 36 hours` → `wait ~~48~~ **36** hours`, in Markdown. */
export function showWordDiff(changes: readonly WordChange[]): string {
  const mark = (text: string, sign: string): string => {
    // Marks hold only within a line and not beside a space, so they go around the words of each line.
    return text.replace(/[^\s](?:[^\n]*[^\s])?/g, (words) => `${sign}${words}${sign}`);
  };
  const pieces = changes.map(({ kind, text }) =>
    kind === 'same' ? text : mark(text, kind === 'added' ? '**' : '~~'),
  );
  return pieces.join('').replace(/~~\*\*/g, '~~ **');
}
