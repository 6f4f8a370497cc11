import { beginDraws, type OpenGame } from '../store/open-game.ts';
import { linesIn } from '../play/ledger-reader.ts';
import type { Play } from '../play/play.ts';
import type { Outcome } from '../play/outcome.ts';
import { promisedIn } from '../play/secrets/seed-ring.ts';
import { resolving } from '../play/what-is-done.ts';
import { again, noticeChanges, type Table } from './table.ts';

type Step = ReturnType<Play['resolveNext']>;

/** Resolves the next matter that is due; null where none is. */
export function resolveDue(
  table: Table,
  at: string,
  stuck: Set<string>,
): { readonly matter: string; readonly outcome: Outcome } | null {
  const step = givenUp(table, at, stuck) ?? checked(table, nextStep(table, at, stuck));
  if (step === null) return null;
  const { matter, outcome: how } = step.resolution;
  table.happened.push({
    at,
    by: 'engine',
    what: `${how === 'enacted' ? 'enact' : 'fail'} ${matter}`,
    outcome: step.outcome,
    line: null,
  });
  if (step.outcome.ok) noticeChanges(table, step.outcome.changes);
  return { matter, outcome: step.outcome };
}

function checked({ ended }: Table, step: Step): Step {
  if (step !== null) ended.check(step.outcome);
  return step;
}

/** A matter with which the rules did not come to an end, so that nothing can be said of it. */
function givenUp(table: Table, at: string, stuck: Set<string>): Step {
  if (table.ended.isEmpty) return null;
  for (const matter of pendingIn(table.open)) {
    if (stuck.has(matter)) continue;
    const what = resolving(matter);
    const now = { at, lines: linesIn(table.open.play.ledger) };
    const key = [what, `due ${matter}`].find((one) => table.ended.givenUp(one, now) !== null);
    if (key === undefined) continue;
    beginDrawsFor(table, matter, at);
    const outcome = again(table, key, what, { at, by: 'engine' });
    if (outcome === null) continue;
    stuck.add(matter);
    return { resolution: { at, matter, by: null, outcome: 'enacted' }, outcome };
  }
  return null;
}

/** Enacts what the rules say may be: on a table that nobody goes on with, to see whether anything else stands in the way. */
export function tryToEnact(table: Table, at: string, matter: string): Outcome {
  beginDrawsFor(table, matter, at);
  return table.open.play.enact({ at, matter, by: null, outcome: 'enacted' });
}

function beginDrawsFor({ open, name, seeds }: Table, matter: string, at: string): void {
  beginDraws(open, name, { what: resolving(matter), at, by: 'engine', promised: promisedIn(seeds) });
}

function nextStep(table: Table, at: string, stuck: Set<string>): Step {
  const { open, ended } = table;
  const begin = (matter: string): void => {
    ended.begin(resolving(matter), at);
    beginDrawsFor(table, matter, at);
  };
  ended.begin('due');
  if (ended.givenUp('due') === null) return open.play.resolveNext(at, stuck, begin);
  // Asked about all of them the rules did not come to an end: one by one it shows with which.
  const pending = pendingIn(open);
  for (const id of pending) {
    if (stuck.has(id)) continue;
    ended.begin(`due ${id}`, at);
    const others = new Set([...stuck, ...pending.filter((other) => other !== id)]);
    const step = open.play.resolveNext(at, others, begin);
    if (step === null) continue;
    if (!step.outcome.ok) stuck.add(id);
    return step;
  }
  return null;
}

function pendingIn({ play }: OpenGame): readonly string[] {
  return Object.values(play.state().posts)
    .filter(({ status }) => status === 'pending')
    .map(({ id }) => id);
}
