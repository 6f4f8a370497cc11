import type { Input, Resolution } from '../kernel/inputs.ts';
import { isTime } from '../kernel/names.ts';

/** Names the ledger line for an Admin's change of game.yml. */
export const SET_GAME = 'set game.yml';

/** Names the ledger line for an Admin's measure for peace. */
export const MODERATE = 'keep peace';

/** Names the ledger line for an event at which the engine failed. */
export const SET_ASIDE = 'set aside';

/** Names the ledger line for a second try of an event that was set aside, by journal line. */
export function tryingAgain(line: number): string {
  return `try again ${line}`;
}

export function triedAgain({ what }: { readonly what: string }): string | undefined {
  return /^try again (\d+)$/u.exec(what)?.[1];
}

export interface MatterEnding {
  readonly how: 'enact' | 'fail';
  readonly matter: string;
}

function writeEnding({ how, matter }: MatterEnding): string {
  return `${how} ${matter}`;
}

/** `enact 3` → its outcome and matter; null for any other line. */
export function readEnding(what: string): MatterEnding | null {
  const [, how, matter] = /^(enact|fail) (.+)$/u.exec(what) ?? [];
  return matter === undefined ? null : { how: how === 'enact' ? 'enact' : 'fail', matter };
}

/** Names the draws for a matter, whoever resolves it and however it ends, or for a rule's scheduled action. */
export function resolving(matter: string): string {
  return isTime(matter) ? matter : `resolve ${matter}`;
}

export function isResolution(what: string): boolean {
  return what.startsWith('resolve ') || isTime(what);
}

/** An input's name for its draws, and in the ledger if it was refused. */
export function describeInput(input: Input): string {
  if (input.type === 'act') return input.action;
  return input.type === 'fail' ? resolving(input.matter) : input.type;
}

export function describeResolved({ matter, outcome }: Pick<Resolution, 'matter' | 'outcome'>): string {
  return outcome === 'happened'
    ? matter
    : writeEnding({ how: outcome === 'enacted' ? 'enact' : 'fail', matter });
}

export function describeDone(input: Input): string {
  return input.type === 'fail' ? writeEnding({ how: 'fail', matter: input.matter }) : describeInput(input);
}

export function wordsOfInput(input: Partial<Input>): { readonly with?: unknown } {
  if (input.type === 'act') return { with: input.with };
  if (input.type === 'open') return { with: { submission: input.submission, ...input.with } };
  return 'on' in input ? { with: { on: input.on } } : {};
}
