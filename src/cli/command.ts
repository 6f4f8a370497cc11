import type { Example, Operands, Options, Values } from '../host/command.ts';
import type { Host } from '../host/host.ts';

import type { Caches } from '../cache/caches.ts';
import type { Ending } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

export type { Options, Values } from '../host/command.ts';

/** The context of a command. It reads no argument, environment or folder of the process itself. */
export type Context<O extends Options = Options> = {
  values: Values<O>;
  operands: readonly string[];
  /** The folder that paths on the command line are relative to. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  /** Where games are played. */
  hosts: readonly Host[];
  caches: Caches;
  /** All commands there are, for help. */
  commands: readonly Entry[];
  json: boolean;
  /** The result: as one JSON document with `--json`, else as what `render` makes of it. A command gives one. */
  give: <T>(result: T, render: (result: T) => string) => void;
  /** A line for people while work goes on; left out with `--json`. */
  say: (line: string) => void;
  /** A line that shows that work goes on, rewritten by the next; see Terminal. */
  progress: Terminal['progress'];
};

export type CommandDefinition<O extends Options = Options> = {
  /** After `gitnomic`, such as `scenario [options] FILE…`. */
  usage: string;
  /** A paragraph or two below the summary. */
  details?: string;
  examples: readonly Example[];
  options: O;
  operands?: Operands;
  /** The exit code at its end; it throws a Failure to say what went wrong. */
  run: (context: Context<O>) => Ending | Promise<Ending>;
};

/** The summary stands here, so that the overview loads no command and stays quick. */
export type Entry = {
  name: string;
  summary: string;
  load: () => Promise<{ command: CommandDefinition }>;
};

/** Gives `run` its options' types. */
export function defineCommand<const O extends Options>(command: CommandDefinition<O>): CommandDefinition {
  return command;
}
