// Tries matters of a game while another thread serves it.
import { parentPort, type MessagePort } from 'node:worker_threads';

import { Caches } from '../../cache/caches.ts';
import { findHome } from '../../host/host.ts';
import { hosts } from '../../host/registry.ts';
import { tryNext } from '../../rehearse/trials.ts';
import { stayBehindOthers } from '#platform/stay-behind.ts';

interface Asked {
  readonly folder: string;
  /** The time by the machine. */
  readonly now: string;
  /** The main thread's engine version. */
  readonly engine: string | null;
}

function listen(port: MessagePort): void {
  let caches: Caches | null = null;
  let running = Promise.resolve();
  const tryAll = async ({ folder, now, engine }: Asked): Promise<void> => {
    caches ??= new Caches(engine);
    const home = findHome(hosts, folder, true)?.home;
    const game = await home?.open(folder, { now, caches });
    if (game?.trials === undefined) return;
    while (await tryNext(game.trials, game)) port.postMessage({ tried: true });
  };
  port.on('message', (asked: Asked) => {
    running = running
      .then(() => tryAll(asked))
      .catch((error: unknown) => port.postMessage({ warning: String(error) }))
      .then(() => port.postMessage({ done: true }));
  });
}

if (parentPort !== null) {
  // Nobody waits for a trial as they do for a page.
  stayBehindOthers();
  listen(parentPort);
}
