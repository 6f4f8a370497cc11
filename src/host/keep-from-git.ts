import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Finding } from '../care/doctor/finding.ts';
import { shellWord } from '../language/shell-word.ts';
import { putFile } from '#platform/files.ts';
import { gitIn } from '#platform/run-git.ts';
import { ENGINE_FOLDER } from './game.ts';

/**
 * Makes Git ignore the engine's folder. A game may lie in somebody's repository, where everything is soon committed
 * and pushed, and the folder holds seeds, keys and private values.
 */
export function keepFromGit(folder: string): void {
  const path = join(folder, ENGINE_FOLDER, '.gitignore');
  if (existsSync(path)) return;
  try {
    putFile(path, '*\n', { durable: false });
  } catch {
    // If this folder can't be written, no secret can be written into it either.
  }
}

/** Finds secrets that Git already tracks, for example because they were committed before the folder was ignored. */
export function findSecretsInGit(folder: string): readonly Finding[] {
  const tracked = trackedIn(folder);
  if (tracked.length === 0) return [];
  return [
    {
      code: 'secrets-in-git',
      level: 'problem',
      what: `A Git repository around the game tracks ${tracked.length === 1 ? 'a file' : `${tracked.length} files`} of ${ENGINE_FOLDER}, which holds secrets.`,
      where: join(folder, tracked[0] ?? ''),
      next: `Remove them from the next commit: \`git -C ${shellWord(folder)} rm -r --cached ${ENGINE_FOLDER}\`. Anybody with an earlier commit knows them: publish a new key with \`gitnomic seal keys new --because leaked\`.`,
    },
  ];
}

/** Without Git on this machine, nobody commits here. */
function trackedIn(folder: string): readonly string[] {
  try {
    return gitIn(folder)('ls-files', '-z', '--', ENGINE_FOLDER)
      .split('\0')
      .filter((path) => path !== '');
  } catch {
    return [];
  }
}
