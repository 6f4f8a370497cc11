import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Seats } from '../src/cli/home/seats.ts';
import { openLocalGame } from '../src/host/embedded/local-game.ts';
import { compiledShell } from '../src/site/render/shell.ts';

const PROGRAM = join(fileURLToPath(new URL('../', import.meta.url)), 'bin', 'gitnomic.mjs');
/** The unit in which Linux counts processor time. */
const TICK_MS = 10;

/** The server of a game at home with this many players, started as people start it, and their links. */
export class BenchServer {
  readonly at: string;
  readonly game: string;
  /** One link for each player. */
  readonly links: readonly string[];
  readonly #root: string;
  readonly #process: ChildProcess;
  #isOver = false;

  private constructor(port: number, root: string, names: readonly string[]) {
    this.at = `http://127.0.0.1:${port}`;
    this.#root = root;
    this.game = join(root, 'game');
    const seats = new Seats(this.game);
    seats.open(
      `${this.at}/`,
      names.map((id) => ({ id, name: id })),
    );
    this.links = seats.links.flatMap(({ who, path }) =>
      typeof who === 'object' && who !== null ? [path ?? ''] : [],
    );
    const words = ['start', '--game', this.game, '--host', '127.0.0.1', '--port', String(port)];
    this.#process = spawn(process.execPath, [PROGRAM, ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: process.env['BENCH_NODE'] ?? '' },
    });
    this.#process.once('close', (code, signal) => this.#fall(code ?? signal));
  }

  /** Starts a game with `before` earlier posts. */
  static async start(port: number, people: number, before = 0): Promise<BenchServer> {
    await compiledShell();
    const root = mkdtempSync(join(tmpdir(), 'gitnomic-bench-'));
    const names = Array.from({ length: people }, (_, n) => `friend${n}`);
    await makeGame(join(root, 'game'), names, before);
    const server = new BenchServer(port, root, names);
    const isUp = (): Promise<boolean> =>
      fetch(`${server.at}/healthz`).then(
        () => true,
        () => false,
      );
    while (!(await isUp())) await new Promise((done) => setTimeout(done, 50));
    return server;
  }

  /** Returns the server's memory now, or its maximum so far. */
  megabytes(which: 'now' | 'most'): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
    const found = (which === 'now' ? /VmRSS:\s*(\d+)/u : /VmHWM:\s*(\d+)/u).exec(status);
    return Number(found?.[1]) / 1024;
  }

  /** Returns the processor time of all threads of the server so far. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8');
    // The program's name, in parentheses, may contain blanks.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const ended = new Promise((done) => this.#process.once('close', done));
    this.#process.kill('SIGINT');
    await ended;
    this.#remove();
  }

  /** Without the server, readers would wait for pages forever, so the benchmark ends too. */
  #fall(how: number | string | null): void {
    if (this.#isOver) return;
    this.#remove();
    console.error(`The server ended in the middle of the bench (${how}); its own messages stand above.`);
    process.exit(1);
  }

  #remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** One in this many earlier posts is a story; the others are comments on the latest. */
const IN_ALL = 5;

async function makeGame(folder: string, names: readonly string[], before: number): Promise<void> {
  // Making a long game takes minutes, so this folder can keep it.
  const savedIn = process.env['BENCH_GAMES'];
  const kept = savedIn === undefined ? null : join(savedIn, `${names.length}-${before}`);
  if (kept !== null && existsSync(kept)) return cpSync(kept, folder, { recursive: true });
  spawnSync(process.execPath, [PROGRAM, 'init', folder, ...names.flatMap((name) => ['--player', name])]);
  if (before > 0) await postBefore(folder, names, before);
  if (kept !== null) cpSync(folder, kept, { recursive: true });
}

async function postBefore(folder: string, names: readonly string[], before: number): Promise<void> {
  const game = await openLocalGame(folder);
  const open = game.keepOpen();
  let latest = '';
  for (let n = 0; n < before; n++) {
    const name = names[n % names.length] ?? '';
    const who = { id: name, name, bot: false };
    if (n % IN_ALL > 0) await game.people.comment(who, latest, 'And then?');
    else latest = await game.people.open(who, { kind: 'story', title: `Old tale ${n}`, text: 'Once.' });
    await game.tick();
  }
  open.close();
}
