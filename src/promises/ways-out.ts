import { EVERYBODY, type Explorer, type Probe } from './moves.ts';

const WAITS_BACK = [0, 25, 181];

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

/** The same way out, with the first move by each of the people who can make it now. */
export function byAnybody(
  { kernel, people, now }: Explorer,
  { before: [first, ...others], ...probe }: Probe,
): readonly Probe[] {
  if (first?.do !== 'act' || first.by === EVERYBODY) return [];
  const { action, with: given } = first;
  const refusals = kernel.refusalsOf(people.map((by) => ({ type: 'act', at: now, by, action, with: given })));
  return people.flatMap((by, place) =>
    (refusals[place]?.code ?? 'chance') === 'chance'
      ? [{ ...probe, before: [{ ...first, by }, ...others] }]
      : [],
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
