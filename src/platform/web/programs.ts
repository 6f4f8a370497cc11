import type { Program, Ran, Starting } from '../node/programs.ts';

export type { Program, Ran, Starting };

/** Like a program that isn't installed: its caller hears that it couldn't be started. */
export function startProgram(command: string, _words: readonly string[], _starting: Starting = {}): Program {
  const ignore = (): void => undefined;
  return {
    output: (async function* none() {})(),
    onEnd: (hear) => queueMicrotask(() => hear(new Error(`A browser starts no program such as ${command}.`))),
    onOutput: ignore,
    write: ignore,
    close: ignore,
    kill: ignore,
    hold: ignore,
  };
}

export async function runInFolder(
  _files: readonly (readonly [path: string, text: string])[],
  script: string,
  _wordsFor: (folder: string) => readonly string[],
): Promise<Ran & { readonly folder: string }> {
  throw new Error(`A browser starts no program such as ${script}.`);
}
