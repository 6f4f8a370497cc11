// Steps that a player might try, for games that nobody writes down.
import type { Person } from '../../src/forge/events.ts';
import { labelOf } from '../../src/wording/naming.ts';
import { formFieldsOf, type FormField } from '../../src/wording/form-field.ts';
import { inFavour, coursesOf } from '../../src/wording/courses.ts';
import { playerAt, votesOffered } from '../../src/seat/preview.ts';
import type { Luck } from '../../src/addons/programs/game-trial.ts';
import type { Position } from '../../src/session/position/position.ts';
import type { SeatStep } from '../../src/seat/program/steps.ts';

export interface Turn {
  readonly position: Position;
  readonly now: string;
  readonly who: Person;
  readonly luck: Luck;
}

const TRIES = 8;
const PROPOSES_ONE_IN = 5;

/** Steps that somebody might try, until one is taken: first votes and now and then a proposal, then any actions. */
export function* stepsAtRandom(turn: Turn): Generator<SeatStep, void, undefined> {
  yield* goThrough(turn);
  for (let left = TRIES; left > 0; left--) {
    const step = randomAct(turn);
    if (step === null) return;
    yield step;
  }
}

/** Votes, and proposes something now and then, as people do. */
function* goThrough(turn: Turn): Generator<SeatStep, void, undefined> {
  const { position, now, who, luck } = turn;
  const me = playerAt(position, who);
  const { players, posts } = position.open.play.state();
  const pending = Object.values(posts).filter(({ status }) => status === 'pending');
  for (const post of pending) {
    if (post.author === me || post.uses.some(({ by }) => by === me)) continue;
    yield voteOn(turn, post.id, post.kind, luck.number(3) > 0);
  }
  if (luck.number(PROPOSES_ONE_IN) > 0) return;
  const name = labelOf(me, players[me]);
  const title = `Custom ${Object.keys(posts).length + 1} of ${name}`;
  const text = `It is a custom of ${name} to greet everybody on ${now.slice(0, 10)}.`;
  yield { do: 'propose', title, text: '', changes: [{ do: 'add', title, text }] };
}

function voteOn({ position, now }: Turn, post: string, kind: string, isFor: boolean): SeatStep {
  const courses = coursesOf(position.open.play.sandbox, position.open.play.model, now);
  const course = courses.find((one) => one.kind === kind) ?? courses[0];
  const [first = 'for', second = first] = votesOffered(position, now, kind);
  const input = course === undefined ? null : inFavour(course, post, '', now);
  if (isFor && input?.type === 'comment') return { do: 'comment', post, text: input.text };
  return { do: 'vote', matter: post, vote: isFor ? first : second, text: '' };
}

function randomAct({ position, now, luck }: Turn): (SeatStep & { do: 'act' }) | null {
  const { play } = position.open;
  const action = luck.one(Object.keys(play.model.actions));
  if (action === undefined) return null;
  const state = play.state();
  const fields = formFieldsOf(play.model.actions[action]?.with ?? {}, state);
  // People mostly type the name of something.
  const words = [
    ...WORDS,
    ...Object.keys(state.players),
    ...Object.values(state.things).flatMap(Object.keys),
  ];
  return { do: 'act', action, with: randomWords(fields, { luck, now, words }) };
}

interface Choosing {
  readonly luck: Luck;
  readonly now: string;
  readonly words: readonly string[];
}

function randomWords(fields: readonly FormField[], choosing: Choosing): Record<string, unknown> {
  const given = fields.filter(({ optional }) => !optional || choosing.luck.number(2) === 0);
  const all = given.map((field) => [field.id, randomValue(field, choosing)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

const WORDS = ['Ember', 'Tonic', 'Harrow', 'Quill', 'Marsh', 'DICE6', '2DICE6'];
const MOST = 10;

/** A random value that a form would accept; the rules decide whether it makes sense. */
function randomValue({ input, options, min, max, numbers, parts }: FormField, choosing: Choosing): unknown {
  const { luck, now, words } = choosing;
  const some = <T>(one: () => T): T[] => Array.from({ length: 1 + luck.number(3) }, one);
  const least = min ?? 0;
  if (input === 'yes-no') return luck.number(2) === 0;
  if (input === 'integer' || input === 'anything')
    return least + luck.number(Math.max(1, Math.min((max ?? least + MOST) - least + 1, 1_000)));
  if (input === 'group') return randomWords(parts, choosing);
  if (input === 'entries') return {};
  if (input === 'time') return now;
  const [each] = parts;
  if (input === 'rows') return each === undefined ? [] : some(() => randomValue(each, choosing));
  if (input === 'lines' || input === 'some-of')
    return some(() => luck.one(options)?.value ?? (numbers ? luck.number(MOST) : luck.one(words)));
  if (options.length > 0) return luck.one(options)?.value;
  return input === 'one-of' || input === 'picture' ? undefined : luck.one(words);
}
