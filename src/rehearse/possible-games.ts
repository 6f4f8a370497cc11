import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Fields, PostData, State } from '../kernel/state.ts';
import { toTime } from '../kernel/time.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { toCamel } from '../kernel/names.ts';
import { inWords } from '../wording/naming.ts';

/** The game as it could become by playing on. */
export interface PossibleGame {
  /** Completes the sentence “… nothing could be changed any more”. */
  readonly when: string;
  readonly state: State;
  readonly at: string;
  /** Another time at which nothing can be changed either, if the game really stands still. */
  readonly again?: string;
}

/** The numbers of further enacted matters after which the game is examined again. */
const MORE_MATTERS = [1, 2, 5, 25, 120];
/** The number of matters with which rules that go through all posts become slow. */
const VERY_MANY = 300;
/** The numbers of years ahead for which the game is examined, in January and if necessary in July, since rules may rest for a month. */
const YEARS_AHEAD = [2, 3, 5, 10, 20];
const MOST_VALUES = 24;
const MOST_VOTERS = 5;

interface GameSearch {
  readonly state: State;
  readonly at: string;
  readonly model: ModelDescription;
  /** The text of the change. Its rules can depend on any value that it mentions. */
  readonly changed: string;
  /** The change itself, which has been enacted by then. */
  readonly matter: PostData;
}

/**
 * Games that this one could become: with its posts and the change enacted, with more enacted matters, with one player fewer, years
 * later, and with each value at its bounds that the changed rules name.
 */
export function possibleGames(readingOf: GameSearch): readonly PossibleGame[] {
  const { state, at, matter } = readingOf;
  const posts: State['posts'] = {};
  for (const [id, post] of Object.entries(state.posts))
    posts[id] = settled(post, post.id === matter.id ? 'enacted' : 'failed', at);
  const next: State = { ...state, posts };
  const after = (more: number): PossibleGame => ({
    when: `After ${more === 1 ? 'one more enacted matter' : `${more} more enacted matters`}`,
    state: { ...next, posts: { ...posts, ...copiesOf(next, readingOf, more) } },
    at,
  });
  return [
    { when: 'With the posts that the game has', state: next, at },
    ...MORE_MATTERS.map(after),
    ...withoutOne(next, at),
    ...YEARS_AHEAD.map((years) => {
      const year = Number(at.slice(0, 4)) + years;
      const inMonth = (month: number): string => toTime(Date.UTC(year, month, 8, 9));
      return { when: `In ${year}`, state: next, at: inMonth(0), again: inMonth(6) };
    }),
    after(VERY_MANY),
    ...withValues({ ...readingOf, state: next }).slice(0, MOST_VALUES),
  ];
}

/** Pending matters have been resolved by then, so they block nothing. */
function settled(post: PostData, status: string, at: string): PostData {
  return post.status === 'pending' ? { ...post, status, resolvedAt: at } : post;
}

/** Copies of the matter, with comments and votes by some people on each. */
function copiesOf(
  { posts, players }: State,
  { matter, model, at }: GameSearch,
  count: number,
): State['posts'] {
  const last =
    Object.values(posts)
      .toSorted((a, b) => a.n - b.n)
      .at(-1) ?? matter;
  const first = Number(/\d+$/u.exec(last.id)?.[0] ?? 0) + 1;
  const [{ vote } = { vote: '' }] = model.ballot.votes;
  const voters = Object.keys(players).slice(0, MOST_VOTERS);
  const copies: State['posts'] = {};
  for (let more = 0; more < count; more++) {
    const id = last.id.replace(/\d+$/u, '') + String(first + more);
    const post = { ...matter, id, n: last.n + 1 + more, status: 'enacted', resolvedAt: at };
    const comments = voters.map((by) => ({ id: `${id}-${by}`, by, at, text: matter.title, votes: [vote] }));
    const uses = comments.map(({ id: comment, by }) => ({ by, vote, at, via: 'comment', comment }) as const);
    copies[id] = { ...post, comments, uses, changes: [] };
  }
  return copies;
}

/** Leaves out the last player whom no value names, such as an emperor or the author of the change. */
function withoutOne(state: State, at: string): readonly PossibleGame[] {
  const named = JSON.stringify([state.game, state.dynasty, state.emperor, state.things]);
  const who = Object.keys(state.players).findLast((id) => !named.includes(JSON.stringify(id)));
  if (who === undefined) return [];
  const players = Object.fromEntries(Object.entries(state.players).filter(([id]) => id !== who));
  return [{ when: 'With one player fewer', state: { ...state, players }, at }];
}

function withValues({ state, at, model, changed }: GameSearch): readonly PossibleGame[] {
  const games: PossibleGame[] = [];
  for (const scope of ['game', 'dynasty', 'player'] as const)
    for (const [id, { type }] of Object.entries(model.fields[scope] ?? {})) {
      // Its name in clauses is `lastWish` rather than `last-wish`.
      if (!changed.includes(id) && !changed.includes(toCamel(id))) continue;
      for (const value of boundsOf(type)) {
        const set = (fields: Fields): Fields => ({ ...fields, [id]: value });
        const players = Object.entries(state.players).map(([who, one]) => [who, set(one)] as const);
        const other =
          scope === 'player' ? { players: Object.fromEntries(players) } : { [scope]: set(state[scope]) };
        const when = `If ${type.title ?? inWords(id)} ${scope === 'player' ? 'of every player ' : ''}became ${String(value)}`;
        games.push({ when, state: { ...state, ...other }, at });
      }
    }
  return games;
}

const FAR = 1_000_000;

function boundsOf(type: ValueType): readonly unknown[] {
  if (type.kind === 'boolean') return [true, false];
  if (type.kind === 'choice') return type.of;
  if (type.kind !== 'integer') return [];
  return [type.min ?? 0, type.max ?? FAR];
}
