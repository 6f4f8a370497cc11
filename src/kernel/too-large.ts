import { BOUNDS } from './bounds.ts';
import { Refusal } from './refusal.ts';
import type { PostData, State } from './state.ts';
import type { StateChange } from './store.ts';

/** A step that would leave more than can be written and read again is refused, as any that would leave an illegal value. */
export function refuseTooLarge(state: State, changes: readonly StateChange[]): void {
  const owners = new Set(changes.map(({ path }) => path.slice(0, path[0] === 'things' ? 3 : 2).join('\0')));
  for (const owner of owners) {
    const [scope = '', id = '', thing = ''] = owner.split('\0');
    if (scope === 'players') refuseLarge(id, state.players[id]);
    else if (scope === 'things') refuseLarge(`${id}.${thing}`, state.things[id]?.[thing]);
    else if (scope === 'posts') refuseLarge(`the post ${id}`, factsOfRules(state.posts[id]));
  }
  for (const scope of ['game', 'dynasty', 'emperor'] as const)
    if (changes.some(({ path }) => path[0] === scope)) refuseLarge(`the ${scope}`, state[scope]);
  if (changes.some(({ path }) => path[0] === 'posts') && lettersPending(state) > BOUNDS.pending.written)
    throw tooLarge('what is pending', BOUNDS.pending.written);
  if (
    changes.some(({ path }) => path[0] === 'submissions') &&
    lettersIn(state.submissions) > BOUNDS.pending.written
  )
    throw tooLarge('what is sealed', BOUNDS.pending.written);
}

/** The number of letters on record of all that is pending. */
export function lettersPending({ posts }: State): number {
  return Object.values(posts).reduce(
    (sum, post) => sum + (post.status === 'pending' ? lettersOf(post) : 0),
    0,
  );
}

function lettersOf({ text, comments, uses, changes }: PostData): number {
  const said = comments.reduce((sum, { text: words }) => sum + words.length + 200, 0);
  const asked: readonly unknown[] = changes.flatMap((change) => Object.values(change));
  const letters = asked.reduce<number>(
    (sum, one) => sum + (typeof one === 'string' ? one.length : lettersIn(one)),
    0,
  );
  return 1000 + text.length + said + uses.length * 200 + letters;
}

/** The rules' own data about a post; people's words there have bounds of their own. */
function factsOfRules(post: PostData | undefined): unknown {
  return post === undefined ? undefined : [post.title, post.fields, post.tally, post.omitted];
}

function lettersIn(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function refuseLarge(what: string, value: unknown): void {
  if (lettersIn(value) > BOUNDS.tracked.written) throw tooLarge(what, BOUNDS.tracked.written);
  if (isTooDeep(value, BOUNDS.depth.written)) {
    throw new Refusal(
      `${what} would be nested more than ${BOUNDS.depth.written} deep, which nobody could read again`,
      {
        code: 'too-large',
      },
    );
  }
}

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

function tooLarge(what: string, most: number): Refusal {
  return new Refusal(`${what} would be more than can be kept: ${most} letters at most`, {
    code: 'too-large',
  });
}
