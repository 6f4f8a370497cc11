import type { Play } from '../play/play.ts';
import { linesIn } from '../play/ledger-reader.ts';
import { resolving } from '../play/ledger-verbs.ts';
import { nameOfTime } from '../kernel/times.ts';
import type { RulesInPlay } from './rules-in-play.ts';
import type { Outcome } from '../play/outcome.ts';

type Step = ReturnType<Play['resolveNext']>;

/** Each moment at which rules do something by themselves, so that what is due by then comes first; in the end `until`. */
export function* momentsUntil(rules: RulesInPlay, until: string): Generator<string> {
  for (let last = ''; ;) {
    const next = rules.ask(
      'times',
      until,
      () => rules.play.nextTime(until),
      () => null,
    );
    // Nothing is done before what is on record already.
    const begun = rules.play.ledger.at(-1)?.at ?? '';
    const moment = next !== null && next < begun ? begun : next;
    if (moment === null || moment >= until || moment <= last) break;
    last = moment;
    yield moment;
  }
  yield until;
}

/** Resolves the next matter that is due; null where none is. */
export function resolveDue(
  rules: RulesInPlay,
  at: string,
  stuck: Set<string>,
): { readonly matter: string; readonly outcome: Outcome } | null {
  const step = givenUp(rules, at, stuck) ?? nextStep(rules, at, stuck);
  if (step === null) return null;
  rules.noteResolved(step.resolution, step.outcome);
  return { matter: step.resolution.matter, outcome: step.outcome };
}

/** A matter with which the rules did not come to an end, so that nothing can be said of it. */
function givenUp(rules: RulesInPlay, at: string, stuck: Set<string>): Step {
  const { ended, play } = rules;
  if (ended.isEmpty) return null;
  for (const matter of pendingIn(play)) {
    if (stuck.has(matter)) continue;
    const what = resolving(matter);
    const now = { at, lines: linesIn(play.ledger) };
    const key = [what, `due ${matter}`].find((one) => ended.givenUp(one, now) !== null);
    if (key === undefined) continue;
    rules.beginDrawsFor(matter, at);
    const outcome = rules.refusedAgain(key, what, { at, by: 'engine' });
    if (outcome === null) continue;
    stuck.add(matter);
    return { resolution: { at, matter, by: null, outcome: 'enacted' }, outcome };
  }
  return null;
}

/** Enacts what the rules say may be: in a position that nobody goes on with, to see whether anything else stands in the way. */
export function tryToEnact(rules: RulesInPlay, at: string, matter: string): Outcome {
  rules.beginDrawsFor(matter, at);
  try {
    return rules.play.enact({ at, matter, by: null, outcome: 'enacted' });
  } catch (error) {
    return rules.notDrawn(error);
  }
}

function nextStep(rules: RulesInPlay, at: string, stuck: Set<string>): Step {
  const { play, ended } = rules;
  const resolveNext = (without: Set<string>): Step => {
    let begun = '';
    try {
      return play.resolveNext(at, without, (matter) => {
        begun = matter;
        ended.begin(resolving(matter), at);
        rules.beginDrawsFor(matter, at);
      });
    } catch (error) {
      if (begun === '') throw error;
      const outcome = rules.notDrawn(error);
      without.add(begun);
      return { resolution: { at, matter: begun, by: null, outcome: 'enacted' }, outcome };
    }
  };
  ended.begin('due');
  if (ended.givenUp('due') === null) return resolveNext(stuck);
  // Asked about all of them the rules did not come to an end: one by one it shows with which.
  const pending = pendingIn(play);
  for (const id of pending) {
    if (stuck.has(id)) continue;
    ended.begin(`due ${id}`, at);
    const others = new Set([...stuck, ...pending.filter((other) => other !== id)]);
    const step = resolveNext(others);
    if (step === null) continue;
    if (!step.outcome.ok) stuck.add(id);
    return step;
  }
  return null;
}

/** Posts, and what rules do at a time: both are resolved, and both may be what the rules don't come back from. */
function pendingIn(play: Play): readonly string[] {
  const posts = Object.values(play.state().posts).filter(({ status }) => status === 'pending');
  return [...posts.map(({ id }) => id), ...Object.keys(play.model.times).map(nameOfTime)];
}
