import type { PostData } from '../../kernel/state.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import type { Oid } from '../../repository/repository.ts';
import { mergeRuleFile } from '../game/open-game.ts';
import { RULESET, type ContentFiles } from '../game/paths.ts';
import { below } from '../game/read-game.ts';
import { filesOnDisk } from './checkout.ts';
import type { LocalGame } from './local-game.ts';

/** A file on which a matter and the rules in force disagree. */
export interface FileConflict {
  readonly path: string;
  readonly inForce: string | null;
  readonly proposed: string | null;
  /** Both versions, word by word. */
  readonly shown: string;
}

/** `rules` are those in force, by their paths below the ruleset's folder. */
export function conflictsOf({ changes }: PostData, rules: ContentFiles): readonly FileConflict[] {
  return changes.flatMap((change) => {
    if (change.verb !== 'file' || change.base === undefined) return [];
    const path = change.path.slice(RULESET.length);
    const inForce = rules.get(path) ?? null;
    if (inForce === change.base) return [];
    const merged = mergeRuleFile(path, change.base, inForce, change.content);
    if (merged.ok) return [];
    return [{ path: change.path, inForce, proposed: change.content, shown: merged.conflict }];
  });
}

export type Take = 'proposed' | 'in-force' | 'edited';

/** The commit that says how they go together. It stands on a branch of its own, so that Git keeps it. */
export async function commitResolution(
  game: LocalGame,
  post: PostData,
  take: Take,
  author: string,
): Promise<Oid> {
  const conflicts = conflictsOf(post, below(await game.content(), RULESET));
  const edited = take === 'edited' ? filesOnDisk(game.folder) : null;
  const textFor = ({ path, inForce, proposed }: FileConflict): string | null => {
    if (edited !== null) return edited.get(path) ?? null;
    return take === 'proposed' ? proposed : inForce;
  };
  const changes = new Map(conflicts.map((conflict) => [conflict.path, textFor(conflict)]));
  const signature = { name: author, email: `${author}@players.invalid`, at: game.now() };
  const commit = await writeCommit(game.forge.repository, {
    parents: [await game.main()],
    changes,
    author: signature,
    message: `Resolve ${post.id}: ${post.title}\n`,
  });
  await game.forge.advance(`resolved/${post.id}-${commit.slice(0, 7)}`, null, commit);
  return commit;
}
