import { takeAct } from './actions.ts';
import type { Draw } from './chance.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { toPerson } from './world.ts';

/** An accepted action, as recorded in the ledger. */
export interface TakenAction {
  readonly by: string | null;
  readonly what: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly draws: readonly Draw[];
}

/**
 * Repeats an action of the ledger for the same person under the current rules. Its public rolls keep their results, unless a die has
 * other sides now. It is part of the action that asks for it.
 */
export function actAgain(runtime: Runtime, { by, what, with: words, draws }: TakenAction): void {
  const author = toPerson(runtime, by);
  if (author === null) throw new Refusal(`it is not known who took ${what}`, { code: 'no-such-person' });
  const { frame } = runtime;
  frame.binding = draws.filter(({ kind }) => kind === 'dice');
  takeAct(runtime, what, author, { with: words });
  frame.binding = [];
}
