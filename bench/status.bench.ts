// `gitnomic status` on a game of 50 players, compared with `node -e 0` and then `git log -1` in the same
// repository; and `gitnomic help`, which looks at no game, compared with `node -e 0` alone.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readLibrary } from '../src/store/library.ts';
import { beginLocalGame } from '../src/host/embedded/begin.ts';
import { compareRuns, report } from './measure.ts';

const PLAYERS = 50;
const MATTERS = 6;
const ROUNDS = 9;
const main = fileURLToPath(new URL('../bin/gitnomic.mjs', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'status-'));
try {
  await beginLocalGame(folder, readLibrary(), {
    name: 'Fifty',
    core: '2021',
    dynasty: 'crypt',
    players: Array.from({ length: PLAYERS }, (_, i) => ({
      id: `p${i}`,
      name: `P ${i}`,
      admin: i === 0,
      emperor: i === 0,
    })),
  });
  const gitnomic = (...words: string[]): string =>
    execFileSync(process.execPath, [main, ...words, '--game', folder], { encoding: 'utf8' });
  for (let i = 1; i <= MATTERS; i++)
    gitnomic('propose', '--as', `p${i}`, '--add-rule', `Manners ${i}`, '--text', 'Everybody says please.');
  for (let i = 1; i <= MATTERS; i++) gitnomic('vote', 'for', String(i), '--as', `p${10 + i}`);
  const shown = gitnomic('status');
  if (!shown.includes('P 49') || !shown.includes(`Manners ${MATTERS}`))
    throw new Error(`that is no status of this game:\n${shown}`);

  const repository = join(folder, '.gitnomic/forge/repository.git');
  const compare = async (bench: string, bar: number, ours: () => unknown): Promise<void> => {
    const compared = await compareRuns(
      ours,
      () => {
        spawnSync(process.execPath, ['-e', '0']);
        execFileSync('git', ['log', '-1', 'main'], { cwd: repository });
      },
      ROUNDS,
    );
    const { ours: ms, theirs: peerMs, ratio } = compared;
    report({ bench, ms, peer: 'node -e 0, then git log -1', peerMs, ratio, bar });
  };
  await compare('gitnomic status, 50 players', 20, () => gitnomic('status'));
  const help = await compareRuns(
    () => execFileSync(process.execPath, [main, 'help']),
    () => spawnSync(process.execPath, ['-e', '0']),
    ROUNDS,
  );
  const { ours: ms, theirs: peerMs, ratio } = help;
  report({ bench: 'gitnomic help', ms, peer: 'node -e 0', peerMs, ratio, bar: 1.5 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
