import { parentPort, workerData } from 'node:worker_threads';

import { LIMIT, type SharedTime, START } from './protocol.ts';

// A thread of its own, since a test that never ends lets nothing else run in its own. It looks at the processor's time, not at the clock:
// a busy machine makes nothing fail.
const { times, wake } = workerData as SharedTime;
parentPort?.unref();
const parent = process.ppid;
for (;;) {
  Atomics.wait(wake, 0, 0, 50);
  const { user, system } = process.cpuUsage();
  const limit = times[LIMIT] ?? 0;
  if (limit > 0 && (user + system) / 1000 - (times[START] ?? 0) > limit) process.kill(process.pid, 'SIGTERM');
  // Who asked is gone, and a test that never ends would not notice.
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}
