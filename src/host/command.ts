import type { ParseArgsConfig, parseArgs } from 'node:util';

import type { Environment, Game, HomeGame } from './game.ts';

type ArgsOption = NonNullable<ParseArgsConfig['options']>[string];

/** An option of node:util's parseArgs, with its help. */
export type Option = ArgsOption & {
  summary: string;
  /** The name of a `string` option's value in help: `--file FILE`. */
  value?: string;
};

export type Options = Readonly<Record<string, Option>>;

/** An option with a value, named in help, and one without. */
export const valued = (value: string, summary: string) => ({ type: 'string', value, summary }) as const;
export const flag = (summary: string) => ({ type: 'boolean', summary }) as const;

export type Operands = { name: string; summary: string; min: number; max: number };

export type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values'];

export type Example = { line: string; does: string };

/** A request to a host's command, with the command line's own types. */
export interface Asked<O extends Options = Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
  /** Paths on the command line are relative to this folder. */
  readonly folder: string;
  readonly environment: Environment;
  readonly progress: (line: string) => void;
  /** Reports that the command now serves others until it is stopped. */
  readonly serves: (line: string) => void;
  /** Opens the game in this folder, the game that was named, or the one that contains the current folder. */
  readonly homeGame: (at?: string) => Promise<HomeGame>;
  /** The same, wherever it is played. */
  readonly game: () => Promise<Game>;
}

/** A result for scripts and in words, or the reasons for a refusal. */
export type CommandResult =
  | { readonly result: unknown; readonly text: string }
  | {
      readonly refused: readonly { readonly code: string; readonly what: string; readonly next?: string }[];
    };

export interface HostCommand<O extends Options = Options> {
  readonly usage: string;
  readonly details: string;
  readonly examples: readonly Example[];
  /** Besides `--game`. */
  readonly options: O;
  readonly operands?: Operands;
  run(asked: Asked<O>): Promise<CommandResult>;
}

/** Options that a host adds to one of the command line's own commands. */
export interface AddedOptions {
  readonly options: Options;
  /** Takes the command over if one of the options is given. Otherwise they are passed to the host with the rest. */
  readonly instead?: TakeOver;
}

export interface TakeOver {
  /** Other options of the command that it accepts. The rest are reported as having no effect here. */
  readonly takes: readonly string[];
  /** Advice if the host doesn't accept an option. */
  readonly next: string;
  run(asked: Asked): Promise<CommandResult>;
}

/** Gives `run` its options' types. */
export function defineHostCommand<const O extends Options>(command: HostCommand<O>): HostCommand {
  return command;
}
