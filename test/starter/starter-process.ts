import { execFile } from 'node:child_process';

import type { Said, Wish } from './start-small.ts';

const running = new Map<number, ReturnType<typeof execFile>>();

// A process that does nothing but start others, and gives on what they say.
process.on('message', (wish: Wish) => {
  if (wish.type === 'input') running.get(wish.n)?.stdin?.write(wish.bytes);
  else if (wish.type === 'end') running.get(wish.n)?.stdin?.end();
  else start(wish);
});

function start({ n, file, words, options }: Extract<Wish, { type: 'start' }>): void {
  const child = execFile(file, words, { ...options, encoding: 'buffer' }, (error, stdout, stderr) => {
    running.delete(n);
    const failure = error === null ? null : { ...error, message: error.message };
    process.send?.({ n, failure, stdout, stderr } satisfies Said);
  });
  child.stdin?.on('error', () => undefined);
  running.set(n, child);
}
