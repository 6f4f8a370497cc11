import { takeAct } from './actions.ts';
import type { Draw } from './chance.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { toPerson } from './world.ts';

/** An accepted action, as the ledger has it. */
export interface TakenAction {
  readonly by: string | null;
  readonly what: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly draws: readonly Draw[];
}

/**
 * Takes an action of the ledger again for whoever took it, by the rules as they are now. Its public rolls stand as they
 * fell; a die of other sides is rolled anew. It happens within the action that asks for it, or not at all.
 */
export function actAgain(runtime: Runtime, { by, what, with: words, draws }: TakenAction): void {
  const author = toPerson(runtime, by);
  if (author === null) throw new Refusal(`it is not known who took ${what}`, { code: 'no-such-person' });
  const { frame } = runtime;
  frame.standing = draws.filter(({ kind }) => kind === 'dice');
  takeAct(runtime, what, author, { with: words });
  frame.standing = [];
}
