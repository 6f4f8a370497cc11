import type { ContentFiles } from '../store/paths.ts';
import { applyChanges, writeGame } from '../store/write-game.ts';
import type { Position } from '../session/position/position.ts';

interface ShownGame {
  content(): Promise<ContentFiles>;
  openPosition(): Promise<Position>;
}

/**
 * The game's files as if every event had led to a commit. Votes and pending matters are only in the journal until
 * something is done, but pages show them now.
 */
export function currentContent(game: ShownGame): Promise<ContentFiles> {
  return inPosition(game, contentOfPosition);
}

/** The same with what else pages show. */
export function currentContentForPages(game: ShownGame): Promise<ContentFiles> {
  return inPosition(game, contentForPages);
}

async function inPosition(game: ShownGame, read: typeof contentOfPosition): Promise<ContentFiles> {
  const files = await game.content();
  const position = await game.openPosition();
  try {
    return read(position, files);
  } finally {
    position.open.play.dispose();
  }
}

export function contentForPages(position: Position, files: ContentFiles): ContentFiles {
  return new Map([...contentOfPosition(position, files), ...position.branches.beside()]);
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
