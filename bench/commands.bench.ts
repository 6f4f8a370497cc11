// The commands that people type, on the sample game, in processor time, compared with starting Node: vote, comment, roll,
// why, lint, and propose with its rehearsal. Each runs several times, and the game keeps what earlier commands left.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { median, report } from './measure.ts';

const RUNS = 5;
const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'bin/gitnomic.mjs');
const tellTime = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1000)); });",
)}`;

/** Processor milliseconds of a process and its threads. */
function cpuOf(words: readonly string[]): { readonly ms: number; readonly said: string } {
  const { status, stdout, output, stderr } = spawnSync(process.execPath, ['--import', tellTime, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return { ms: Number(output[3]), said: stdout };
}

const folder = mkdtempSync(join(tmpdir(), 'commands-'));
try {
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
  const run = (...words: string[]): ReturnType<typeof cpuOf> => cpuOf([main, ...words, '--game', folder]);
  run('doctor', 'recover', '--forge', '--yes');
  const { roster, queue } = JSON.parse(run('status', '--json').said) as {
    readonly roster: readonly { readonly id: string; readonly state: string }[];
    readonly queue: readonly { readonly id: string }[];
  };
  const players = roster.filter(({ state }) => state === 'active').map(({ id }) => id);
  const matter = queue.at(-1)?.id;
  if (matter === undefined || players.length < RUNS) throw new Error('the sample has nothing pending');
  const player = (n: number): string => players[n % players.length] ?? '';

  const commands: readonly (readonly [string, number, (n: number) => readonly string[]])[] = [
    ['vote', 500, (n) => ['vote', n % 2 === 0 ? 'for' : 'against', matter, '--as', player(n)]],
    ['comment', 500, (n) => ['comment', matter, `The ${n}. word on it.`, '--as', player(n)]],
    ['roll', 500, (n) => ['roll', 'DICE6', '--as', player(n)]],
    ['why', 500, () => ['why', matter]],
    ['lint', 1500, () => ['lint']],
    [
      'propose',
      1500,
      (n) => ['propose', '--as', player(n), '--add-rule', `Manners ${n}`, '--text', 'Everybody says please.'],
    ],
  ];
  const start = median(Array.from({ length: RUNS }, () => cpuOf(['-e', '0']).ms));
  for (const [bench, barCpuMs, words] of commands) {
    run(...words(0));
    const cpuMs = median(Array.from({ length: RUNS }, (_, n) => run(...words(n + 1)).ms));
    report({ bench, cpuMs, barCpuMs, peer: 'node -e 0', peerMs: start, ratio: cpuMs / start });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
