import { showConflict } from './conflict.ts';
import { mergeTree } from './merge-tree.ts';

/** In a conflict the text has our version. */
export type RuleFileMerged =
  | { readonly ok: true; readonly text: string | null }
  | { readonly ok: false; readonly text: string | null; readonly conflict: string };

/** Merges two changes of a file sentence by sentence. A conflict shows both. */
export function mergeRuleFile(
  path: string,
  base: string | null,
  ours: string | null,
  theirs: string | null,
): RuleFileMerged {
  const tree = (text: string | null): ReadonlyMap<string, string> =>
    new Map(text === null ? [] : [[path, text]]);
  const { files, conflicts } = mergeTree(tree(base), tree(ours), tree(theirs));
  const text = files.get(path) ?? null;
  if (conflicts.length === 0) return { ok: true, text };
  return {
    ok: false,
    text,
    conflict: conflicts.map((one) => `${one.path}: ${showConflict(one, 'in force', 'proposed')}`).join('\n'),
  };
}
