import type { Status } from '../tick/read-status.ts';
import type { Position } from '../decide/position.ts';
import type { Person } from '../forge/events.ts';
import type { HomeGame } from '../host/game.ts';
import { previewPost } from './preview.ts';
import { withPosition } from './read-table.ts';
import { actAndTell } from './take-step.ts';

/** An action that is waiting for one player. */
export interface WaitingAct {
  readonly action: string;
  readonly title: string;
  /**
   * The thing to be answered, with the parameter that names it; null for an action that only this player could take.
   */
  readonly on: { readonly param: string; readonly id: string; readonly title: string } | null;
}

/** Posts somebody's request to join, if the rules know one kind of them and allow it; false if nothing was posted. */
export async function joinsByPost(game: HomeGame, who: Person): Promise<boolean> {
  const post = await withPosition(game, (position) => {
    const [way, ...more] = Object.entries(position.open.play.sandbox.describe().kinds).filter(
      ([, { purpose, engineOnly }]) => purpose === 'join' && !engineOnly,
    );
    if (way === undefined || more.length > 0) return null;
    const [kind, { title }] = way;
    const written = { kind, title: `${title ?? kind}: ${who.name}`, text: '' };
    return previewPost(position, game.now(), who, written) === null ? written : null;
  });
  return post !== null && (await actAndTell(game, () => game.people.open(who, post))).ok;
}

/** If more people ask, only the latest are reported. */
const MOST_ASKING = 20;

type Can = (action: string, words: Record<string, string>, param: string) => boolean;

/**
 * Finds the actions that let in people who asked to join by a post of that kind: actions that the rules allow for
 * exactly one of these people, and refuse for anybody who is already playing.
 */
export function actsLettingIn(
  { open: { play } }: Position,
  roster: Status['roster'],
  can: Can,
): readonly WaitingAct[] {
  const { kinds, actions } = play.sandbox.describe();
  const { posts, players } = play.state();
  const active = new Set(roster.flatMap(({ id, state }) => (state === 'active' ? [id] : [])));
  const [plays] = active;
  const authors = Object.values(posts).flatMap(({ kind, author }) =>
    kinds[kind]?.purpose === 'join' && !active.has(author) ? [author] : [],
  );
  const asking = [...new Set(authors)].slice(-MOST_ASKING);
  if (asking.length === 0 || plays === undefined) return [];
  return Object.entries(actions).flatMap(([action, { with: words, title, private: isPrivate }]) => {
    const [only, ...more] = Object.entries(words);
    if (only === undefined || more.length > 0 || isPrivate) return [];
    const [param, { kind }] = only;
    if (kind !== 'player' && kind !== 'text') return [];
    const people = asking.filter((id) => can(action, { [param]: id }, param));
    if (people.length === 0 || can(action, { [param]: plays }, param)) return [];
    return people.map((id) => {
      const name = players[id]?.['name'];
      return {
        action,
        title: title ?? action,
        on: { param, id, title: typeof name === 'string' ? name : id },
      };
    });
  });
}
