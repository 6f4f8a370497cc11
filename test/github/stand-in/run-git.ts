import { fork, type ChildProcess } from 'node:child_process';

import type { GitSaid, GitWish } from './git-process.ts';

const waiting = new Map<number, (output: Uint8Array) => void>();
let starter: ChildProcess | null = null;
let last = 0;

/** What Git writes when it is run with these words and this input. */
export function runGit(wish: Omit<GitWish, 'n'>): Promise<Uint8Array> {
  const process = (starter ??= start());
  last += 1;
  const n = last;
  return new Promise((resolve) => {
    waiting.set(n, resolve);
    process.send({ n, ...wish } satisfies GitWish);
  });
}

function start(): ChildProcess {
  const child = fork(new URL('./git-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
  });
  child.on('message', ({ n, output }: GitSaid) => {
    waiting.get(n)?.(output);
    waiting.delete(n);
  });
  // Whoever waits for an answer of the stand-in keeps this process alive; the starter alone does not.
  child.unref();
  child.channel?.unref();
  return child;
}
