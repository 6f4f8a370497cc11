import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Weather } from './machine.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** When the month begins, whatever the true time is. */
const BEGINNING = Date.parse('2030-06-03T09:00:00Z');
const MACHINE = pathToFileURL(fileURLToPath(new URL('machine.ts', import.meta.url))).href;
export const GROUP = ['ana', 'bo', 'cy', 'di', 'ed'] as const;

/** An engine, and the Node on which somebody runs it. */
export interface Program {
  readonly node: string;
  readonly bin: string;
}

export interface Said {
  readonly code: number | null;
  readonly text: string;
}

/** A game at home on a machine that nobody cares for. */
export class Month {
  readonly game: string;
  readonly #folder: string;
  readonly #began = Date.now();
  #weather: Weather = { clock: 0, disk: null };
  #now = BEGINNING;
  program: Program;

  constructor(folder: string, program: Program) {
    this.#folder = folder;
    this.game = join(folder, 'game');
    this.program = program;
    mkdirSync(join(folder, 'home'), { recursive: true });
    this.#set({});
  }

  /** The machine is at this day and hour from now on, counted from the beginning of the month. */
  at(day: number, hour = 0): void {
    this.#now = BEGINNING + day * DAY + hour * HOUR;
    this.#set({});
  }

  get day(): number {
    return (this.#now - BEGINNING) / DAY;
  }

  /** Runs something while the clock is wrong by so many hours. */
  withClock<T>(hours: number, run: () => T): T {
    this.#set({ clock: this.#weather.clock + hours * HOUR });
    try {
      return run();
    } finally {
      this.#set({});
    }
  }

  /** Runs something while the disk fails like this. */
  withDisk<T>(disk: NonNullable<Weather['disk']>, run: () => T): T {
    this.#set({ disk });
    try {
      return run();
    } finally {
      this.#set({});
    }
  }

  run(words: readonly string[]): Said {
    const { node, bin } = this.program;
    const { status, stdout, stderr } = spawnSync(node, [bin, ...words], {
      cwd: existsSync(this.game) ? this.game : this.#folder,
      encoding: 'utf8',
      env: this.#environment(),
    });
    return { code: status, text: `${stdout}${stderr}` };
  }

  /** Starts the server, and returns once it has said where it is. */
  async serve(port: number): Promise<Served> {
    const { node, bin } = this.program;
    const words = [bin, 'start', '--game', this.game, '--port', String(port)];
    const child = spawn(node, words, {
      cwd: this.#folder,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const address = await new Promise<string>((found, failed) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          const [, at] = /Play at (http:\S+) /u.exec(said) ?? [];
          if (at !== undefined) found(at);
        });
      child.on('close', () => failed(new Error(said)));
    });
    return { child, address };
  }

  #set(weather: Partial<Weather>): void {
    this.#weather = { clock: this.#now - this.#began, disk: null, ...weather };
    writeFileSync(join(this.#folder, 'machine.json'), JSON.stringify(this.#weather));
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH = '' } = process.env;
    return {
      PATH,
      HOME: join(this.#folder, 'home'),
      TZ: 'UTC',
      NO_COLOR: '1',
      NODE_OPTIONS: `--no-warnings --import=${MACHINE}`,
      MACHINE: join(this.#folder, 'machine.json'),
      MACHINE_DISK: this.game,
    };
  }
}

export interface Served {
  readonly child: ChildProcess;
  readonly address: string;
}

/** Ends the server as a terminal's user does. */
export async function endServer({ child }: Served): Promise<void> {
  const ended = new Promise((done) => child.once('close', done));
  child.kill('SIGINT');
  await ended;
}

/** The memory of a server in megabytes, with the process that an older Node starts for it; null where the system doesn't tell. */
export function megabytesOf({ child }: Served): number | null {
  const ofProcess = (pid: number | string | undefined): number => {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return started.map(ofProcess).reduce((sum, one) => sum + one, Number(kilobytes) / 1024);
  };
  return existsSync('/proc/self/status') ? ofProcess(child.pid) : null;
}

/** The size of all files in a folder, in kilobytes. */
export function kilobytesIn(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0) / 1024;
}
