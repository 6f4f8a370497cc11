import { GameSession } from '../session/session.ts';
import type { Decision } from '../session/position/decision.ts';
import type { Situation } from '../session/position/situation.ts';
import { AbortedCalls } from '../session/play/aborted-calls.ts';
import { UnplayableError } from '../session/play/unplayable-error.ts';
import { rehearsalIn, rehearseRules } from '../rehearse/rehearse-rules.ts';
import { showedPath, shownAtEnd, writeShowed } from '../session/ask/shown-at-end.ts';
import { openGame, type StoredGameOptions } from '../session/play/open-game.ts';
import type { Position } from '../session/position/position.ts';
import { buildOfEngine } from '../sandbox/made-ahead.ts';

/** Opens the game for one or more decisions in a row. */
export async function startSession(situation: Situation): Promise<GameSession> {
  const { files, runner } = situation;
  const rehearse = runner === undefined ? rehearseRules : rehearsalIn(runner);
  const open = await openGame(files, { ...situation, rehearse });
  try {
    return new GameSession(situation, open);
  } catch (error) {
    open.play.dispose();
    throw error;
  }
}

/**
 * The same; null if the engine or a bound failed meanwhile. Then it should be opened again, in a new sandbox.
 * There is no step to refuse, so a second failure ends the tick.
 */
export async function startOrNull(situation: Situation, aborted: AbortedCalls): Promise<GameSession | null> {
  aborted.begin('open the game');
  try {
    return await startSession({ ...situation, aborted });
  } catch (error) {
    if (error instanceof UnplayableError || !aborted.note(error)) throw error;
    return null;
  }
}

/** Decides as data, without writing. The same situation gives the same decision. */
export async function decide(situation: Situation): Promise<Decision> {
  const { session, done } = await withSession(situation, (open) => open.decide(situation));
  try {
    return await withWhatItShowed(done, situation);
  } finally {
    session.dispose();
  }
}

/** Takes in all events and resolves nothing, for display. */
export async function openPosition(situation: Situation): Promise<Position> {
  const { session } = await withSession(situation, (open) => open.takeIn(situation));
  return session.position;
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
export async function withSession<T>(
  situation: Situation,
  run: (session: GameSession) => T,
): Promise<{ readonly session: GameSession; readonly done: T }> {
  const aborted = situation.aborted ?? newAbortedCalls();
  for (;;) {
    const session = await startOrNull(aborted.count === 0 ? situation : apart(situation), aborted);
    if (session === null) continue;
    try {
      return { session, done: run(session) };
    } catch (error) {
      session.dispose();
      if (!aborted.note(error, session.diceBefore(error))) throw error;
    }
  }
}

/** A commit that ends a dynasty also stores how it looked at its end. */
export async function withWhatItShowed(
  decision: Decision,
  options: Pick<StoredGameOptions, 'patienceMs' | 'caches'>,
): Promise<Decision> {
  const { over, commits } = decision;
  const last = commits.at(-1);
  const showed = over === null ? null : await shownAtEnd(over, options);
  if (over === null || showed === null || last === undefined) return decision;
  const changes = new Map([...last.changes, [showedPath(over.number), writeShowed(showed)]]);
  return { ...decision, commits: [...commits.slice(0, -1), { ...last, changes }] };
}
