import type { MatterChange } from '../kernel/state.ts';
import type { Explorer, TriedMove, Way } from './moves.ts';

const WAITS_BACK = [0, 25, 181];

/** A way in which people might still change a rule. */
export interface Probe {
  readonly before: readonly TriedMove[];
  /** The people who try to post the matter. The first permitted one does. */
  readonly authors: readonly string[];
  readonly way: Way;
  readonly change: MatterChange;
}

/** Everybody's matters, now and later. */
export function probesFor({ task, people }: Explorer): Probe[] {
  return WAITS_BACK.filter((hours) => hours < task.hours).flatMap((hours) =>
    people.flatMap((by) =>
      task.ways.flatMap((way) =>
        task.changes.slice(0, 2).map((change): Probe => ({
          before: hours === 0 ? [] : [{ do: 'wait', hours }],
          authors: [by],
          way,
          change,
        })),
      ),
    ),
  );
}

/** True if this changes a rule. The game is left unchanged. */
export function isChangedBy(explorer: Explorer, { before, authors, way, change }: Probe): boolean {
  const { mark } = explorer;
  let waited = 0;
  for (const move of before) {
    explorer.play(move);
    if (move.do === 'wait') waited += move.hours;
  }
  const isChanged = explorer.changes(authors, way, change, explorer.task.hours - waited);
  explorer.goBack(mark);
  return isChanged;
}
