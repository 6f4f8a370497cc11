import type { PostData } from '../kernel/state.ts';
import { writeCommit } from '../repository/write-commit.ts';
import type { Oid } from '../repository/oid.ts';
import { mergeRuleFile } from '../ruleset/merge/merge-rule-file.ts';
import { filesOnDisk } from '../store/content-folder.ts';
import { RULESET, type ContentFiles } from '../store/paths.ts';
import type { Forge } from '../forge/port.ts';
import { joinFile, splitFrontMatter } from '../ruleset/front-matter.ts';
import type { Position } from '../session/position/position.ts';

/** A file that a matter and the current game change differently. */
export interface FileConflict {
  readonly path: string;
  readonly inForce: string | null;
  readonly proposed: string | null;
  /** Both versions, word by word. */
  readonly shown: string;
}

/** `rules` are the current ones, by path below the ruleset's folder. */
function conflictsOf({ changes }: PostData, rules: ContentFiles): readonly FileConflict[] {
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

/** Texts below front matter are known only if branches were read. */
export type SeenPosition = Pick<Position, 'open' | 'name'> & Partial<Pick<Position, 'branches' | 'accounts'>>;

/** All conflicts between a matter and the current game: in rules and gamestate texts. */
export function conflictsAt({ open, branches }: SeenPosition, post: PostData): readonly FileConflict[] {
  const rules = conflictsOf(post, open.play.files);
  if (branches === undefined) return rules;
  const proposed = branches.proposedTexts(post.id);
  const texts = branches.mergedTexts(post.id).conflicts.map(({ path, shown }): FileConflict => {
    const inForce = branches.main.get(path) ?? '';
    const body = proposed.find((one) => one.path === path)?.text ?? '';
    return { path, inForce, proposed: joinFile({ ...splitFrontMatter(inForce), body }), shown };
  });
  return [...rules, ...texts];
}

export type Take = 'proposed' | 'in-force' | 'edited';

/** The text that a choice leaves in force. An edited text is in the game's folder. */
export function textTaken(take: Take, folder: string): (conflict: FileConflict) => string | null {
  const edited = take === 'edited' ? filesOnDisk(folder) : null;
  return ({ path, inForce, proposed }) => {
    if (edited !== null) return edited.get(path) ?? null;
    return take === 'proposed' ? proposed : inForce;
  };
}

interface Resolving {
  readonly forge: Pick<Forge, 'repository' | 'advance'>;
  now(): string;
  main(): Promise<Oid>;
}

/** Commits the resolution on its own branch, so that Git keeps it. */
export async function commitResolution(
  game: Resolving,
  { post, conflicts }: { readonly post: PostData; readonly conflicts: readonly FileConflict[] },
  textFor: (conflict: FileConflict) => string | null,
  author: string,
): Promise<Oid> {
  const changes = new Map(conflicts.map((conflict) => [conflict.path, textFor(conflict)]));
  const signature = { name: author, email: `${author}@players.invalid`, at: game.now() };
  const commit = await writeCommit(game.forge.repository, {
    parents: [await game.main()],
    changes,
    author: signature,
    message: `Resolve ${post.id}: ${post.title.replaceAll(/\s+/gu, ' ')}\n`,
  });
  await game.forge.advance(`resolved/${post.id}-${commit.slice(0, 7)}`, null, commit);
  return commit;
}
