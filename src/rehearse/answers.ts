import type { Input } from '../kernel/inputs.ts';
import { hoursAfter, hoursBetween, isMoment } from '../kernel/time.ts';
import { isPlainObject } from '../kernel/values.ts';
import { labelOf, titleOfKind } from '../wording/naming.ts';
import { readFigures, readNeeded } from '../wording/figures.ts';
import { adminsIn } from '../store/read-game.ts';
import type { Runner } from '../sandbox/sandbox.ts';
import { coursesOf, inFavour, type Course } from '../wording/courses.ts';
import { layIn } from './game-copy.ts';
import { CHECKED_AFTER_HOURS } from './play-matter.ts';
import type { Ruled } from './rehearsal-room.ts';
import type { Scene } from './sketch-changes.ts';

const MOST_VOTERS = 40;

type Asking = Pick<Scene, 'state' | 'values' | 'id' | 'words'> & { readonly at: string };

/** The rules' answers about the game and about possible matters. */
interface Answers {
  readonly said: Map<string, string>;
  /** The hours after which a matter of each kind could change something; infinite if never. */
  readonly opens: Map<string, number>;
  /** Whether somebody has won, so that the next dynasty comes first. */
  isOver: boolean;
}

/** A sentence for each answer that differs: `players: 3 → none`. */
export function sayOtherAnswers(before: Answers, after: Answers): readonly string[] {
  const others = [...new Set([...before.said.keys(), ...after.said.keys()])].flatMap((name) => {
    const [then, now] = [before.said.get(name) ?? 'none', after.said.get(name) ?? 'none'];
    return then === now ? [] : [`${name}: ${then} → ${now}`];
  });
  return [...others, ...[...after.opens].flatMap(([kind, hours]) => sayOpening(kind, hours, before, after))];
}

/** `by a Proposal nothing could be changed for 1,000 years, only by a Call for Judgement` */
function sayOpening(kind: string, now: number, before: Answers, after: Answers): readonly string[] {
  const then = before.opens.get(kind);
  if (then === undefined || then === now) return [];
  if (now <= SOON_HOURS)
    return [`a ${kind} that everybody supports comes into force: ${sayWithin(then)} → ${sayWithin(now)}`];
  const ways = [...after.opens].flatMap(([other, hours]) => (hours <= SOON_HOURS ? [`a ${other}`] : []));
  const only = ways.length === 0 ? '' : `, only by ${ways.join(' or ')}`;
  if (now === Infinity && after.isOver)
    return [
      `this dynasty would be over, and no ${kind} could change anything until the next one begins${only}`,
    ];
  const long = now === Infinity ? 'any more' : `for ${sayLong(now)}`;
  return [`by a ${kind} nothing could be changed ${long}${only}`];
}

const SOON_HOURS = Math.max(...CHECKED_AFTER_HOURS);

function sayWithin(hours: number): string {
  if (hours === Infinity) return 'never';
  if (hours > SOON_HOURS) return `after ${sayLong(hours)}`;
  return hours === 0 ? 'at once' : `within ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

function sayLong(hours: number): string {
  const years = Math.round(hours / HOURS_OF_YEAR);
  return years > 1 ? `${years.toLocaleString('en')} years` : `${Math.round(hours / 24)} days`;
}

const HOURS_OF_YEAR = 8766;

export function answersOf(ruled: Ruled, asking: Asking): Answers {
  const { at } = asking;
  const { sandbox, model } = ruled;
  layIn(sandbox, asking);
  const answers: Answers = { said: new Map(), opens: new Map(), isOver: false };
  const isWon = (): boolean =>
    model().views['dynasty-won'] !== undefined &&
    isPlainObject(sandbox.query(at, [['views', 'dynasty-won']])[0]?.value);
  answers.isOver = isWon();
  for (const { title, value, notice } of readFigures(sandbox.query(at, [['figures']])[0]?.value))
    answers.said.set(title.toLowerCase(), notice ?? String(value));
  for (const course of coursesOf(sandbox, model(), at)) {
    askOf(course, ruled, asking, answers);
    // Rules may notice that somebody has reached the goal only once something is done.
    answers.isOver ||= isWon();
  }
  return answers;
}

function askOf(
  course: Course,
  { sandbox, model, usual }: Ruled,
  { state, id, at, words }: Asking,
  { said, opens }: Answers,
): void {
  const voters = Object.keys(state.players).slice(0, MOST_VOTERS);
  const kind = titleOfKind(model(), course.kind);
  sandbox.rewind();
  const [{ title, text }] = words;
  const post = { type: 'post', at, by: '', id, kind: course.kind, title, text, changes: [] } as const;
  const asked = { course, sandbox, post, voters, admins: course.byHand ? adminsIn(state) : [] };
  const posts = voters.map((by) => ({ ...post, by }));
  if (!isPosted(asked, posts)) return void opens.set(kind, opensTo(asked));
  const needed = readNeeded(sandbox.query(at, [['needed', id]])[0]?.value);
  if (needed !== null) said.set(`${needed.title.toLowerCase()} of a ${kind}`, String(needed.count));
  for (const by of voters) {
    const others = numbersIn(sandbox, at, id);
    const [refusal] = sandbox.takeEach([inFavour(course, id, by, at)]);
    const weight = refusal === null ? weightBetween(others, numbersIn(sandbox, at, id)) : null;
    if (weight !== null)
      said.set(`votes that ${labelOf(by, state.players[by])} has on a ${kind}`, String(weight));
  }
  const hours = passesAfter(asked);
  // That only one person's matters pass, or only some titles, is no way that is shut.
  const [, ...others] = posts.flatMap((one) => words.map((said) => ({ ...one, ...said })));
  const known = { ...post, ...usual.way?.words, by: usual.way?.authors?.[0] ?? '', changes: [] };
  if (hours !== null) opens.set(kind, hours);
  else if ([known, ...others].every((other) => passesSoon(asked, [other]) === null))
    opens.set(kind, opensTo(asked));
}

interface Tried {
  readonly course: Course;
  readonly sandbox: Runner;
  readonly post: Input & { readonly type: 'post' };
  readonly voters: readonly string[];
  readonly admins: readonly string[];
}

/** Lets the first of these people post it who may. */
function isPosted({ sandbox }: Tried, posts: readonly Tried['post'][]): boolean {
  const first = posts[sandbox.refusalsOf(posts).indexOf(null)];
  return first !== undefined && sandbox.take(first).ok;
}

/** The hours after which a matter passes soon that one of these posts opens and everybody supports; null if it doesn't. */
function passesSoon(asked: Tried, posts: readonly Tried['post'][]): number | null {
  const { course, sandbox, post, voters } = asked;
  const { at } = posts[0] ?? post;
  sandbox.rewind();
  if (!isPosted(asked, posts)) return null;
  sandbox.takeEach(voters.map((by) => inFavour(course, post.id, by, at)));
  return CHECKED_AFTER_HOURS.find((hours) => passesAt(asked, hoursAfter(at, hours))) ?? null;
}

function passesAt({ course, sandbox, post: { id: matter }, admins }: Tried, at: string): boolean {
  if (!course.byHand) return sandbox.due(at)?.outcome === 'enacted';
  return admins.some((by) => sandbox.why(at, 'may-enact', { matter, by }) === null);
}

/** The hours after which the matter that was posted passes; null if it never does. */
function passesAfter(asked: Tried): number | null {
  const { sandbox, post } = asked;
  const passes = (hours: number): boolean => passesAt(asked, hoursAfter(post.at, hours));
  const soon = CHECKED_AFTER_HOURS.find(passes);
  if (soon !== undefined) return soon;
  // Rules may name the time.
  const named = sandbox.query(post.at, [['views', 'earliest-enactment', post.id]])[0]?.value;
  const hoursLeft = isMoment(String(named)) ? Math.ceil(hoursBetween(post.at, String(named))) : null;
  return hoursLeft !== null && passes(hoursLeft) ? hoursLeft : opensLater(passes, post.at);
}

/** The hours after which a matter that is only posted then passes. */
function opensTo(asked: Tried): number {
  const { post, voters } = asked;
  let wait = 0;
  const passes = (hours: number): boolean => {
    const at = hoursAfter(post.at, hours);
    const more = passesSoon(
      asked,
      voters.map((by) => ({ ...post, at, by })),
    );
    wait = more ?? wait;
    return more !== null;
  };
  return (opensLater(passes, post.at) ?? Infinity) + wait;
}

/** The hours after which it can pass, roughly: found by ever longer steps, and then by halves. */
function opensLater(passes: (hours: number) => boolean, at: string): number | null {
  let [shut, open] = [SOON_HOURS, 4 * SOON_HOURS];
  while (!passes(open)) {
    [shut, open] = [open, 4 * open];
    if (Number(at.slice(0, 4)) + open / HOURS_OF_YEAR > LAST_YEAR) return null;
  }
  while (open - shut > Math.max(1, open / 200)) {
    const half = Math.round((open + shut) / 2);
    if (passes(half)) open = half;
    else shut = half;
  }
  return open;
}

const LAST_YEAR = 9990;

function numbersIn(sandbox: Runner, at: string, id: string): Readonly<Record<string, unknown>> {
  const tally = sandbox.query(at, [['tally', id]])[0]?.value;
  return isPlainObject(tally) ? tally : {};
}

/** The number of votes by which the tally has grown, or null if no number in it has grown. */
function weightBetween(
  before: ReturnType<typeof numbersIn>,
  after: ReturnType<typeof numbersIn>,
): number | null {
  const grown = Object.entries(after).flatMap(([name, count]) => {
    const more = typeof count === 'number' ? count - Number(before[name] ?? 0) : 0;
    return more > 0 ? [more] : [];
  });
  return grown.length === 0 ? null : Math.max(...grown);
}
