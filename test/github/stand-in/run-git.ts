import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface GitWish {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: Uint8Array;
}

/** What Git writes when it is run with these words and this input, however it ends. */
export async function runGit({ words, env, input }: GitWish): Promise<Uint8Array> {
  const options = {
    env: { ...env, PATH: process.env['PATH'] },
    encoding: 'buffer',
    maxBuffer: Infinity,
  } as const;
  const asked = run('git', words, options);
  asked.child.stdin?.on('error', () => undefined).end(input);
  const { stdout } = await asked.catch((error: { stdout: Buffer }) => error);
  return stdout;
}
