import { activePlayers } from '../kernel/promises.ts';
import { whyNotPlayer } from '../kernel/sets.ts';
import { toPerson } from '../kernel/world.ts';
import type { Explorer, Task, TriedMove } from './moves.ts';

/** How a state breaks a promise. */
export interface Breach {
  /** Further moves that it takes. */
  readonly moves: readonly TriedMove[];
  readonly why: string;
}

const WHY: Readonly<Record<string, string>> = {
  'stays-resolved': 'a matter has changed that was resolved before',
  'one-vote': 'more votes have been counted than people have voted',
  'half-in-favour': 'more votes were against it than in favour',
};
/** The hours for which somebody stays away, and those after which they try to come back. */
const LATER = [0, 366 * 24];
const WAITS = [0, 97, 600];
/** The most people who try. */
const MOST_BACK = 1;

/** How the last move broke a promise other than that rules can be changed. Null if it didn't. */
export function breachNow(explorer: Explorer): Breach | null {
  const { task, broken } = explorer;
  if (task.kind === 'can-return') return whoIsKeptOut(explorer);
  return broken === null ? null : { moves: [], why: WHY[task.kind] ?? '' };
}

/** How the last move, or one more, breaks such a promise. Null if none is known. */
export function breachIn(explorer: Explorer): Breach | null {
  const { task, mark } = explorer;
  const now = breachNow(explorer);
  if (now !== null || task.kind === 'can-return') return now;
  for (const move of lastMoves(explorer)) {
    const isBroken = explorer.play(move) && explorer.broken !== null;
    explorer.goBack(mark);
    if (isBroken) return { moves: [move], why: WHY[task.kind] ?? '' };
  }
  return null;
}

/** The moves that are tried in every state. */
function lastMoves({ task: { kind, ways }, people, kernel }: Explorer): readonly TriedMove[] {
  if (kind === 'stays-resolved') return people.map((by) => ({ do: 'alter', by }));
  if (kind === 'one-vote') return ways.map((way) => ({ do: 'enact', way }));
  const fewer = Math.floor((activePlayers(kernel.runtime, null).length - 1) / 2);
  return ways.flatMap((way) =>
    [...new Set([1, fewer])].map((inFavour): TriedMove => ({ do: 'enact', way, inFavour })),
  );
}

/** Whether somebody isn't active any more since the last move, and nothing that people do soon or later brings them back in time. */
function whoIsKeptOut(explorer: Explorer): Breach | null {
  const { kernel, mark, idled } = explorer;
  for (const id of idled.slice(0, MOST_BACK))
    for (const hours of LATER) {
      const moves: readonly TriedMove[] = hours === 0 ? [] : [{ do: 'wait', hours }];
      for (const move of moves) explorer.play(move);
      const person = toPerson(kernel.runtime, id);
      const why = person === null ? null : whyNotPlayer(kernel.runtime, person, null);
      const isOut = why !== null && !WAITS.some((wait) => isBackAfter(explorer, id, wait));
      explorer.goBack(mark);
      if (isOut) return { moves, why };
    }
  return null;
}

/** Whether somebody is active again if they ask for it in some way, and somebody then helps. */
function isBackAfter(explorer: Explorer, id: string, hours: number): boolean {
  const { mark, task, kernel } = explorer;
  if (hours > task.hours) return false;
  if (hours > 0) explorer.play({ do: 'wait', hours });
  const isActive = (): boolean => activePlayers(kernel.runtime, null).includes(id);
  const isBackBy = (moves: readonly TriedMove[], then: () => boolean): boolean =>
    moves.some((move) => {
      const before = explorer.mark;
      const isBack = explorer.play(move) && (isActive() || then());
      explorer.goBack(before);
      return isBack;
    });
  const isHelped = (): boolean => isBackBy(helpFor(explorer, id), () => false);
  const isBack = isActive() || isHelped() || isBackBy(askedBy(explorer, id, task), isHelped);
  explorer.goBack(mark);
  return isBack;
}

/** What somebody can do by themselves: an action without much to say, or a post. */
function askedBy({ kernel }: Explorer, by: string, { words: [words] }: Task): readonly TriedMove[] {
  const { actions, kinds } = kernel.runtime.model;
  const acts = [...actions].flatMap(([action, { definition }]): TriedMove[] =>
    Object.keys(definition.with ?? {}).length === 0 ? [{ do: 'act', by, action, with: {} }] : [],
  );
  const posts = [...kinds].flatMap(([kind, { definition }]): TriedMove[] =>
    definition.votable === true || definition.engineOnly === true
      ? []
      : [{ do: 'post', by, kind, title: words?.title ?? 'Next' }],
  );
  return [...acts, ...posts];
}

/** The actions that name only this person, by the first Admin who plays, or the first player. */
function helpFor({ kernel: { runtime } }: Explorer, id: string): readonly TriedMove[] {
  const active = activePlayers(runtime, null);
  const by = active.find((one) => runtime.store.state.players[one]?.['admin'] === true) ?? active[0];
  return [...runtime.model.actions].flatMap(([action, { definition }]): TriedMove[] => {
    const [param, ...others] = Object.entries(definition.with ?? {});
    if (by === undefined || param === undefined || others.length > 0) return [];
    if (!['player', 'text'].includes(param[1].kind)) return [];
    return [{ do: 'act', by, action, with: { [param[0]]: id } }];
  });
}
