import { inspect } from 'node:util';
import type { Host } from '../host/host.ts';
import { addons } from '../addons/registry.ts';
import { hosts as registered } from '../host/registry.ts';
import type { Caches } from '../cache/caches.ts';
import {
  type CommandDefinition,
  type Context,
  type Entry,
  exitCodes,
  type Ending,
  type ExitCode,
} from '../cli/command.ts';
import { asTypedHere } from '../cli/called-as.ts';
import { explainError, renderProblems } from '../cli/explain-error.ts';
import { readArguments, type Arguments } from '../cli/read-arguments.ts';
import { findEntry, registryOf } from '../cli/registry.ts';
import { renamedCommand, withNameOfToday } from '../cli/renamed.ts';
import { renderCommandHelp } from '../cli/render-help.ts';
import { inOneRow, type Terminal } from '../cli/terminal.ts';
import { environmentGiven } from '../cli/environment-given.ts';

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

type Known = Pick<Context, 'hosts' | 'addons' | 'commands'> & { readonly caches: Caches | null };

const inText = (said: string | readonly string[]): string =>
  typeof said === 'string' ? said : said.map((line) => `${line}\n`).join('');

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
    give: (result, render) => {
      terminal.out(json ? `${JSON.stringify(result, null, 2)}\n` : inText(render(result)));
      return 'ok';
    },
    typed: (text) => asTypedHere(text, given.words, given.environment),
    say: (line) => {
      if (!json) given.sayOnTheWay(`${line}\n`);
    },
    progress: terminal.progress,
    serves: given.end,
  };
}

/** Runs one command line and returns its exit code. It never throws. Caches are stored after all output. */
export async function runCli(given: Surroundings): Promise<ExitCode> {
  const { hosts = registered } = given;
  const { registry: commands = registryOf(hosts, addons) } = given;
  let caches: Caches | null = null;
  let ending: Ending = 'ok';
  let end = (): void => undefined;
  try {
    const { entry, words } = entryMeant(given, commands);
    // Loading a command and its game takes much of the time on a slow machine.
    const watched = withElapsed(given.terminal, entry.name, given.begunMs);
    ({ end } = watched);
    const { command }: { command: CommandDefinition } = await entry.load();
    const read = readArguments(entry.name, command, words);
    if (read.help) {
      watched.terminal.out(renderCommandHelp(entry, command, given.terminal.paint, commands));
    } else {
      const environment = environmentGiven(given.environment);
      caches = entry.needsNoGame === true ? null : await cachesOf(given);
      if (caches !== null) caches.sandboxes.work.whileRunning = watched.whileRunning;
      ending = await command.run(
        makeContext({ ...given, ...watched, environment }, { hosts, addons, commands, caches }, read),
      );
    }
    end();
  } catch (error) {
    end();
    ending = report(error, given);
  }
  caches?.finish();
  return exitCodes[ending].code;
}

/** Understands former names too, and says the new one. */
function entryMeant(
  { words, terminal }: Surroundings,
  commands: readonly Entry[],
): ReturnType<typeof findEntry> {
  const [former, today] = renamedCommand(words, commands) ?? [];
  if (former !== undefined) terminal.err(`\`gitnomic ${former}\` is now called \`gitnomic ${today}\`.\n`);
  return findEntry(withNameOfToday(words, commands), commands);
}

async function cachesOf({ caches, loadCaches }: Surroundings): Promise<Caches> {
  return caches ?? loadCaches?.() ?? new (await import('../cache/caches.ts')).Caches();
}

const EVERY_MS = 1_000;
const PATIENCE_MS = 2_000;
/** Most commands run the rules for fewer, so a slow machine alone is no news. */
const USUAL_INTERRUPTS = 3_000;

interface Watched {
  readonly terminal: Terminal;
  /** Prints intermediate output; the progress display continues. */
  readonly sayOnTheWay: (text: string) => void;
  /** Called again and again while the code of the rules runs, when no timer can. */
  readonly whileRunning: (interrupts: number) => void;
  readonly end: () => void;
}

/** Shows a long command's current work and elapsed time until there is a result. If nobody watches, only code of the rules that runs for long is reported. */
function withElapsed(terminal: Terminal, name: string, startMs = performance.now()): Watched {
  let [at, quietSinceMs, saidMs, hasEnded] = [name, startMs, startMs, false];
  const tell = (): void => {
    const nowMs = performance.now();
    // A question to the user must not be overwritten.
    if (nowMs - quietSinceMs < PATIENCE_MS || process.stdin.isRaw) return;
    saidMs = nowMs;
    terminal.progress(`${beforeTime(terminal, at)} … ${Math.floor((nowMs - startMs) / 1_000)} s`);
  };
  const timer = terminal.watched === true ? setInterval(tell, EVERY_MS).unref() : undefined;
  let interrupts = 0;
  const whileRunning = (more: number): void => {
    interrupts += more;
    if (interrupts > USUAL_INTERRUPTS && !hasEnded && performance.now() - saidMs >= EVERY_MS) tell();
  };
  const end = (): void => {
    hasEnded = true;
    clearInterval(timer);
    terminal.clear?.();
  };
  const telling: Terminal = {
    ...terminal,
    out: (text) => {
      end();
      terminal.out(text);
    },
    err: (text) => {
      quietSinceMs = performance.now();
      terminal.err(text);
    },
    progress: (line) => {
      at = line;
      terminal.progress(line);
    },
  };
  const sayOnTheWay = (text: string): void => {
    quietSinceMs = performance.now();
    terminal.out(text);
  };
  return { terminal: telling, sayOnTheWay, whileRunning, end };
}

/** Shortens the text so that the elapsed time fits. */
function beforeTime({ columns }: Terminal, line: string): string {
  return columns === undefined ? line : inOneRow(line, columns() - ' … 99999 s'.length - 1);
}

function report(error: unknown, { terminal, words, environment }: Surroundings): Ending {
  const { ending, problems } = explainError(error);
  if (words.includes('--json')) {
    const document = { error: { ending, exitCode: exitCodes[ending].code, problems } };
    terminal.out(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const called = problems.map((one) =>
      one.next === undefined ? one : { ...one, next: asTypedHere(one.next, words, environment) },
    );
    terminal.err(renderProblems(called, ending, terminal.paintErr));
  }
  if (environment['GITNOMIC_DEBUG'] === '1') terminal.err(`\n${inspect(error)}\n`);
  return ending;
}
