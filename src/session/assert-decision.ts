import { BrokenError } from './play/unplayable-error.ts';
import type { LedgerLine } from '../store/ledger-line.ts';
import type { State } from '../kernel/state.ts';
import { dig, sameValue } from '../kernel/values.ts';
import { areSameFiles, type ContentFiles } from '../store/paths.ts';
import { readGame, type GameRead } from '../store/read-game.ts';
import { assertReadable } from '../store/write-game.ts';

/** A larger decision is not checked further. */
const MOST_CHECKED = 1_000;
const TRACKED: ReadonlySet<string> = new Set(['game', 'dynasty', 'players', 'things']);

/**
 * Reads the decision back as the next tick will, and compares it with the added lines as everybody may read them. The
 * ledger of a dynasty starts with the line that opens it.
 */
export function readBack(
  files: ContentFiles,
  before: GameRead,
  added: readonly LedgerLine[],
  state: State,
): GameRead {
  assertReadable(files);
  const read = readGame(files, before.memo);
  assertDecision(before, read, added, state);
  // Caches know rules by their map.
  return areSameFiles(read.ruleset, before.ruleset) ? { ...read, ruleset: before.ruleset } : read;
}

/**
 * Checks every decision before it is handed on: its lines continue the ledger, its files can be read again, and they
 * contain what the rules left. The cost grows with the decision only.
 */
export function assertDecision(
  before: Pick<GameRead, 'ledger'>,
  read: Pick<GameRead, 'ledger' | 'state' | 'problems'>,
  added: readonly LedgerLine[],
  state: State,
): void {
  const [problem] = read.problems;
  if (problem !== undefined)
    throw new BrokenError(`the decision can’t be read back: ${problem.file}: ${problem.message}`);
  const first = (before.ledger.at(-1) ?? { n: (added[0]?.n ?? 0) - 1 }).n + 1;
  for (const [index, { n, by, what }] of added.entries())
    if (n !== first + index || read.ledger.at(index - added.length)?.n !== n)
      throw new BrokenError(`line ${n} of the ledger (${by}: ${what}) is out of place`);
  const changed = added.flatMap(({ n, changes }) => changes.map(({ path }) => ({ n, path })));
  for (const { n, path } of changed.slice(0, MOST_CHECKED)) {
    if (!TRACKED.has(path[0] ?? '')) continue;
    if (!sameValue(dig(read.state, path) ?? missing(path), dig(state, path) ?? missing(path)))
      throw new BrokenError(`${path.join('.')} of line ${n} would be read back differently`, n);
  }
}

/** An empty collection has no file. */
function missing(path: readonly string[]): unknown {
  return path[0] === 'things' && path.length === 2 ? {} : null;
}
