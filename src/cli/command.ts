import type { Example, Operands, Options, Values } from '../host/command.ts';
import type { Host, ShownGame } from '../host/host.ts';
import type { FindTeller } from '../host/tellers.ts';
import type { AddedPages } from '../seat/added-pages.ts';
import type { Caches } from '../cache/caches.ts';
import type { Terminal } from './terminal.ts';

export type { Options, Values } from '../host/command.ts';

/** Everything that a command works with. It reads no arguments, environment or folder of the process itself. */
export type Context<O extends Options = Options> = {
  values: Values<O>;
  operands: readonly string[];
  /** Paths on the command line are relative to this folder. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  hosts: readonly Host[];
  addons: readonly Addon[];
  caches: Caches;
  /** All commands, for help. */
  commands: readonly Entry[];
  json: boolean;
  /** Prints the result, once per command: as a JSON document with `--json`, otherwise rendered as text, whole or by lines. */
  give: <T>(result: T, render: (result: T) => string | readonly string[]) => 'ok';
  /** Completes the commands in a text, so that they can be typed here. */
  typed: (text: string) => string;
  /** Prints a line for people during long work; omitted with `--json`. */
  say: (line: string) => void;
  /** Prints a line of progress that the next one overwrites; see Terminal. */
  progress: Terminal['progress'];
  /** Called once the command only waits for others, after which its running time is of no interest. */
  serves: () => void;
};

export type CommandDefinition<O extends Options = Options> = {
  /** Without `gitnomic`, such as `scenario [options] FILE…`. */
  usage: string;
  /** A paragraph or two below the summary. */
  details?: string;
  examples: readonly Example[];
  options: O;
  operands?: Operands;
  /** Returns the exit code, or throws a Failure that says what went wrong. */
  run: (context: Context<O>) => Ending | Promise<Ending>;
};

/** Repeats the summary, so that the overview loads no command and stays quick. */
export type Entry = {
  name: string;
  summary: string;
  /** True if it needs no game, so that less is loaded. */
  needsNoGame?: boolean;
  /** Former names, which are understood for one version, each with what is typed today. */
  formerly?: Readonly<Record<string, string>>;
  load: () => Promise<{ command: CommandDefinition }>;
};

/** An optional part: the engine plays every game the same without its folder and its line in the registry. */
export interface Addon {
  readonly commands?: readonly Entry[];
  /** Commands that, like a host's, don't depend on the command line. */
  readonly hostCommands?: Host['commands'];
  /** Options for other commands, keyed by command. */
  readonly addedOptions?: NonNullable<Host['addedOptions']>;
  /** Finds a teller that reports the game's news elsewhere. */
  readonly findTeller?: FindTeller;
  /** Reads rules from other formats than rule files, for a new game. */
  readonly loadRulesetReader?: () => Promise<RulesetReader>;
  /** Files that a published site has beside its pages, by path. */
  readonly besidePages?: (game: ShownGame) => Promise<ReadonlyMap<string, string | Uint8Array>>;
  readonly site?: AddedPages;
}

/** Infers the types of a command's options for `run`. */
export function defineCommand<const O extends Options>(command: CommandDefinition<O>): CommandDefinition {
  return command;
}

/** A failure, described for people and for scripts. Only `code` and `what` are always present. */
export type Fault = {
  /** Stable, in kebab-case: scripts compare it. */
  code: string;
  what: string;
  /** A file with its line, a step, an option. */
  where?: string | undefined;
  expected?: string | undefined;
  /** The way out, as a sentence or a command. */
  next?: string | undefined;
};

/** Ends a command. It is not a bug: it is printed without a stack, with all problems at once. */
export class Failure extends Error {
  readonly ending: Exclude<Ending, 'ok' | 'bug'>;
  readonly problems: readonly Fault[];

  constructor(ending: Failure['ending'], problems: Fault | readonly Fault[], options?: ErrorOptions) {
    const all = Array.isArray(problems) ? (problems as readonly Fault[]) : [problems as Fault];
    super(all.map(({ what }) => what).join(' '), options);
    this.name = 'Failure';
    this.ending = ending;
    this.problems = all;
  }
}

/** One problem, by its stable code and a sentence. */
export function failure(
  ending: Failure['ending'],
  code: string,
  what: string,
  { cause, ...more }: Omit<Fault, 'code' | 'what'> & ErrorOptions = {},
): Failure {
  return new Failure(ending, { code, what, ...more }, { cause });
}

/** The exit codes by which scripts tell how a command ended. `gitnomic help exit-codes` prints them. */
export const exitCodes = {
  ok: { code: 0, meaning: 'done' },
  refused: { code: 1, meaning: 'refused by the rules, or an expectation failed (a scenario, a check)' },
  usage: { code: 2, meaning: 'the command line is wrong: an unknown option, a missing operand' },
  broken: {
    code: 3,
    meaning: 'bad input: a file that can’t be read or is not valid, or a game that is broken',
  },
  bug: { code: 70, meaning: 'a bug in the engine: nothing was decided; please report it' },
} as const satisfies Record<string, { code: number; meaning: string }>;

export type Ending = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[Ending]['code'];

/** Reads rules that aren't written as rule files. */
export type RulesetReader = (sources: readonly Source[]) => {
  /** The layout with which the text was read. */
  readonly layout: string;
  readonly files: ReadonlyMap<string, string>;
  readonly unclear: readonly UnclearKind[];
};

/** A text with its path relative to the given folder. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** A kind of passage that a person should check, with its count and a few examples. */
export interface UnclearKind {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly examples: readonly { readonly line: number; readonly text: string }[];
}
