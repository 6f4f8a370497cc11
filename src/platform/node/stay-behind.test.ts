import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';

import { expect, test } from 'vitest';

const SOURCE = new URL('./stay-behind.ts', import.meta.url).href;

/**
 * Returns the priorities in a process of this niceness: of a thread that stays behind, of a thread started by
 * that one, and of the process itself.
 */
function prioritiesAt(niceness: number): unknown {
  const inner = `import { getPriority } from 'node:os'; import { parentPort } from 'node:worker_threads'; parentPort.postMessage([getPriority()]);`;
  const outer = `import { getPriority } from 'node:os'; import { parentPort, Worker } from 'node:worker_threads';
    import { stayBehindOthers } from ${JSON.stringify(SOURCE)};
    stayBehindOthers();
    const own = getPriority();
    new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(inner)}))).on('message', ([its]) => parentPort.postMessage([own, its]));`;
  const main = `import { getPriority } from 'node:os'; import { Worker } from 'node:worker_threads';
    const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(outer)})));
    worker.on('message', (its) => console.log(JSON.stringify([...its, getPriority()])));`;
  const words = [
    '-n',
    String(niceness),
    process.execPath,
    '--no-warnings',
    '--input-type=module',
    '-e',
    main,
  ];
  const { stdout, stderr } = spawnSync('nice', words, { encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

test.runIf(process.platform === 'linux')(
  'a low-priority thread passes its priority to the threads it starts, and never gets a higher one',
  () => {
    // The tests themselves may run at a lower priority.
    const own = getPriority();
    const behind = Math.max(own, 5);
    expect(prioritiesAt(0)).toEqual([behind, behind, own]);
    const far = Math.min(own + 10, 19);
    expect(prioritiesAt(10)).toEqual([far, far, far]);
  },
);
