import { getPriority, setPriority } from 'node:os';

const LOW_PRIORITY = 5;

/**
 * Lowers the priority of this thread and those it starts, so that work somebody waits for goes first. On other
 * systems than Linux this would affect the whole process. A lower priority stays, since only root could raise it
 * again.
 */
export function stayBehindOthers(): void {
  if (process.platform === 'linux' && getPriority() < LOW_PRIORITY) setPriority(LOW_PRIORITY);
}
