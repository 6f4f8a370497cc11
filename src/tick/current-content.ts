import type { ContentFiles } from '../store/paths.ts';
import { applyChanges, writeGame } from '../store/write-game.ts';
import type { Position } from '../session/position/position.ts';

interface Shown {
  content(): Promise<ContentFiles>;
  openPosition(): Promise<Position>;
}

/**
 * The game's files as if every event had led to a commit. Votes and pending matters are only in the journal until
 * something is done, but pages show them now.
 */
export async function currentContent(game: Shown): Promise<ContentFiles> {
  const files = await game.content();
  const position = await game.openPosition();
  try {
    return contentOfPosition(position, files);
  } finally {
    position.open.play.dispose();
  }
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
