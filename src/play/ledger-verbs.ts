import type { Input, Resolution } from '../kernel/inputs.ts';
import { isTime } from '../kernel/times.ts';

/** The ledger's line for a change of game.yml by an Admin, which is about the game and not about its play. */
export const SET_GAME = 'set game.yml';

/** The ledger's line for what an Admin did for peace at the table. */
export const KEEP_PEACE = 'keep peace';

/** The ledger's line for an event at which the engine itself failed. */
export const SET_ASIDE = 'set aside';

/** The ledger's line where an event that was set aside is taken in after all, by its line in the journal. */
export function tryingAgain(line: number): string {
  return `try again ${line}`;
}

export function triedAgain({ what }: { readonly what: string }): string | undefined {
  return /^try again (\d+)$/u.exec(what)?.[1];
}

/** The outcome of a matter as the ledger has it. */
export interface MatterEnding {
  readonly how: 'enact' | 'fail';
  readonly matter: string;
}

function writeEnding({ how, matter }: MatterEnding): string {
  return `${how} ${matter}`;
}

/** `enact 3` → how it ended, and which matter; null for every other line of the ledger. */
export function readEnding(what: string): MatterEnding | null {
  const [, how, matter] = /^(enact|fail) (.+)$/u.exec(what) ?? [];
  return matter === undefined ? null : { how: how === 'enact' ? 'enact' : 'fail', matter };
}

/** The name under which draws are made for a matter, whoever resolves it and however it ends, and for the act of a rule at a time. */
export function resolving(matter: string): string {
  return isTime(matter) ? matter : `resolve ${matter}`;
}

export function isResolution(what: string): boolean {
  return what.startsWith('resolve ') || isTime(what);
}

/** The name of an input for its draws, and in the ledger where it was refused. */
export function describeInput(input: Input): string {
  if (input.type === 'act') return input.action;
  return input.type === 'fail' ? resolving(input.matter) : input.type;
}

/** The ledger's line for a matter that is resolved, or a time that has come. */
export function describeResolved({ matter, outcome }: Pick<Resolution, 'matter' | 'outcome'>): string {
  return outcome === 'happened'
    ? matter
    : writeEnding({ how: outcome === 'enacted' ? 'enact' : 'fail', matter });
}

/** The ledger's line for an accepted input. */
export function describeDone(input: Input): string {
  return input.type === 'fail' ? writeEnding({ how: 'fail', matter: input.matter }) : describeInput(input);
}

export function wordsOfInput(input: Partial<Input>): { readonly with?: unknown } {
  if (input.type === 'act') return { with: input.with };
  if (input.type === 'open') return { with: { submission: input.submission, ...input.with } };
  return 'on' in input ? { with: { on: input.on } } : {};
}
