import type { Position } from '../session/position/position.ts';
import type { Person } from '../forge/events.ts';
import type { HomeGame } from '../host/game.ts';
import type { PostData } from '../kernel/state.ts';
import { diffTrees } from '../repository/diff-trees.ts';
import { findMergeBase } from '../repository/merge-base.ts';
import { readMarkdownFile } from '../ruleset/front-matter.ts';
import { isOfGame, RULESET } from '../store/paths.ts';
import { readContent } from '../tick/observe.ts';
import { inWords } from '../wording/naming.ts';
import { clauseFileOf, commitDraft, fileOfRule, programOf, type Draft } from './draft-edit.ts';
import { playerAt, previewOwn } from './preview.ts';
import { withPosition } from './read-table.ts';
import { actAndTell, type StepOutcome } from './take-step.ts';

/** A pending proposal whose author may still change what it proposes. */
export interface Proposed {
  readonly place: string;
  readonly base: string;
  readonly post: PostData;
  /** The files that it changes, with their texts as proposed. */
  readonly files: ReadonlyMap<string, string | null>;
}

/** The rules whose texts a proposal adds or changes, by their paths, each with its text as proposed. */
export function rulesProposed({ changes }: Pick<PostData, 'changes'>): ReadonlyMap<string, string> {
  return new Map(
    changes.flatMap((one) =>
      one.verb === 'file' && one.path.startsWith(RULESET) && one.path.endsWith('.md') && one.content !== null
        ? [[one.path.slice(RULESET.length, -'.md'.length), one.content] as const]
        : [],
    ),
  );
}

/** The title in a rule's file, or the name of the file. */
export function titleOfText(path: string, text: string): string {
  const title = readMarkdownFile('', text).data['title'];
  return typeof title === 'string' ? title : inWords(path.split('/').at(-1) ?? '');
}

/** Null if it isn't theirs, or if the rules don't let them change it any more. */
export async function proposedAt(game: HomeGame, who: Person, of: string): Promise<Proposed | null> {
  const found = await withPosition(game, (position) => ownProposal(position, game.now(), who, of));
  if (found === null) return null;
  const { head } = found;
  const { repository } = game.forge;
  const base = await findMergeBase(repository, await game.main(), head);
  if (base === null) return null;
  const content = await readContent(game.forge, head, true);
  const paths = (await diffTrees(repository, base, head)).map(({ path }) => path).filter(isOfGame);
  return { ...found, base, files: new Map(paths.map((path) => [path, content.get(path) ?? null])) };
}

function ownProposal(position: Position, now: string, who: Person, of: string) {
  const post = position.open.play.state().posts[of];
  if (post === undefined || post.byEngine || post.status !== 'pending') return null;
  if (post.author !== playerAt(position, who) || !previewOwn(position, now, who, post).edit) return null;
  const [place, head] = [position.posts.forgePostOf(of), position.branches.pinned[of]];
  return place === null || head === undefined ? null : { place, head, post };
}

/** The text, title and clause of one of its rules, as proposed. */
export function textProposed({ files }: Proposed, path: string) {
  const text = files.get(fileOfRule(path)) ?? null;
  if (text === null) return null;
  const { body } = readMarkdownFile('', text);
  return { body, title: titleOfText(path, text), clause: files.get(clauseFileOf(path)) ?? null };
}

/** A draft for one of its rules, with everything else that it proposes. */
export async function withTheRest(
  game: HomeGame,
  { base, files }: Proposed,
  path: string,
  draft: Draft,
): Promise<Draft> {
  if (draft.problems.length > 0) return draft;
  const own = new Set([fileOfRule(path), clauseFileOf(path)]);
  const rest = [...files].filter(([file]) => !own.has(file));
  const changes = new Map([...rest, ...draft.changes]);
  const diff = await programOf(game, await readContent(game.forge, base), changes);
  return { ...draft, base, changes, diff };
}

/** Changes what is proposed, and what its post says if that differs. */
export async function proposeAgain(
  game: HomeGame,
  who: Person,
  { place, post }: Proposed,
  draft: Draft & { readonly words: Pick<PostData, 'title' | 'text'> },
): Promise<StepOutcome> {
  const { title, text } = draft.words;
  const head = await commitDraft(game, who, title, draft);
  return actAndTell(game, async () => {
    if (title !== post.title || text !== post.text) await game.people.edit(who, place, { title, text });
    await game.people.push(who, place, head);
    return null;
  });
}
