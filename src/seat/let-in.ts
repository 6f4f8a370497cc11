import type { Status } from '../tick/read-status.ts';
import type { Position } from '../session/position/position.ts';
import type { Person } from '../forge/events.ts';
import type { HomeGame } from '../host/game.ts';
import { previewPost } from './preview.ts';
import type { ActionDescription } from '../kernel/describe-model.ts';
import { toKebab } from '../kernel/names.ts';
import { isPlainObject } from '../kernel/values.ts';
import { labelOf } from '../wording/naming.ts';
import type { LedgerLine } from '../store/ledger-line.ts';
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
const MOST_ASKING = 40;

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
    return people.map((id) => ({
      action,
      title: title ?? action,
      on: { param, id, title: labelOf(id, players[id]) },
    }));
  });
}

/** How far back something that was addressed to somebody still waits for their answer, and how many people's. */
const MOST_LINES = 500;
const MOST_ADDRESSING = 5;

/** Finds the actions by which somebody answers others, such as an offer: the rules accept them about these people alone, and from nobody else. */
export function actsAnswering(
  { open: { play } }: Position,
  { id, others }: { readonly id: string; readonly others: readonly string[] },
  can: (by: string, ...asked: Parameters<Can>) => boolean,
): readonly WaitingAct[] {
  const { actions } = play.sandbox.describe();
  const asking = askingOf(play.ledger.slice(-MOST_LINES), id, actions);
  if (asking.length === 0) return [];
  return Object.entries(actions).flatMap(([action, { with: words, title, private: isPrivate }]) => {
    const people = Object.entries(words).filter(([, { kind }]) => kind === 'player');
    const [name, ...more] = people.map(([key]) => toKebab(key));
    if (name === undefined || more.length > 0 || isPrivate) return [];
    const by = (who: string, about: string): boolean => can(who, action, { [name]: about }, name);
    const open = asking.filter((about) => by(id, about));
    if (open.length === 0) return [];
    const rest = others.filter((one) => !asking.includes(one));
    const isFree =
      rest.some((one) => by(id, one)) || rest.some((one) => open.some((about) => by(one, about)));
    if (rest.length === 0 || isFree) return [];
    const { players } = play.state();
    return open.map((about) => ({
      action,
      title: title ?? action,
      on: { param: name, id: about, title: labelOf(about, players[about]) },
    }));
  });
}

/** Players who have named somebody in an action since this person last named them. */
function askingOf(
  ledger: readonly LedgerLine[],
  id: string,
  actions: Readonly<Record<string, Pick<ActionDescription, 'with'>>>,
): readonly string[] {
  const [asking, settled] = [new Set<string>(), new Set([id])];
  for (const { by, what, with: given } of ledger.toReversed()) {
    if (asking.size >= MOST_ADDRESSING) break;
    const types = Object.entries(actions[what]?.with ?? {});
    const named = types.flatMap(([key, { kind }]) =>
      kind === 'player' && isPlainObject(given) ? [given[toKebab(key)]] : [],
    );
    if (by === id) for (const one of named) settled.add(String(one));
    else if (named.includes(id) && !settled.has(by)) asking.add(by);
  }
  return [...asking];
}
