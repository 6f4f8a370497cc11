import { execFile, spawn, type ExecFileException } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { putFile } from './files.ts';

export interface Program {
  write(text: string): void;
  /** The program's output, as it arrives. */
  readonly output: AsyncIterable<Uint8Array>;
  onOutput(hear: (chunk: Uint8Array) => void): void;
  /** Calls `hear` once the program has ended, or with an error if it couldn't be started. */
  onEnd(hear: (error: Error | null) => void): void;
  /** Ends the program's input. */
  close(): void;
  kill(): void;
  /** Sets whether this process stays alive for it. */
  hold(holds: boolean): void;
}

export interface Starting {
  /** The program sees no other variables of the environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Shows the program's error output instead of dropping it. */
  readonly showsErrors?: boolean;
}

export function startProgram(
  command: string,
  words: readonly string[],
  { environment, showsErrors = false }: Starting = {},
): Program {
  const child = spawn(command, words, {
    stdio: ['pipe', 'pipe', showsErrors ? 'inherit' : 'pipe'],
    ...(environment === undefined ? {} : { env: environment }),
  });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null) throw new Error(`${command} has no input or output`);
  stderr?.resume();
  return {
    output: stdout,
    write: (text) => void stdin.write(text),
    onOutput: (hear) => void stdout.on('data', hear),
    onEnd(hear) {
      child.on('error', hear);
      child.on('close', () => hear(null));
      stdin.on('error', hear);
    },
    close: () => void stdin.end(),
    kill: () => void child.kill(),
    hold(holds) {
      for (const one of [child, stdin as Socket, stdout as Socket, stderr as Socket | null])
        if (holds) one?.ref();
        else one?.unref();
    },
  };
}

/** A program's output and exit code. The code is null if it was stopped or couldn't be started. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

const MOST_PRINTED = 16 * 1024 * 1024;

/** Runs a script of Node in a new folder with these files, and removes the folder afterwards. */
export async function runInFolder(
  files: readonly (readonly [path: string, text: string])[],
  script: string,
  wordsFor: (folder: string) => readonly string[],
): Promise<Ran & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'gitnomic-types-'));
  try {
    for (const [path, text] of files) putFile(join(folder, path), text, { durable: false });
    return { folder, ...(await ran([script, ...wordsFor(folder)], folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ran(words: readonly string[], cwd: string): Promise<Ran> {
  try {
    const options = { cwd, maxBuffer: MOST_PRINTED };
    return { ...(await promisify(execFile)(process.execPath, words, options)), status: 0 };
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      code,
      signal,
    } = error as Omit<ExecFileException, 'stdout' | 'stderr'> & Partial<Ran>;
    const isWhole = typeof code === 'number' && (signal ?? null) === null;
    return { stdout, stderr: stderr || (error as Error).message, status: isWhole ? code : null };
  }
}
