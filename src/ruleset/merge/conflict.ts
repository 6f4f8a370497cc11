import { showWordDiff, wordDiff } from '../word-diff.ts';
import type { WordChange } from '../word-diff.ts';

/** Two changes of one thing. Null means that it was removed, or wasn't there before. */
export interface Conflict {
  readonly kind: 'sentence' | 'paragraph' | 'place' | 'key' | 'lines' | 'file' | 'text';
  /** The front-matter key, or the original words. */
  readonly where: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

interface ShownConflict extends Conflict {
  readonly oursByWord: readonly WordChange[];
  readonly theirsByWord: readonly WordChange[];
}

function conflictByWord(conflict: Conflict): ShownConflict {
  const base = conflict.base ?? '';
  return {
    ...conflict,
    oursByWord: wordDiff(base, conflict.ours ?? ''),
    theirsByWord: wordDiff(base, conflict.theirs ?? ''),
  };
}

const NAMES: Readonly<Record<Conflict['kind'], string>> = {
  sentence: 'The same sentence is changed twice',
  paragraph: 'A paragraph is changed here and removed there',
  place: 'The same paragraph is moved to two places',
  key: 'The same key is changed twice',
  lines: 'The same lines of code are changed twice',
  file: 'The same file is changed twice',
  text: 'The changes run into each other',
};

/** Shows a conflict in Markdown, with both versions compared word by word with the original. */
export function showConflict(conflict: Conflict, ours = 'one', theirs = 'the other'): string {
  const { oursByWord, theirsByWord } = conflictByWord(conflict);
  const show = (words: readonly WordChange[], version: string | null): string => {
    if (version === null) return '*(removed)*';
    return showWordDiff(words).replace(/\n+/g, ' / ');
  };
  return [
    `${NAMES[conflict.kind]}: ${conflict.where}`,
    `- ${ours}: ${show(oursByWord, conflict.ours)}`,
    `- ${theirs}: ${show(theirsByWord, conflict.theirs)}`,
  ].join('\n');
}
