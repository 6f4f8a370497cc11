import { activePlayers, whyInactive } from '../kernel/promises.ts';
import type { Explorer, Task, TriedMove } from './moves.ts';

/** How a state breaks a promise, perhaps after one more move. */
interface Breach {
  readonly moves: readonly TriedMove[];
  readonly why: string;
}

const WHY: Readonly<Record<string, string>> = {
  'stays-resolved': 'a matter has changed that was resolved before',
  'one-vote': 'more votes have been counted than people have voted',
  'half-in-favour': 'more votes were against it than in favour',
};
/** For so long somebody may stay away, and after so many hours they try to come back. */
const AWAY: TriedMove = { do: 'wait', hours: 366 * 24 };
const WAITS = [0, 97, 600];

/** How the last move, or one more, breaks a promise other than that rules can be changed. Null if neither does. */
export function breachIn(explorer: Explorer): Breach | null {
  const { mark } = explorer;
  const lasts = lastMoves(explorer);
  const now = brokenNow(explorer);
  if (now !== null) return { moves: [], why: now };
  for (const move of lasts) {
    const why = explorer.play(move) ? brokenNow(explorer) : null;
    explorer.goBack(mark);
    if (why !== null) return { moves: [move], why };
  }
  return null;
}

/** How the last move broke such a promise. Null if it didn't. */
export function brokenNow(explorer: Explorer): string | null {
  const { task, broken, idled, kernel } = explorer;
  if (task.kind !== 'can-return') return broken === null ? null : (WHY[task.kind] ?? '');
  const [id] = idled;
  const isOut = id !== undefined && !WAITS.some((hours) => isBackAfter(explorer, id, hours));
  explorer.idled = idled;
  return isOut ? whyInactive(kernel.runtime, id, null) : null;
}

/** The moves that are tried in every state. */
function lastMoves({ task: { kind, ways }, people, kernel, idled }: Explorer): readonly TriedMove[] {
  if (kind === 'can-return') return idled.map(() => AWAY).slice(0, 1);
  if (kind === 'stays-resolved') return people.map((by) => ({ do: 'alter', by }));
  if (kind === 'one-vote') return ways.map((way) => ({ do: 'enact', way }));
  const fewer = Math.floor((activePlayers(kernel.runtime, null).length - 1) / 2);
  return ways.flatMap((way) =>
    [...new Set([1, fewer])].map((inFavour): TriedMove => ({ do: 'enact', way, inFavour })),
  );
}

/** Whether somebody is active again if they ask for it in some way, and somebody then helps. */
function isBackAfter(explorer: Explorer, id: string, hours: number): boolean {
  const { mark, task, kernel } = explorer;
  if (hours > task.hours) return false;
  if (hours > 0) explorer.play({ do: 'wait', hours });
  const isActive = (): boolean => whyInactive(kernel.runtime, id, null) === null;
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
