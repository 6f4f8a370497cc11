import { existsSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { ENGINE_FOLDER } from '../../host/game.ts';

/** Changes often come in groups. */
const SETTLED_MS = 300;
/** Folders with generated files, which would trigger themselves forever. */
const MADE = new Set(['site', 'cache', 'writing']);

export interface Following {
  close(): void;
}

/** Calls `changed` once for each group of changes, and never concurrently. */
export function followChanges(home: string, changed: () => Promise<void>): Following {
  let wanted = false;
  let running = false;
  let closed = false;
  const goesOn = (): boolean => wanted && !closed;
  const again = async (): Promise<void> => {
    running = true;
    while (goesOn()) {
      await setTimeout(SETTLED_MS);
      wanted = false;
      await changed();
    }
    running = false;
  };
  const note = (path: string | null): void => {
    if (closed || MADE.has(path?.split(sep)[0] ?? '')) return;
    wanted = true;
    if (!running) void again();
  };
  const watchers = ['content', ENGINE_FOLDER]
    .map((name) => join(home, name))
    .filter((path) => existsSync(path))
    .map((path) => watch(path, { recursive: true }, (_, file) => note(file)));
  return {
    close() {
      closed = true;
      for (const watcher of watchers) watcher.close();
    },
  };
}
