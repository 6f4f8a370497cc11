import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { codeOf, putFile } from '#platform/files.ts';
import type { Finding } from './finding.ts';

const PROBE = new Uint8Array(64 * 1024);

/** Finds full folders by writing to them, since quotas don't show in any other way. */
export function checkRoom(folders: readonly string[]): readonly Finding[] {
  return folders.filter(existsSync).flatMap((path): readonly Finding[] => {
    const probe = join(path, `.room-${process.pid}`);
    try {
      putFile(probe, PROBE);
      rmSync(probe);
      return [];
    } catch (error) {
      if (!['ENOSPC', 'EDQUOT', 'EIO'].includes(codeOf(error))) return [];
      const full = codeOf(error) !== 'EIO';
      return [
        {
          code: full ? 'disk-full' : 'disk-failed',
          level: 'problem',
          what: full
            ? 'The disk with this folder is full, and each move has to be saved there. Nothing that was done before is lost.'
            : 'The disk with this folder reports a failure, and each move has to be saved there.',
          where: path,
          next: full
            ? 'Make room on it, then do again what could not be done.'
            : 'Copy the whole folder to a disk that works, and go on there.',
        },
      ];
    }
  });
}
