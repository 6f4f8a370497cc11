import type { Program, Ran, Starting } from '../node/programs.ts';

export type { Program, Ran, Starting };

export function startProgram(command: string, _words: readonly string[], _starting: Starting = {}): Program {
  throw new Error(`A browser starts no program such as ${command}.`);
}

export async function runInFolder(
  _files: readonly (readonly [path: string, text: string])[],
  script: string,
  _wordsFor: (folder: string) => readonly string[],
): Promise<Ran & { readonly folder: string }> {
  throw new Error(`A browser starts no program such as ${script}.`);
}
