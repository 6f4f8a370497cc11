import type { MatterChange, PostData } from '../../../kernel/state.ts';
import { sameValue } from '../../../kernel/values.ts';
import { mergeRuleFile } from '../../../store/open-game.ts';

/** Something that an older matter changes in another way. */
export interface Clash {
  readonly with: string;
  readonly title: string;
  readonly what: string;
}

/** Finds changes that can't be merged with those of older pending matters. */
export function clashesBetween(post: PostData, older: readonly PostData[]): readonly Clash[] {
  return older.flatMap(({ id, title, changes }) =>
    changes.flatMap((theirs) =>
      post.changes.flatMap((ours) => {
        const what = clash(theirs, ours);
        return what === null ? [] : [{ with: id, title, what }];
      }),
    ),
  );
}

function clash(theirs: MatterChange, ours: MatterChange): string | null {
  if (theirs.verb === 'set' && ours.verb === 'set')
    return theirs.path === ours.path && !sameValue(theirs.value, ours.value) ? ours.path : null;
  if (theirs.verb !== 'file' || ours.verb !== 'file' || theirs.path !== ours.path) return null;
  if (theirs.base === undefined || ours.base === undefined) return null;
  // This matter would find the text as the older one leaves it.
  const merged = mergeRuleFile(ours.path, ours.base, theirs.content, ours.content);
  return merged.ok ? null : ours.path;
}
