import { existsSync, globSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { draftOwner, isDraft } from '#platform/files.ts';
import type { Finding } from './finding.ts';

const HOUR_MS = 3_600_000;
/** Folders in which a command works for a while, and the copies of earlier engines. */
const WORKED_IN = /^(?:\.unfinished-\w{6}|gitnomic-(?:git|backup|types|forge|smoke)-\w{6}|forge\.new)$/u;
const SECRETS = '{,.gitnomic/}{private,links.json}';

/** Finds what killed commands left in these folders, each with a fix that removes it. No command removes such things by itself at once. */
export function findKilled(folders: readonly string[]): readonly Finding[] {
  return [...new Set(folders)].filter(existsSync).flatMap((folder) =>
    namesIn(folder)
      .map((name) => ({ name, path: join(folder, name) }))
      .filter(({ name, path }) =>
        isDraft(name) ? !isAlive(draftOwner(name)) : WORKED_IN.test(name) && isOld(path),
      )
      .map(({ path }): Finding => {
        const holds = globSync(SECRETS, { cwd: path }).length > 0 ? ' It holds secrets of a game.' : '';
        return {
          code: 'killed-command',
          level: 'note',
          what: `A command that was killed left this behind.${holds}`,
          where: path,
          next: '`gitnomic doctor --fix` removes it.',
          fix: {
            does: `remove ${path}`,
            run: async () => Promise.resolve(rmSync(path, { recursive: true, force: true })),
          },
        };
      }),
  );
}

/** A folder of others is not ours to look at. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > HOUR_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
