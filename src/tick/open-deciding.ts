import { Deciding } from '../decide/deciding.ts';
import type { Decision } from '../decide/decision.ts';
import type { Situation } from '../decide/situation.ts';
import { AbortedCalls } from '../play/aborted-calls.ts';
import { UnplayableError } from '../play/unplayable-error.ts';
import { rehearsalIn, rehearseRules } from '../rehearse/rehearse-rules.ts';
import { showedPath, shownAtEnd, writeShowed } from '../store/dynasties/shown-at-end.ts';
import { openGame, type OpenGame, type StoredGameOptions } from '../store/open-game.ts';
import type { Position } from '../decide/position.ts';
import { buildOfEngine } from '../sandbox/made-ahead.ts';

/** Opens the game for one or more decisions in a row. */
export async function openDeciding(situation: Situation): Promise<Deciding> {
  const { files, runner } = situation;
  const rehearse = runner === undefined ? rehearseRules : rehearsalIn(runner);
  const open = await openGame(files, { ...situation, rehearse });
  return inOpenGame(open, () => new Deciding(situation, open));
}

/**
 * The same; null if the engine or a bound failed meanwhile. Then it should be opened again, in a new sandbox.
 * There is no step to refuse, so a second failure ends the tick.
 */
export async function openOrNull(situation: Situation, aborted: AbortedCalls): Promise<Deciding | null> {
  aborted.begin('open the game');
  try {
    return await openDeciding({ ...situation, aborted });
  } catch (error) {
    if (error instanceof UnplayableError || !aborted.note(error)) throw error;
    return null;
  }
}

/** Releases an opened game that can't be continued. */
export function inOpenGame<T>({ play }: Pick<OpenGame, 'play'>, run: () => T): T {
  try {
    return run();
  } catch (error) {
    play.dispose();
    throw error;
  }
}

/** Decides as data, without writing. The same situation gives the same decision. */
export async function decide(situation: Situation): Promise<Decision> {
  const { deciding, done } = await withDeciding(situation, (open) => open.decide(situation));
  try {
    return await withWhatItShowed(done, situation);
  } finally {
    deciding.dispose();
  }
}

/** Takes in all events and resolves nothing, for display. */
export async function openPosition(situation: Situation): Promise<Position> {
  const { deciding } = await withDeciding(situation, (open) => open.takeIn(situation));
  return deciding.position;
}

/** Tracks steps that a tick could not finish, with the build if the engine is at fault. */
export function newAbortedCalls(engine: () => string = buildOfEngine): AbortedCalls {
  return new AbortedCalls({ engine });
}

/** A second try uses nothing that this process has cached. */
export function apart(situation: Situation): Situation {
  const { opened: _opened, ...rest } = situation;
  return { ...rest, caches: undefined };
}

/** Opens the game and runs something in it, and starts over while it ends without a usable sandbox. */
export async function withDeciding<T>(
  situation: Situation,
  run: (deciding: Deciding) => T,
): Promise<{ readonly deciding: Deciding; readonly done: T }> {
  const aborted = situation.aborted ?? newAbortedCalls();
  for (;;) {
    const deciding = await openOrNull(aborted.count === 0 ? situation : apart(situation), aborted);
    if (deciding === null) continue;
    try {
      return { deciding, done: run(deciding) };
    } catch (error) {
      deciding.dispose();
      if (!aborted.note(error, deciding.diceBefore(error))) throw error;
    }
  }
}

/** A commit that ends a dynasty also stores how it looked at its end. */
export async function withWhatItShowed(
  decision: Decision,
  options: Pick<StoredGameOptions, 'patienceMs' | 'caches' | 'privacy'>,
): Promise<Decision> {
  const { over, commits } = decision;
  const last = commits.at(-1);
  const showed = over === null ? null : await shownAtEnd(over, options);
  if (over === null || showed === null || last === undefined) return decision;
  const changes = new Map([...last.changes, [showedPath(over.number), writeShowed(showed)]]);
  return { ...decision, commits: [...commits.slice(0, -1), { ...last, changes }] };
}
