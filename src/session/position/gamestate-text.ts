import { BOUNDS } from '../../kernel/bounds.ts';
import { joinFile, splitFrontMatter } from '../../ruleset/front-matter.ts';
import { showConflict } from '../../ruleset/merge/conflict.ts';
import { mergeBody } from '../../ruleset/merge/merge-body.ts';
import type { ContentFiles } from '../../store/paths.ts';

/** Text below the front matter of a gamestate file, before and after a branch's change. */
export interface TextChange {
  readonly path: string;
  readonly base: string;
  readonly text: string;
}

export interface TextsMerged {
  /** By path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Texts that both sides changed; shows both versions. */
  readonly conflicts: readonly { readonly path: string; readonly shown: string }[];
}

export function textBelow(file: string): string {
  return splitFrontMatter(file).body;
}

/**
 * Merges texts with the current ones, sentence by sentence. Conflicts take the Admin's version from `resolved`. Texts
 * of files that no longer exist are dropped.
 */
export function mergeTexts(
  files: ContentFiles,
  changes: readonly TextChange[],
  resolved?: ContentFiles,
): TextsMerged {
  const texts = new Map<string, string>();
  const conflicts: { path: string; shown: string }[] = [];
  for (const { path, base, text } of changes) {
    const file = files.get(path);
    const given = resolved?.get(path);
    const decided = given === undefined ? null : textBelow(given);
    const current = textBelow(file ?? '');
    const merged = mergeBody(base, current, text);
    const most = BOUNDS.ruleFile.written;
    if (merged.text.length > most)
      conflicts.push({ path, shown: `${path}: the text would have more than ${most} letters` });
    else if (merged.conflicts.length === 0) texts.set(path, merged.text);
    else if (decided !== null)
      // A decision for one of the two decides what clashes, and leaves all other changes of both.
      texts.set(
        path,
        decided === text ? mergeBody(base, text, current).text : decided === current ? merged.text : decided,
      );
    else if (file !== undefined)
      for (const one of merged.conflicts)
        conflicts.push({ path, shown: `${path}: ${showConflict(one, 'as it is', 'proposed')}` });
  }
  return { texts, conflicts };
}

/** Files with these texts; omits missing files and texts that are already there. */
export function withTexts(
  files: ContentFiles,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    [...texts].flatMap(([path, body]) => {
      const file = files.get(path);
      const split = splitFrontMatter(file ?? '');
      return file === undefined || split.body === body ? [] : [[path, joinFile({ ...split, body })] as const];
    }),
  );
}
