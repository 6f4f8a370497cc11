import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import { nodeDisk } from '../../../src/repository/node-disk.ts';
import { describeForge } from '../../contract/forge.ts';
import { openMailboxForge } from './mailbox-forge.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-mailbox-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describeForge('a mailbox', async () => {
  const folder = mkdtempSync(join(scratch, 'game-'));
  let now = '2021-06-18T09:00:00Z';
  const another = () => openMailboxForge(nodeDisk(folder), () => now);
  return {
    ...(await another()),
    another,
    setClock: (at) => void (now = at),
    pushByGit: async (branch, commit) => {
      execFileSync('git', ['update-ref', `refs/heads/${branch}`, commit], {
        cwd: join(folder, 'repository.git'),
      });
    },
  };
});
