import { Worker } from 'node:worker_threads';
import { inspect } from 'node:util';

import type { Host } from '../host/host.ts';
import { addons } from '../addons/registry.ts';
import { hosts as registered } from '../host/registry.ts';
import type { Caches } from '../cache/caches.ts';
import type { CommandDefinition, Context, Entry } from '../cli/command.ts';
import { exitCodes, type Ending, type ExitCode } from '../cli/exit-codes.ts';
import { explainError } from '../cli/explain-error.ts';
import { environmentGiven } from '../cli/environment-given.ts';
import { readArguments, type Arguments } from '../cli/read-arguments.ts';
import { findEntry, registryOf } from '../cli/registry.ts';
import { renderCommandHelp } from '../cli/render-help.ts';
import { renderProblems } from '../cli/render-problem.ts';
import { clearLine, inOneRow, type Terminal } from '../cli/terminal.ts';

/** The environment of the command line; tests supply their own. */
export type Surroundings = {
  words: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  registry?: readonly Entry[];
  hosts?: readonly Host[];
  /** Caches of earlier commands; `loadCaches` makes them when a command needs some. */
  caches?: Caches;
  loadCaches?: () => Promise<Caches>;
  /** When the user started waiting, in terms of `performance.now()`; now by default. */
  begunMs?: number;
};

const aliases: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
};

type Known = Pick<Context, 'hosts' | 'addons' | 'commands'> & { readonly caches: Caches | null };

function makeContext(
  given: Surroundings & Pick<Watched, 'sayOnTheWay' | 'end'>,
  { caches, ...known }: Known,
  { values, operands, json }: Arguments,
): Context {
  const { terminal } = given;
  return {
    values,
    operands,
    json,
    terminal,
    get caches() {
      if (caches === null) throw new Error('a command that needs no game has no caches');
      return caches;
    },
    ...known,
    folder: given.folder,
    environment: given.environment,
    give: (result, render) => terminal.out(json ? `${JSON.stringify(result, null, 2)}\n` : render(result)),
    say: (line) => {
      if (!json) given.sayOnTheWay(`${line}\n`);
    },
    progress: terminal.progress,
    serves: given.end,
  };
}

async function runCommand(given: Surroundings & Pick<Required<Surroundings>, 'loadCaches'>): Promise<Ending> {
  const { hosts = registered } = given;
  const { registry: commands = registryOf(hosts, addons) } = given;
  const [first = 'help', ...words] = given.words;
  const entry = findEntry(aliases[first] ?? first, commands);
  // Loading a command and its game takes much of the time on a slow machine.
  const { end, ...watched } = withElapsed(given.terminal, entry.name, given.begunMs);
  try {
    const { command }: { command: CommandDefinition } = await entry.load();
    const read = readArguments(entry.name, command, words);
    if (read.help) {
      watched.terminal.out(renderCommandHelp(entry, command, given.terminal.paint));
      return 'ok';
    }
    const environment = environmentGiven(given.environment);
    const caches = entry.needsNoGame === true ? null : await given.loadCaches();
    return await command.run(
      makeContext({ ...given, ...watched, environment, end }, { hosts, addons, commands, caches }, read),
    );
  } finally {
    end();
  }
}

async function cachesOf({ caches, loadCaches }: Surroundings): Promise<Caches> {
  return caches ?? loadCaches?.() ?? new (await import('../cache/caches.ts')).Caches();
}

const EVERY_MS = 1_000;
const PATIENCE_MS = 2_000;

interface Watched {
  readonly terminal: Terminal;
  /** Prints intermediate output; the progress display continues. */
  readonly sayOnTheWay: (text: string) => void;
  readonly end: () => void;
}

/** Shows a long command's current work and elapsed time to a person watching, until there is a result. */
function withElapsed(terminal: Terminal, name: string, startMs = performance.now()): Watched {
  if (terminal.watched !== true) return { terminal, sayOnTheWay: terminal.out, end: () => undefined };
  let [at, quietSinceMs] = [name, startMs];
  const second = secondVoice(terminal, performance.now() - startMs);
  second?.say(name);
  const timer = setInterval(() => {
    const nowMs = performance.now();
    second?.isAwake();
    // A question to the user must not be overwritten.
    if (nowMs - quietSinceMs >= PATIENCE_MS && !process.stdin.isRaw)
      terminal.progress(`${beforeTime(terminal, at)} … ${Math.floor((nowMs - startMs) / 1_000)} s`);
  }, EVERY_MS).unref();
  const end = (): void => {
    clearInterval(timer);
    // Its line is cleared like any other.
    if (second?.end() === true) terminal.progress('');
    terminal.clear?.();
  };
  /** Clears the other thread's line like any line of progress. */
  const hush = (): void => {
    quietSinceMs = performance.now();
    if (second?.isQuiet() === true) terminal.progress('');
  };
  const telling: Terminal = {
    ...terminal,
    out: (text) => {
      end();
      terminal.out(text);
    },
    err: (text) => {
      hush();
      terminal.err(text);
    },
    progress: (line) => {
      at = line;
      second?.say(line);
      terminal.progress(line);
    },
  };
  const sayOnTheWay = (text: string): void => {
    hush();
    terminal.out(text);
  };
  return { terminal: telling, sayOnTheWay, end };
}

/** Shortens the text so that the elapsed time fits. */
function beforeTime({ columns }: Terminal, line: string): string {
  return columns === undefined ? line : inOneRow(line, columns() - ' … 99999 s'.length - 1);
}

/** A thread that shows the elapsed time while this one is too busy for timers. */
interface SecondVoice {
  /** Sets the text about the current work. */
  readonly say: (line: string) => void;
  readonly isAwake: () => void;
  /** Pauses the display; returns whether something is visible. */
  readonly isQuiet: () => boolean;
  /** Returns whether something is visible. */
  readonly end: () => boolean;
}

const [ENDED, WRITING, SHOWS, AWAKE, QUIET, LENGTH] = [0, 1, 2, 3, 4, 5];
const MOST_BYTES = 400;

function secondVoice(terminal: Terminal, sinceMs: number): SecondVoice | null {
  const { descriptor } = terminal;
  if (descriptor === undefined) return null;
  const startMs = Date.now() - Math.round(sinceMs);
  const flags = new Int32Array(new SharedArrayBuffer(6 * Int32Array.BYTES_PER_ELEMENT));
  const line = new Uint8Array(new SharedArrayBuffer(MOST_BYTES));
  const note = (which: number): void => void Atomics.store(flags, which, Date.now() - startMs);
  const worker = new Worker(SPEAK, {
    eval: true,
    workerData: {
      descriptor,
      startMs,
      flags,
      line,
      clearLine,
      everyMs: EVERY_MS / 2,
      patienceMs: PATIENCE_MS,
    },
  });
  worker.unref();
  let isBegun = false;
  const isShown = (): boolean => {
    while (Atomics.load(flags, WRITING) === 1) continue;
    return Atomics.exchange(flags, SHOWS, 0) === 1;
  };
  // Without threads, long work is shown as far as this one gets to it.
  worker.on('error', () => undefined);
  return {
    say(text) {
      const { written } = new TextEncoder().encodeInto(beforeTime(terminal, text), line);
      Atomics.store(flags, LENGTH, written);
      // Nothing was running yet at the beginning, but the user has been waiting.
      if (isBegun) note(AWAKE);
      isBegun = true;
    },
    isAwake: () => note(AWAKE),
    isQuiet() {
      note(QUIET);
      return isShown();
    },
    end() {
      Atomics.store(flags, ENDED, 1);
      return isShown();
    },
  };
}

/** Plain JavaScript, because a thread of a bundle has no file of its own. */
const SPEAK = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { descriptor, startMs, flags, line, clearLine, everyMs, patienceMs } = workerData;
const timer = setInterval(() => {
  if (Atomics.load(flags, ${ENDED}) === 1) return clearInterval(timer);
  const ms = Date.now() - startMs;
  const since = (which) => ms - Atomics.load(flags, which);
  if (since(${AWAKE}) < patienceMs || since(${QUIET}) < patienceMs) return;
  Atomics.store(flags, ${WRITING}, 1);
  if (Atomics.load(flags, ${ENDED}) === 0 && since(${QUIET}) >= patienceMs) {
    const at = Buffer.from(line.slice(0, Atomics.load(flags, ${LENGTH}))).toString('utf8');
    try {
      writeSync(descriptor, clearLine + at + ' … ' + Math.floor(ms / 1000) + ' s');
      Atomics.store(flags, ${SHOWS}, 1);
    } catch {}
  }
  Atomics.store(flags, ${WRITING}, 0);
}, everyMs);
`;

function report(error: unknown, { terminal, words, environment }: Surroundings): Ending {
  const { ending, problems } = explainError(error);
  if (words.includes('--json')) {
    const document = { error: { ending, exitCode: exitCodes[ending].code, problems } };
    terminal.out(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    terminal.err(renderProblems(problems, ending, terminal.paintErr));
  }
  if (environment['GITNOMIC_DEBUG'] === '1') terminal.err(`\n${inspect(error)}\n`);
  return ending;
}

/** Runs one command line and returns its exit code. It never throws. Caches are stored after all output. */
export async function runCli(given: Surroundings): Promise<ExitCode> {
  let used: Caches | null = null;
  const loadCaches = async (): Promise<Caches> => (used = await cachesOf(given));
  const ending = await endingOf({ ...given, loadCaches });
  (used as Caches | null)?.finish();
  return exitCodes[ending].code;
}

async function endingOf(given: Surroundings & Pick<Required<Surroundings>, 'loadCaches'>): Promise<Ending> {
  try {
    return await runCommand(given);
  } catch (error) {
    return report(error, given);
  }
}
