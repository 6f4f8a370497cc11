import { callRule, withGame } from './calls.ts';
import type { SubmissionDefinition } from './definition.ts';
import type { Owned } from './model.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { Holders } from './state.ts';

/** A single holder could open it alone, which is what a receiver is for. */
const FEWEST_NEEDED = 2;
/** The most shares that a key can be split into. */
const MOST_PEOPLE = 255;

/** The people who would open such a submission now, and how many are needed. Null if its receiver opens it alone. */
export function holdersOf(
  runtime: Runtime,
  { id, definition, rule }: Owned<SubmissionDefinition>,
): Holders | null {
  const { together } = definition;
  if (together === undefined) return null;
  const said = callRule(runtime, rule, `holders of ${id}`, () => together(withGame(rule, {}))) as {
    readonly people: readonly { readonly id: string }[];
    readonly needed: number;
  };
  const people = [...said.people].map((one) => one.id);
  const { needed } = said;
  if (!Number.isInteger(needed) || needed < FEWEST_NEEDED)
    throw new Refusal(`it takes at least ${FEWEST_NEEDED} people together to open ${id}, not ${needed}`);
  if (people.length < needed || people.length > MOST_PEOPLE)
    throw new Refusal(`${needed} people must open ${id} together, but ${people.length} can`);
  return { people, needed };
}

/** The same, but returns the problem if nothing can be sealed to them. */
export function holdersNow(
  runtime: Runtime,
  owned: Owned<SubmissionDefinition>,
): Holders | { readonly problem: string } | null {
  try {
    return holdersOf(runtime, owned);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: error.message };
  }
}

/** Refuses a submission that isn't sealed to those who open it, because nobody or somebody else could open it. */
export function checkHolders(
  runtime: Runtime,
  owned: Owned<SubmissionDefinition>,
  sealedTo: Holders | undefined,
): void {
  const holders = holdersOf(runtime, owned);
  if (same(holders, sealedTo ?? null)) return;
  throw new Refusal(
    holders === null
      ? `${owned.id} is for one recipient only`
      : `any ${holders.needed} of ${holders.people.join(', ')} open ${owned.id} together, but it was sealed to others`,
    { code: 'other-holders' },
  );
}

function same(one: Holders | null, other: Holders | null): boolean {
  if (one === null || other === null) return one === other;
  const inOrder = ({ people }: Holders): string => [...people].sort().join('\n');
  return one.needed === other.needed && inOrder(one) === inOrder(other);
}
