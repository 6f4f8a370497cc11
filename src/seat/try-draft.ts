import type { Person } from '../forge/events.ts';
import type { Terms } from '../kernel/manifest.ts';
import type { MatterChange, PostData, State } from '../kernel/state.ts';
import type { Effort } from '../rehearse/search-promises.ts';
import { tablesIn } from '../ruleset/edit-rows.ts';
import { hasMechanics } from '../tables/compile.ts';
import { nextId } from '../rehearse/play-matter.ts';
import { tryMatter, type Trial } from '../rehearse/try-matter.ts';
import { RULESET } from '../store/paths.ts';
import { splitState } from '../store/private-values.ts';
import type { Game } from '../host/game.ts';
import { readContent } from '../tick/observe.ts';
import { changesOfFile } from '../wording/changes-of-file.ts';
import { trialKey, triedOnce } from '../rehearse/trials.ts';
import type { Draft, Proposal } from './draft-edit.ts';
import { playerAt } from './preview.ts';
import { withPosition } from './read-table.ts';
import type { Position } from '../session/position/position.ts';

/** True if a draft changes what the engine does: a clause, a rule whose table works as one, or what clauses read in a rule's words. */
export function changesClauses(draft: Pick<Draft, 'changes' | 'diff'>, terms: Terms): boolean {
  return (
    changesCode(draft, terms) ||
    draft.diff.some(
      ({ kind, does, shown }) => kind === 'text' && does === 'changes' && shown.facts.length > 0,
    )
  );
}

/** True if a draft changes a clause, or a rule whose table works as one. */
export function changesCode({ changes }: Pick<Draft, 'changes'>, terms: Terms): boolean {
  return [...changes].some(
    ([path, text]) =>
      path.startsWith(RULESET) &&
      (path.endsWith('.ts') || (text?.includes('|') === true && hasMechanics(tablesIn(text), terms))),
  );
}

/**
 * Tries a draft as a proposal is tried: in a sandbox, with nothing private in reach. It doesn't depend on who proposes it, so if `who`
 * may not, somebody else does; null if nobody may now.
 */
export async function tryDraft(
  game: Game,
  who: Person | null,
  proposal: Proposal,
  { base, changes }: Pick<Draft, 'base' | 'changes'>,
  effort?: Effort,
): Promise<Trial | null> {
  const content = await readContent(game.forge, base);
  const asked = [...changes].flatMap(
    ([path, text]) => changesOfFile(path, content.get(path) ?? null, text).changes,
  );
  const posted = await withPosition(game, (position) =>
    postAt(position, game.now(), who, { proposal, changes: asked }),
  );
  if (posted === null) return null;
  const { key, state, post } = posted;
  const files = await game.content();
  const depth = { tellHindsight: game.trials?.tellHindsight, effort };
  return triedOnce(
    game.trials,
    key,
    () => tryMatter(files, state, post.id, game.now(), game.caches, depth),
    effort,
  );
}

interface Posted {
  readonly key: string;
  readonly state: State;
  readonly post: PostData;
}

/** The post as it would stand, in a copy of the position; null if the rules would refuse it. */
function postAt(
  position: Position,
  at: string,
  who: Person | null,
  { proposal, changes }: { readonly proposal: Proposal; readonly changes: readonly MatterChange[] },
): Posted | null {
  const { play } = position.open;
  const id = nextId(play.state());
  const people = [...(who === null ? [] : [playerAt(position, who)]), ...Object.keys(play.state().players)];
  if (!people.some((by) => position.rules.take({ type: 'post', at, by, id, ...proposal, changes }).ok))
    return null;
  const state = splitState(play.state(), play.model).open;
  const post = state.posts[id];
  return post?.status === 'pending' ? { key: trialKey(play, post), state, post } : null;
}
