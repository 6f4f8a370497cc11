import type { Play } from './play/play.ts';
import type { Resolution } from '../kernel/inputs.ts';
import { SandboxError } from '../sandbox/host.ts';
import { linesIn, resolving } from '../store/ledger-line.ts';
import { datesIn } from '../kernel/dated-words.ts';
import { hoursAfter } from '../kernel/time.ts';
import { nameOfTime } from '../kernel/names.ts';
import type { Stuck } from './play/stuck.ts';
import type { RulesInPlay, Tries } from './position/rules-in-play.ts';
import type { Outcome } from '../kernel/result.ts';

type Step = ReturnType<Play['resolveNext']>;

/** Yields each time at which rules act by themselves, so that earlier ones come first, and finally `until`. */
export function* momentsUntil(rules: RulesInPlay, until: string): Generator<string> {
  for (let last = '', passed = ''; ;) {
    // Nothing can happen earlier than the last recorded event.
    const begun = rules.play.ledger.at(-1)?.at ?? '';
    const from = begun < passed ? passed : begun;
    // Rules may schedule other times from a date on; anything due earlier follows the times before that date.
    const date = datesOf(rules.play).find((one) => one > from && one <= until) ?? null;
    const at = date === null ? until : hoursAfter(date, -SECOND_HOURS);
    const next = rules.ask(
      'times',
      at,
      () => rules.play.nextTime(at),
      () => null,
    );
    const moment = next !== null && next < from ? from : next;
    const isNext = moment !== null && moment < (date ?? until) && moment > last;
    if (!isNext && date === null) break;
    if (!isNext) {
      passed = date ?? '';
      continue;
    }
    last = moment;
    yield moment;
  }
  yield until;
}

const SECOND_HOURS = 1 / 3600;

/** Dates on which the rules' own schedule may change. */
function datesOf({ model, manifest }: Play): readonly string[] {
  return Object.keys(model.times).length === 0 ? [] : datesIn(manifest);
}

/** Resolves the next due matter; null if none is due. */
export function resolveDue(
  rules: RulesInPlay,
  at: string,
  stuck: Stuck,
): { readonly matter: string; readonly outcome: Outcome } | null {
  const step = givenUp(rules, at, stuck) ?? nextStep(rules, at, stuck);
  if (step === null) return null;
  rules.noteResolved(step.resolution, step.outcome);
  return { matter: step.resolution.matter, outcome: step.outcome };
}

/** A matter on which the rules did not finish, so nothing can be said about it. */
function givenUp(rules: RulesInPlay, at: string, stuck: Stuck): Step {
  if (rules.aborted.isEmpty) return null;
  const pending = pendingIn(rules.play);
  for (const matter of pending) {
    if (stuck.has(matter)) continue;
    const others = pending.filter((other) => other !== matter);
    const key = keyGivenUp(rules, at, matter, [...stuck, ...others]);
    if (key === null) continue;
    rules.beginDrawsFor(matter, at);
    const outcome = rules.refusedAgain(key, resolving(matter), { at, by: 'engine' });
    if (outcome === null) continue;
    stuck.note(matter, null);
    return { resolution: { at, matter, by: null, outcome: 'enacted' }, outcome };
  }
  return null;
}

/**
 * Identifies a resolution that isn't tried again, because there is no other clause to leave out. If a matter can't be enacted for lack of
 * time or memory, it may still fail once people vote against it.
 */
function keyGivenUp(
  rules: RulesInPlay,
  at: string,
  matter: string,
  without: readonly string[],
): string | null {
  const { aborted, play } = rules;
  const now = { at, lines: linesIn(play.ledger) };
  const isHeld = (key: string): boolean => aborted.givenUp(key, now) !== null;
  const asked = `due ${matter}`;
  if (isHeld(asked)) return asked;
  if (!isHeld(resolving(matter)) && !isHeld(keyOf(matter, 'failed'))) return null;
  aborted.begin(asked, at);
  const due = unlessStopped(() => play.sandbox.due(at, without));
  if (due === null) return null;
  const key = keyOf(due.matter, due.outcome);
  return isHeld(key) && (due.outcome === 'happened' || rules.triesOf(key, at) === null) ? key : null;
}

function keyOf(matter: string, outcome: Resolution['outcome']): string {
  return outcome === 'failed' ? `fail ${matter}` : resolving(matter);
}

/** If the rules are stopped here, resolving the matters reports it. */
function unlessStopped<T>(question: () => T): T | null {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return null;
  }
}

/** Enacts a matter in a throwaway position, to see whether anything else stands in its way. */
export function tryToEnact(rules: RulesInPlay, at: string, matter: string): Outcome {
  rules.beginDrawsFor(matter, at);
  try {
    return rules.play.enact({ at, matter, by: null, outcome: 'enacted' });
  } catch (error) {
    return rules.notDrawn(error);
  }
}

function nextStep(rules: RulesInPlay, at: string, stuck: Stuck): Step {
  const { play, aborted } = rules;
  const resolveNext = (without: Stuck): Step => {
    let begun = '';
    const tried = new Map<Resolution['outcome'], Tries>();
    try {
      return play.resolveNext(at, without, (matter, outcome) => {
        begun = matter;
        const key = keyOf(matter, outcome);
        const tries = tried.get(outcome) ?? rules.triesOf(key, at) ?? { keys: [key], off: [] };
        rules.tryAgain(tries, tried.has(outcome), resolving(matter), { at, by: 'engine' });
        tried.set(outcome, tries);
        return tries.off;
      });
    } catch (error) {
      if (begun === '') throw error;
      const outcome = rules.notDrawn(error);
      without.add(begun);
      return { resolution: { at, matter: begun, by: null, outcome: 'enacted' }, outcome };
    }
  };
  rules.beginUnderRules('due', at);
  if (rules.abortedBefore('due', at) === null) return resolveNext(stuck);
  // The rules did not finish on all matters together, so each is asked about alone to find the culprit.
  const pending = pendingIn(play);
  for (const id of pending) {
    if (stuck.has(id)) continue;
    aborted.begin(`due ${id}`, at);
    const others = stuck.with(pending.filter((other) => other !== id));
    const step = resolveNext(others);
    if (step === null) continue;
    if (!step.outcome.ok) stuck.note(id, step.outcome.refusal);
    return step;
  }
  return null;
}

/** Pending posts and scheduled actions are both resolved, and the rules may fail to finish on either. */
function pendingIn(play: Play): readonly string[] {
  const posts = Object.values(play.state().posts).filter(({ status }) => status === 'pending');
  return [...posts.map(({ id }) => id), ...Object.keys(play.model.times).map(nameOfTime)];
}
