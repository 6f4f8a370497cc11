import type { Position } from '../decide/position.ts';
import { RULESET } from '../store/paths.ts';
import { mergeRuleFile } from '../store/open-game.ts';
import type { Draft } from './draft-edit.ts';

/** The pending matters that change the same words as a draft, so that somebody would have to choose if both pass. */
export function rivalsOf(
  { open }: Position,
  { changes }: Pick<Draft, 'changes'>,
): readonly { readonly title: string; readonly author: string }[] {
  const { play } = open;
  return Object.values(play.state().posts).filter(
    ({ status, changes: theirs }) =>
      status === 'pending' &&
      theirs.some((change) => {
        if (change.verb !== 'file' || !changes.has(change.path)) return false;
        const path = change.path.slice(RULESET.length);
        const base = play.files.get(path) ?? null;
        const own = changes.get(change.path) ?? null;
        return own !== change.content && !mergeRuleFile(path, base, change.content, own).ok;
      }),
  );
}
