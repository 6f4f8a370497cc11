import { utf8Length } from '#platform/bytes.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Terms } from '../kernel/manifest.ts';
import { termsKnown } from '../kernel/roles.ts';
import type { Fields, State } from '../kernel/state.ts';
import { writeYamlKeys } from '../ruleset/front-matter-write.ts';
import type { Memo } from '../ruleset/memo.ts';
import { writeEngineFiles, type EngineFacts } from './engine-files.ts';
import { appendToLedger } from './ledger-files.ts';
import { orderOf, writeTracked } from './tracked-file.ts';
import { ENGINE, fileNamesOf, GAME_FILE, GAMESTATE, POSTS, RULESET, type ContentFiles } from './paths.ts';
import { isArchived, writePosts } from './post-files.ts';
import { publicLine, splitState, type PrivateValues } from './private-values.ts';
import { readGame, type GameRead } from './read-game.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { LedgerLine, RecordedLine } from './ledger-line.ts';
import { CodedError } from '../kernel/coded-error.ts';

/** A game after something happened. */
export interface GameNow {
  readonly ruleset: ReadonlyMap<string, string>;
  readonly terms: Terms;
  readonly state: State;
  readonly model: ModelDescription;
  readonly ledger: readonly LedgerLine[];
  readonly facts: EngineFacts;
  /** Adds fields to a new line of the ledger. */
  readonly recorded?: (line: LedgerLine) => RecordedLine;
}

export interface GameChanges {
  /** New texts by path; null removes a file. Unchanged files are omitted. */
  readonly changes: ReadonlyMap<string, string | null>;
  /** The values that mustn't be published. */
  readonly hidden: PrivateValues;
}

/** The changes that make a game's files describe its present state. */
export function writeGame(
  before: ContentFiles,
  now: GameNow,
  read: GameRead = readGame(before),
): GameChanges {
  const { open, hidden } = splitState(now.state, now.model);
  const posts = Object.values(open.posts);
  const pending = Object.fromEntries(
    posts.filter((post) => !isArchived(post)).map((post) => [post.id, post]),
  );
  const after = new Map<string, string>([
    ...prefixed(RULESET, now.ruleset),
    ...gamestateFiles(before, open, read.memo),
    ...writePosts(posts, before, read.postPaths, read.memo),
    ...writeEngineFiles({
      facts: now.facts,
      order: orderOf(open),
      pending,
      taken: open.taken,
      submissions: open.submissions,
    }),
  ]);
  const changes = new Map<string, string | null>();
  const game = gameFile(before, now, read.terms);
  if (game !== null) changes.set(GAME_FILE, game);
  for (const path of [...before.keys()].sort()) {
    const ours = [RULESET, GAMESTATE, POSTS, ENGINE].some((folder) => path.startsWith(folder));
    if (ours && !after.has(path) && /\.(md|ts|json)$/u.test(path)) changes.set(path, null);
  }
  for (const [path, text] of after) if (before.get(path) !== text) changes.set(path, text);
  const added = now.ledger
    .slice(read.ledger.length)
    .map((line) => publicLine(now.recorded?.(line) ?? line, now.model));
  for (const [path, text] of appendToLedger(before, added)) changes.set(path, text);
  return { changes, hidden };
}

export function applyChanges(
  before: ContentFiles,
  changes: ReadonlyMap<string, string | null>,
): ContentFiles {
  const after = new Map(before);
  for (const [path, text] of changes) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return after;
}

/** The last check before writing. If it fails, something wasn't limited earlier, which is a bug. */
export function assertReadable(files: ContentFiles): void {
  let letters = 0;
  for (const [path, text] of files) {
    letters += text.length;
    // A letter takes at most three bytes.
    if (text.length * 3 <= BOUNDS.file.written || utf8Length(text) <= BOUNDS.file.written) continue;
    throw tooLarge(`${path} would have more than ${BOUNDS.file.written} bytes`);
  }
  if (files.size > BOUNDS.files.written) throw tooLarge(`it would have ${files.size} files`);
  if (letters > BOUNDS.content.written / 3) throw tooLarge(`all its files would have ${letters} letters`);
}

function tooLarge(why: string): Error {
  return new CodedError('too-large', `The game can’t be written so that it can be read again: ${why}.`, {
    next: 'Nothing was written. A new dynasty archives the one that is running.',
  });
}

function prefixed(folder: string, files: ReadonlyMap<string, string>): (readonly [string, string])[] {
  return [...files].map(([path, text]) => [`${folder}${path}`, text] as const);
}

function gamestateFiles(before: ContentFiles, state: State, memo?: Memo): (readonly [string, string])[] {
  const file = (path: string, fields: Fields): readonly [string, string] => {
    const full = `${GAMESTATE}${path}.md`;
    return [full, writeTracked(full, before.get(full) ?? null, fields, memo)];
  };
  const group = (folder: string, all: Record<string, Fields>): (readonly [string, string])[] => {
    const names = fileNamesOf(Object.keys(all));
    return Object.entries(all).map(([id, fields]) => file(`${folder}/${names.get(id) ?? id}`, fields));
  };
  const collections = fileNamesOf(Object.keys(state.things));
  return [
    file('game', state.game),
    // If the rules know no dynasties, a game has no file for one, but an existing file stays.
    ...(Object.keys(state.dynasty).length > 0 || before.has(`${GAMESTATE}dynasty.md`)
      ? [file('dynasty', state.dynasty)]
      : []),
    ...group('players', state.players),
    ...Object.entries(state.things).flatMap(([id, all]) => group(collections.get(id) ?? id, all)),
  ];
}

/** `game.yml` contains the game's terms, which an ascension may change. */
function gameFile(before: ContentFiles, { terms, model }: GameNow, old: Terms): string | null {
  const text = before.get(GAME_FILE);
  if (text === undefined || JSON.stringify(terms) === JSON.stringify(old)) return null;
  return writeYamlKeys(text, { terms: termsKnown(terms, model) });
}
