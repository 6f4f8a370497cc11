import type { Outlook } from '../kernel/definition.ts';
import type { Ballot, ModelDescription } from '../kernel/describe-model.ts';

/** A number of a tally for display. */
export interface VoteCount {
  readonly key: string;
  readonly title: string;
  readonly count: number;
}

type Tally = Readonly<Record<string, unknown>>;
type Rules = Pick<ModelDescription, 'ballot'>;

/** The place in the queue is shown separately. */
const NO_COUNT = 'queue';

/** The numbers of a tally that the rules want shown, those in favour first; all of them if the rules don't say. */
export function countsOf({ ballot }: Rules, tally: Tally): readonly VoteCount[] {
  const shown = ballot.counts.length > 0 ? ballot.counts : unsaid(tally, 'number');
  return shown.map(({ key, title }) => ({ key, title, count: numberAt(tally, key) ?? 0 }));
}

/** The mark of a tally that gives its matter's state. */
export function stateOf(
  { ballot }: Rules,
  tally: Tally,
): { readonly title: string; readonly means: Outlook | null } | null {
  const marks: readonly { key: string; title: string; means?: Outlook }[] =
    ballot.states.length > 0 ? ballot.states : unsaid(tally, 'boolean');
  const found = marks.find(({ key }) => tally[key] === true);
  return found === undefined ? null : { title: found.title, means: found.means ?? null };
}

/** `4 for, 1 against` */
export function sayCounts(counts: readonly Pick<VoteCount, 'title' | 'count'>[]): string {
  return counts.map(({ title, count }) => `${count} ${title}`).join(', ');
}

export function voteCountedBy(counts: Ballot['counts'], key: string): string {
  return counts.find((one) => one.key === key)?.vote ?? key.toUpperCase();
}

export function numberAt(tally: Tally, key: string): number | null {
  const value = tally[key];
  return typeof value === 'number' ? value : null;
}

/** The steps of the count, if the rules give any. */
export function stepsOf(tally: Tally): { readonly told?: readonly string[] } {
  const { told: given } = tally;
  const steps = Array.isArray(given) ? given.filter((step) => typeof step === 'string') : [];
  return steps.length === 0 ? {} : { told: steps };
}

function unsaid(
  tally: Tally,
  type: 'number' | 'boolean',
): { readonly key: string; readonly title: string }[] {
  const keys = Object.keys(tally).filter((key) => typeof tally[key] === type && key !== NO_COUNT);
  return keys.map((key) => ({ key, title: key }));
}
