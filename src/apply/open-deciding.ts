import { Deciding } from '../decide/deciding.ts';
import type { Decision } from '../decide/decision.ts';
import type { Situation } from '../decide/situation.ts';
import { Ended } from '../play/ended.ts';
import { rehearsalIn, rehearseRules } from '../rehearse/rehearse-rules.ts';
import { showedPath, shownAtEnd, writeShowed } from '../store/dynasties/shown-at-end.ts';
import { openGame, type OpenGame, type StoredGameOptions } from '../store/open-game.ts';
import type { Position } from '../decide/position.ts';
import { buildOfEngine } from '../sandbox/made-ahead.ts';

/** Opens the game for one decision or several, each on what has happened since the one before. */
export async function openDeciding(situation: Situation): Promise<Deciding> {
  const { files, runner } = situation;
  const rehearse = runner === undefined ? rehearseRules : rehearsalIn(runner);
  const open = await openGame(files, { ...situation, rehearse });
  return inOpenGame(open, () => new Deciding(situation, open));
}

/** A game that was opened is left to the next one where it can't be gone on with. */
export function inOpenGame<T>({ play }: Pick<OpenGame, 'play'>, run: () => T): T {
  try {
    return run();
  } catch (error) {
    play.dispose();
    throw error;
  }
}

/** Decides as data what follows from the events. Nothing is written, and the same situation gives the same decision. */
export async function decide(situation: Situation): Promise<Decision> {
  const { deciding, done } = await withDeciding(situation, (open) => open.go(situation));
  try {
    return await withWhatItShowed(done, situation);
  } finally {
    deciding.dispose();
  }
}

/** The game with everything taken in that happened, and nothing resolved: for whoever wants to look. */
export async function lookInto(situation: Situation): Promise<Position> {
  const { deciding } = await withDeciding(situation, (open) => open.takeIn(situation));
  return deciding.position;
}

/** The steps that a tick could not bring to an end, with the build of the engine that is at fault where it is the engine. */
export function newEnded(engine: () => string = buildOfEngine): Ended {
  return new Ended({ engine });
}

/** To be tried where nothing that this process keeps can play a part: in a thread of its own, in a sandbox that is made of the rules' texts. */
export function apart(situation: Situation): Situation {
  const { opened: _opened, ...rest } = situation;
  return { ...rest, isolated: true, caches: undefined };
}

/** Opens the game and does something in it, anew for as long as something in it leaves no sandbox to go on with. */
export async function withDeciding<T>(
  situation: Situation,
  run: (deciding: Deciding) => T,
): Promise<{ readonly deciding: Deciding; readonly done: T }> {
  const ended = situation.ended ?? newEnded();
  for (;;) {
    const deciding = await openDeciding({ ...(ended.count === 0 ? situation : apart(situation)), ended });
    try {
      return { deciding, done: run(deciding) };
    } catch (error) {
      deciding.dispose();
      if (!ended.note(error, deciding.diceBefore(error))) throw error;
    }
  }
}

/** A commit that ends a dynasty also keeps what it looked like at its end. */
export async function withWhatItShowed(
  decision: Decision,
  options: Pick<StoredGameOptions, 'isolated' | 'patienceMs' | 'caches' | 'privacy'>,
): Promise<Decision> {
  const { over, commits } = decision;
  const last = commits.at(-1);
  const showed = over === null ? null : await shownAtEnd(over, options);
  if (over === null || showed === null || last === undefined) return decision;
  const changes = new Map([...last.changes, [showedPath(over.number), writeShowed(showed)]]);
  return { ...decision, commits: [...commits.slice(0, -1), { ...last, changes }] };
}
