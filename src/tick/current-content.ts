import type { PostData, State } from '../kernel/state.ts';
import { readCommit } from '../repository/commit.ts';
import type { Oid } from '../repository/oid.ts';
import type { Repository } from '../repository/repository.ts';
import { madeOnceLater } from '../ruleset/memo.ts';
import { outsideRulesOf } from '../session/position/branches.ts';
import type { ContentFiles } from '../store/paths.ts';
import { applyChanges, writeGame } from '../store/write-game.ts';
import type { Position } from '../session/position/position.ts';
import { readHead } from './read-head.ts';

interface ShownGame {
  readonly forge: { readonly repository: Repository };
  main(): Promise<Oid>;
  content(): Promise<ContentFiles>;
  openPosition(): Promise<Position>;
}

/**
 * The game's files as if every event had led to a commit. Votes and pending matters are only in the journal until
 * something is done, but pages show them now.
 */
export async function currentContent(
  game: Pick<ShownGame, 'content' | 'openPosition'>,
  read: (position: Position, files: ContentFiles) => ContentFiles | Promise<ContentFiles> = contentOfPosition,
): Promise<ContentFiles> {
  const files = await game.content();
  const position = await game.openPosition();
  try {
    return await read(position, files);
  } finally {
    position.open.play.dispose();
  }
}

/** The same with what else pages show. */
export function currentContentForPages(game: ShownGame): Promise<ContentFiles> {
  return currentContent(game, (position, files) => contentForPages(position, files, game));
}

export async function contentForPages(
  position: Position,
  files: ContentFiles,
  { forge, main }: Pick<ShownGame, 'forge' | 'main'>,
): Promise<ContentFiles> {
  const enacted = await enactedOutsideRules(forge, await main(), position.open.play.state());
  return new Map([...contentOfPosition(position, files), ...position.branches.beside(enacted)]);
}

/** Matters that were enacted on another forge are not found. */
const MOST_COMMITS_BACK = 2000;

/** What enacted matters changed in texts and pages that no rule reads. It is in main's commits only. */
async function enactedOutsideRules({ repository }: ShownGame['forge'], main: Oid, { posts }: State) {
  const wanted = new Set(Object.keys(posts).filter((id) => posts[id]?.status === 'enacted'));
  const found: Record<string, PostData['changes']> = {};
  for (let [at, steps] = [main, 0]; steps < MOST_COMMITS_BACK && wanted.size > 0; steps++) {
    const commit = at;
    const { parents, message } = await readCommit(repository, commit);
    const [before] = parents;
    if (before === undefined) break;
    const matter = /^Enact (\S+): /u.exec(message)?.[1] ?? '';
    if (wanted.delete(matter))
      found[matter] = await madeOnceLater(repository.memo, 'outside-rules', commit, async () =>
        outsideRulesOf(await readHead(repository, before, commit)),
      );
    at = before;
  }
  return found;
}

export function contentOfPosition(
  { open: { play, read }, accounts, posts, branches }: Position,
  files: ContentFiles,
): ContentFiles {
  const facts = { ...read.facts, people: accounts.all, links: posts.links, heads: branches.pinned };
  const now = {
    ruleset: play.files,
    terms: play.terms,
    state: play.state(),
    model: play.sandbox.describe(),
    ledger: play.ledger,
    facts,
  };
  return applyChanges(files, writeGame(files, now, read).changes);
}
