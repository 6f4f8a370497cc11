import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** What Git is asked for, and by which number. */
export interface GitWish {
  readonly n: number;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: Uint8Array;
}

export interface GitSaid {
  readonly n: number;
  readonly output: Uint8Array;
}

// A process that does nothing but start Git: one with tests in it is a hundred times its size, and is copied at each start.
process.on('message', (wish: GitWish) => void run(wish));

async function run({ n, words, env, input }: GitWish): Promise<void> {
  const child = spawn('git', words, { env: { ...env, PATH: process.env['PATH'] } });
  child.stdin.on('error', () => undefined).end(input);
  const output = await buffer(child.stdout);
  process.send?.({ n, output } satisfies GitSaid);
}
