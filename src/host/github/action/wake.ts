import type { ActionEnvironment } from './environment.ts';

const minuteMs = 60_000;
/** A job that waits ends after an hour. */
const MOST_MINUTES = 50;
export const USUAL_MINUTES = 45;

/** The number of minutes for which a run may wait. A game that is checked rarely saves minutes, so no run waits unless that is set. */
function waitOf({
  GITNOMIC_WAIT: said,
  GITNOMIC_EVERY: every = '10',
}: Pick<ActionEnvironment, Setting>): number {
  const usual = every === '10' ? USUAL_MINUTES : 0;
  return Math.min(said ?? usual, MOST_MINUTES);
}
type Setting = 'GITNOMIC_WAIT' | 'GITNOMIC_EVERY';

/** When a waiting run looks again; null if that is too far off or runs don't wait. */
export function wakeAt(
  due: string | null,
  now: string,
  settings: Pick<ActionEnvironment, Setting>,
): string | null {
  if (due === null) return null;
  const rest = Date.parse(due) - Date.parse(now);
  return rest > 0 && rest <= waitOf(settings) * minuteMs ? due : null;
}
