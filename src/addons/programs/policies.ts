import type { Person } from '../../forge/events.ts';
import { labelOf } from '../../decide/naming.ts';
import { formFieldsOf, type FormField } from '../../decide/form-field.ts';
import { inFavour, coursesOf } from '../../rehearse/courses.ts';
import { DOES_NOT_COME_BACK, unlessAborted } from '../../play/call-guard.ts';
import { refusedAs } from '../../play/aborted-calls.ts';
import { playerAt, votesOffered } from '../../seat/preview.ts';
import type { GameTrial, Luck } from './game-trial.ts';
import type { SeatStep } from '../../seat/program/steps.ts';
import { worthOf, type Aim } from './victory.ts';

export interface Turn {
  readonly trial: Pick<GameTrial, 'position' | 'now'>;
  readonly who: Person;
  readonly luck: Luck;
  readonly aim: Aim;
  readonly day: number;
}

/** Yields one step after another, and receives whether the rules accepted it. */
export type Policy = (turn: Turn) => AsyncGenerator<SeatStep, void, boolean>;

const TRIES = 8;
const CANDIDATES = 12;
const PROPOSES_ONE_IN = 5;

/** Takes any action that the rules allow. */
export async function* playAtRandom(turn: Turn): AsyncGenerator<SeatStep, void, boolean> {
  yield* goThrough(turn);
  for (let left = TRIES; left > 0; left--) {
    const step = randomAct(turn);
    if (step === null || (yield step)) return;
  }
}

/** Takes the possible action that brings it nearest to winning. */
export async function* playGreedily(turn: Turn): AsyncGenerator<SeatStep, void, boolean> {
  yield* goThrough(turn);
  const found = Array.from({ length: CANDIDATES }, () => randomAct(turn)).filter((step) => step !== null);
  const best = found
    .map((step) => ({ step, worth: worthOfStep(turn, step) }))
    .filter(({ worth }) => worth !== null && worth >= 0)
    .sort((a, b) => (b.worth ?? 0) - (a.worth ?? 0));
  for (const { step } of best) if (yield step) return;
}

/** Claims a win, votes, and proposes something now and then, as people do. */
function* goThrough(turn: Turn): Generator<SeatStep, void, boolean> {
  const { trial, who, luck, aim } = turn;
  const { position, now } = trial;
  const me = playerAt(position, who);
  const { players, posts } = position.open.play.state();
  const hasWon = (id: string): boolean => aim.flag !== null && players[id]?.[aim.flag] === true;
  const pending = Object.values(posts).filter(({ status }) => status === 'pending');
  if (
    aim.claim !== null &&
    hasWon(me) &&
    !pending.some(({ kind, author }) => kind === aim.claim && author === me)
  )
    yield { do: 'post', kind: aim.claim, title: 'I have won', text: '' };
  for (const post of pending) {
    if (post.author === me || post.uses.some(({ by }) => by === me)) continue;
    const isFor = post.kind === aim.claim ? hasWon(post.author) : luck.number(3) > 0;
    yield voteOn(turn, post.id, post.kind, isFor);
  }
  if (luck.number(PROPOSES_ONE_IN) > 0) return;
  const name = labelOf(me, players[me]);
  const title = `Custom ${Object.keys(posts).length + 1} of ${name}`;
  const text = `It is a custom of ${name} to greet everybody on day ${turn.day} (${now.slice(0, 10)}).`;
  yield { do: 'propose', title, text: '', changes: [{ do: 'add', title, text }] };
}

function voteOn({ trial: { position, now } }: Turn, post: string, kind: string, isFor: boolean): SeatStep {
  const courses = coursesOf(position.open.play.sandbox, position.open.play.model, now);
  const course = courses.find((one) => one.kind === kind) ?? courses[0];
  const [first = 'for', second = first] = votesOffered(position, now, kind);
  const input = course === undefined ? null : inFavour(course, post, '', now);
  if (isFor && input?.type === 'comment') return { do: 'comment', post, text: input.text };
  return { do: 'vote', matter: post, vote: isFor ? first : second, text: '' };
}

function randomAct({ trial: { position, now }, luck }: Turn): (SeatStep & { do: 'act' }) | null {
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

/** Takes the step in the sandbox and undoes it; null if the rules refuse it. */
function worthOfStep(
  { trial: { position, now: at }, who, aim }: Turn,
  step: SeatStep & { do: 'act' },
): number | null {
  const by = playerAt(position, who);
  const input = { type: 'act', at, by, action: step.action, with: step.with } as const;
  const { play } = position.open;
  play.record.begin();
  play.sandbox.hold();
  const result = unlessAborted(() => play.sandbox.take(input, true), refusedAs(DOES_NOT_COME_BACK));
  play.sandbox.rewind();
  if (!result.ok) return null;
  return worthOf(aim, by, result.changes);
}
