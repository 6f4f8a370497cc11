import { SandboxError, SandboxLostError } from '../sandbox/host.ts';
import type { Runner } from '../sandbox/sandbox.ts';
import type { Input } from '../kernel/inputs.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { inARow } from '../kernel/sentence.ts';
import type { PostData } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import { adminsIn } from '../store/read-game.ts';
import { coursesOf, inFavour, type Course } from './courses.ts';
import type { InPlay } from './in-play.ts';
import { titleOfKind } from './naming.ts';
import { DOES_NOT_COME_BACK, WHAT_TO_DO } from './rule-fault.ts';

type Asked = Omit<InPlay, 'wording' | 'whyUnread'>;

const GOING_BACK = 'a comment /recover or `gitnomic doctor recover`, which go back';
const LATER_HOURS = [0, 32, 256];

/** The ways to go on when a rule refuses a matter. If matters wait for each other, a new one may not be able to pass. */
export function waysOut(play: Asked, now: string, post: PostData): string {
  try {
    return play.sandbox.dead ? WHAT_TO_DO : waysAllowed(play, now, post);
  } catch (error) {
    // Rules that had to be stopped can't be asked any more.
    if (!play.sandbox.dead) throw error;
    return WHAT_TO_DO;
  }
}

function waysAllowed(play: Asked, now: string, post: PostData): string {
  const { sandbox, model } = play;
  const courses = answerOr(() => coursesOf(sandbox, model, now), []);
  const open = courses.filter((course) => isOpen(play, now, post, course)).map(({ kind }) => kind);
  if (open.some((kind) => kind === post.kind || model.kinds[kind]?.purpose === 'change')) return WHAT_TO_DO;
  const [{ kind } = post] = courses;
  const ways = [
    ...waysToFail(play, now, post),
    ...open.map((one) => `a ${titleOfKind(model, one)} that changes that rule`),
    GOING_BACK,
  ];
  return `; no new ${titleOfKind(model, kind)} could pass now. What helps: ${inARow(ways)}`;
}

/** True if a new matter of this kind could pass now, if everybody were in favour. */
function isOpen(play: Asked, now: string, { title, text }: PostData, course: Course): boolean {
  const { posts, players } = play.state();
  const people = Object.keys(players);
  const id = String(1 + Math.max(0, ...Object.values(posts).map(({ n }) => n)));
  const { kind } = course;
  return [
    { title: 'Change', text: 'Changed.' },
    { title, text },
  ].some((words) => {
    const by = people.map((one): Input => ({
      type: 'post',
      at: now,
      by: one,
      id,
      kind,
      ...words,
      changes: [],
    }));
    const refusals = answerOr(() => play.sandbox.refusalsOf(by), []);
    const posted = by.filter((_, nth) => refusals[nth] === null).slice(0, 1);
    const all = [...posted, ...people.map((one) => inFavour(course, id, one, now))];
    return posted.length > 0 && isTrueIf(play, all, () => whyNotSoon(play, now, 'may-enact', id) === null);
  });
}

function waysToFail(play: Asked, now: string, { id, author }: PostData): readonly string[] {
  const { sandbox } = play;
  const fails = (hours: number, by = {}): boolean =>
    whyNot(sandbox, hoursAfter(now, hours), 'may-fail', { matter: id, ...by }) === null;
  const open = LATER_HOURS.filter((hours) => !fails(hours));
  const failing = (by: readonly string[]): boolean =>
    votesBy(play, by, now, id).some((votes) => isTrueIf(play, votes, () => open.some((one) => fails(one))));
  const removal = { type: 'remove', at: now, by: author ?? '', on: id } as const;
  const isRemoved = answerOr(() => sandbox.refusalsOf([removal])[0] === null, false);
  const state = play.state();
  return [
    ...(failing(Object.keys(state.players)) ? ['votes that fail it'] : []),
    ...(author !== null && (isRemoved || failing([author])) ? ['its author, who can withdraw it'] : []),
    ...(adminsIn(state).some((by) => fails(0, { by })) ? ['an Admin, who can fail it'] : []),
    ...(fails(Math.max(...LATER_HOURS)) ? ['time, after which it fails'] : []),
  ];
}

/** Everybody's votes, for each vote that there is. */
export function votesBy(
  { model }: Pick<Asked, 'model'>,
  people: readonly string[],
  at: string,
  on: string,
): readonly (readonly Input[])[] {
  return model.ballot.votes.map(({ vote }) =>
    people.map((by) => ({ type: 'vote', at, by, on, vote, via: 'comment' })),
  );
}

function isTrueIf(play: Asked, cast: readonly Input[], read: () => boolean): boolean {
  return answerOr(() => play.ifCast(cast, read), false) === true;
}

/** The last reason why neither the engine nor an Admin may end it so within some days; null if one may. */
export function whyNotSoon(play: Asked, now: string, hook: string, matter: string): RefusalData | null {
  const resolvers = [{}, ...adminsIn(play.state()).map((by) => ({ by }))];
  let last: RefusalData | null = null;
  const mayEnd = LATER_HOURS.some((hours) =>
    resolvers.some(
      (by) => (last = whyNot(play.sandbox, hoursAfter(now, hours), hook, { matter, ...by })) === null,
    ),
  );
  return mayEnd ? null : last;
}

export function whyNot(
  sandbox: Pick<Runner, 'why'>,
  at: string,
  hook: string,
  words: { readonly matter: string; readonly by?: string },
): RefusalData | null {
  return answerOr(() => sandbox.why(at, hook, words), DOES_NOT_COME_BACK);
}

/** Returns the fallback if the rules don't finish, so that the game can still be shown. */
export function answerOr<T>(question: () => T, otherwise: T): T {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof SandboxError || error instanceof SandboxLostError)) throw error;
    return otherwise;
  }
}
