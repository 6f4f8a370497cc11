import type { Input, Resolution } from '../kernel/inputs.ts';
import { isTime } from '../kernel/times.ts';

/** What the ledger calls it when an Admin changes what is about the game and not about its play. */
export const SET_GAME = 'set game.yml';

/** What the draws call an input, and the ledger where it was refused. */
export function whatIsDone(input: Input): string {
  if (input.type === 'act') return input.action;
  return input.type === 'fail' ? resolving(input.matter) : input.type;
}

/** What is drawn for a matter, whoever resolves it, and for what a rule does at a time. */
export function resolving(matter: string): string {
  return isTime(matter) ? matter : `resolve ${matter}`;
}

/** What the ledger calls it when it comes of itself. */
export function whatIsResolved({ matter, outcome }: Pick<Resolution, 'matter' | 'outcome'>): string {
  return outcome === 'happened' ? matter : `${outcome === 'enacted' ? 'enact' : 'fail'} ${matter}`;
}

export function isResolution(what: string): boolean {
  return what.startsWith('resolve ') || isTime(what);
}

/** What the ledger calls what was accepted. */
export function whatWasDone(input: Input): string {
  return input.type === 'fail' ? `fail ${input.matter}` : whatIsDone(input);
}

export function wordsOfInput(input: Partial<Input>): { readonly with?: unknown } {
  if (input.type === 'act') return { with: input.with };
  return 'on' in input ? { with: { on: input.on } } : {};
}
