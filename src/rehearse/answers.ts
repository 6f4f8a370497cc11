import type { ModelDescription } from '../kernel/describe-model.ts';
import type { State } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import { isPlainObject } from '../kernel/values.ts';
import { labelOf, titleOfKind } from '../wording/naming.ts';
import { readFigures, readNeeded } from '../play/figures.ts';
import type { Runner } from '../sandbox/sandbox.ts';
import { coursesOf, inFavour, type Course } from './courses.ts';
import { assume } from './game-copy.ts';
import { CHECKED_AFTER_HOURS } from './play-matter.ts';
import type { Ruled } from './rehearsal-room.ts';
import type { Scene } from './sketch-changes.ts';

const MOST_VOTERS = 40;

interface Asking {
  readonly state: State;
  readonly id: string;
  readonly at: string;
  /** Values to set first. */
  readonly values?: Scene['values'];
}

/** The rules' answers about the game and about a possible matter, by name. */
type Answers = ReadonlyMap<string, string>;

/** A sentence for each answer that differs: `players: 3 → none`. */
export function sayOtherAnswers(before: Answers, after: Answers): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [then, now] = [before.get(name) ?? 'none', after.get(name) ?? 'none'];
    return then === now ? [] : [`${name}: ${then} → ${now}`];
  });
}

export function answersOf({ sandbox, model }: Ruled, asking: Asking): Answers {
  const { state, at, values = [] } = asking;
  sandbox.clear();
  sandbox.load({ ...state, posts: {}, submissions: {} });
  for (const { path, value } of values) assume(sandbox, path, value);
  sandbox.hold();
  const answers = new Map<string, string>();
  for (const { title, value, notice } of readFigures(sandbox.query(at, [['figures']])[0]?.value))
    answers.set(title.toLowerCase(), notice ?? String(value));
  for (const course of coursesOf(sandbox, model(), at)) askOf(course, sandbox, model(), asking, answers);
  return answers;
}

function askOf(
  course: Course,
  sandbox: Runner,
  model: ModelDescription,
  { state, id, at }: Asking,
  answers: Map<string, string>,
): void {
  const voters = Object.keys(state.players).slice(0, MOST_VOTERS);
  const kind = titleOfKind(model, course.kind);
  sandbox.rewind();
  const post = { type: 'post', at, id, kind: course.kind, title: kind, text: kind, changes: [] } as const;
  if (!voters.some((by) => sandbox.take({ ...post, by }).ok)) return;
  const needed = readNeeded(sandbox.query(at, [['needed', id]])[0]?.value);
  if (needed !== null) answers.set(`${needed.title.toLowerCase()} of a ${kind}`, String(needed.count));
  for (const by of voters) {
    const others = numbersIn(sandbox, at, id);
    const [refusal] = sandbox.takeEach([inFavour(course, id, by, at)]);
    const weight = refusal === null ? weightBetween(others, numbersIn(sandbox, at, id)) : null;
    if (weight !== null)
      answers.set(`votes that ${labelOf(by, state.players[by])} has on a ${kind}`, String(weight));
  }
  if (course.byHand) return;
  const hours = CHECKED_AFTER_HOURS.find(
    (later) => sandbox.due(hoursAfter(at, later))?.outcome === 'enacted',
  );
  answers.set(
    `a ${kind} that everybody supports comes into force`,
    hours === undefined ? 'not within ten days' : hours === 0 ? 'at once' : `within ${hours} hours`,
  );
}

type Numbers = Readonly<Record<string, unknown>>;

function numbersIn(sandbox: Runner, at: string, id: string): Numbers {
  const tally = sandbox.query(at, [['tally', id]])[0]?.value;
  return isPlainObject(tally) ? tally : {};
}

/** The number of votes by which the tally has grown, or null if no number in it has grown. */
function weightBetween(before: Numbers, after: Numbers): number | null {
  const grown = Object.entries(after).flatMap(([name, count]) => {
    const more = typeof count === 'number' ? count - Number(before[name] ?? 0) : 0;
    return more > 0 ? [more] : [];
  });
  return grown.length === 0 ? null : Math.max(...grown);
}
