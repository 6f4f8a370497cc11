import type { ParseArgsConfig, parseArgs } from 'node:util';

import type { Environment, HomeGame } from './game.ts';

type ArgsOption = NonNullable<ParseArgsConfig['options']>[string];

/** An option as node:util's parseArgs knows it, and what help says of it. */
export type Option = ArgsOption & {
  summary: string;
  /** The name of a `string` option's value in help: `--file FILE`. */
  value?: string;
};

export type Options = Readonly<Record<string, Option>>;

/** The words on the line beside options. */
export type Operands = { name: string; summary: string; min: number; max: number };

export type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values'];

export type Example = { line: string; does: string };

/** The questions to a host's command, in the same words as the command line's own. */
export interface Asked<O extends Options = Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
  /** The folder that paths on the command line are relative to. */
  readonly folder: string;
  readonly environment: Environment;
  readonly progress: (line: string) => void;
  /** Says so where the command serves others from now on, until it is stopped. */
  readonly serves: (line: string) => void;
  /** The game on this machine that is named, or that one is in. */
  readonly homeGame: () => Promise<HomeGame>;
}

/** Its outcome: for a script, and in words; or why it could not be. */
export type CommandResult =
  | { readonly result: unknown; readonly text: string }
  | {
      readonly refused: readonly { readonly code: string; readonly what: string; readonly next?: string }[];
    };

/** A command that the command line has for the sake of one host. */
export interface HostCommand<O extends Options = Options> {
  readonly usage: string;
  readonly details: string;
  readonly examples: readonly Example[];
  /** Besides `--game`. */
  readonly options: O;
  readonly operands?: Operands;
  run(asked: Asked<O>): Promise<CommandResult>;
}

/** Options that a host adds to a command of the command line's own. */
export interface AddedOptions {
  readonly options: Options;
  /** Takes the command over if one of them is given. Without it they only reach the host along with everything else it is asked. */
  readonly instead?: TakeOver;
}

export interface TakeOver {
  /** The command's own options that it takes as well. It gets no others: whoever gives one is told that it has no effect here. */
  readonly takes: readonly string[];
  /** The way out if the host doesn’t take an option. */
  readonly next: string;
  run(asked: Asked): Promise<CommandResult>;
}

/** Gives `run` its options' types. */
export function defineHostCommand<const O extends Options>(command: HostCommand<O>): HostCommand {
  return command;
}
