import { getPriority, setPriority } from 'node:os';

const LOW_PRIORITY = 5;

/**
 * From now on this thread, and each that it begins, has the processor after those for which somebody waits. Elsewhere
 * than on Linux this would hold for all threads of the process. One that is behind others already stays where it is:
 * nobody but root may bring it forward again.
 */
export function stayBehindOthers(): void {
  if (process.platform === 'linux' && getPriority() < LOW_PRIORITY) setPriority(LOW_PRIORITY);
}
