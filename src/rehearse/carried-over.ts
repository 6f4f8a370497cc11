import { plainValue, spelled } from '../wording/naming.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { startingValue } from '../kernel/kinds/index.ts';
import type { Fields, State } from '../kernel/state.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { sameValue } from '../kernel/values.ts';

/** The parts of a game that are compared, at one moment. */
export interface GameSeen {
  readonly model: ModelDescription;
  readonly state: State;
  readonly files: ReadonlyMap<string, string>;
}

const MOST_NAMED = 8;

/** Sentences about losses when new rules come into force: values, and tasks of the engine. */
export function describeCarried(before: GameSeen, after: GameSeen): readonly string[] {
  return [...valuesCarried(before, after), ...noLongerDone(before, after)];
}

function valuesCarried(before: GameSeen, after: GameSeen): readonly string[] {
  const later = typesByPlace(after.model);
  return [...typesByPlace(before.model)].flatMap(([place, type]) => {
    if (type.shown === false) return [];
    const now = later.get(place);
    const name = type.title ?? place;
    const all = valuesAt(before.state, place);
    if (now === undefined) {
      const start = startingValue(type);
      const lost = all.filter(([, value]) => value !== null && !sameValue(value, start));
      return lost.length === 0
        ? []
        : [`${name} would no longer be tracked, and this would be lost: ${listed(lost.map(said))}`];
    }
    if (JSON.stringify(now) === JSON.stringify(type)) return [];
    const retained = new Map(valuesAt(after.state, place));
    const other = all.filter(([who, value]) => retained.has(who) && !sameValue(retained.get(who), value));
    const became = other.map(([who, value]) => `${said([who, value])} → ${quoted(retained.get(who))}`);
    return other.length === 0 ? [] : [`${name} becomes another kind of value, and so does ${listed(became)}`];
  });
}

function said([who, value]: readonly [string, unknown]): string {
  return who === '' ? quoted(value) : `${who} ${quoted(value)}`;
}

/** Quotes a text, so that it can't be mistaken for a number. */
function quoted(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `“${value}”` : plainValue(value);
}

export function listed(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Variables keyed by their place in the game: `players.oil`, `dynasty.name`, `lanterns.lit`. */
export function typesByPlace({ fields, collections }: ModelDescription): ReadonlyMap<string, ValueType> {
  const places = [
    ...Object.entries(fields).map(([scope, own]) => [PLURALS[scope] ?? scope, own] as const),
    ...Object.entries(collections).map(([id, own]) => [id, own.fields] as const),
  ];
  return new Map(
    places.flatMap(([place, own]) =>
      Object.entries(own).map(([id, { type }]): [string, ValueType] => [`${place}.${id}`, type]),
    ),
  );
}

const PLURALS: Readonly<Record<string, string>> = { player: 'players', post: 'posts' };

/** The values of one variable, with the owner of each; values of the game itself have no owner. */
function valuesAt(state: State, place: string): readonly (readonly [who: string, value: unknown])[] {
  const [scope = '', id = ''] = place.split('.');
  const { game, dynasty, emperor, players, posts, things } = state;
  const own: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
    ...things,
    game: { '': game },
    dynasty: { '': dynasty },
    emperor: { '': emperor },
    players,
    posts: Object.fromEntries(Object.values(posts).map((post) => [post.id, post.fields])),
  };
  return Object.entries(own[scope] ?? {}).flatMap(([who, fields]) =>
    Object.hasOwn(fields, id) ? [[who, fields[id]] as const] : [],
  );
}

/** Actions that people lose, and scheduled actions that no longer happen, because a clause no longer runs. */
function noLongerDone({ model: before }: GameSeen, { model: after }: GameSeen): readonly string[] {
  const gone = (of: 'actions' | 'submissions' | 'times' | 'kinds'): string[] =>
    Object.entries(before[of]).flatMap(([id, { title }]) =>
      Object.hasOwn(after[of], id) ? [] : [`“${title ?? spelled(id)}”`],
    );
  const done = [...gone('actions'), ...gone('submissions'), ...gone('times')];
  const kinds = gone('kinds');
  const undecided = `from then on nobody can post ${listed(kinds)}, and open ones stay undecided`;
  return [
    ...(done.length === 0 ? [] : [`from then on the computer no longer does ${listed(done)}`]),
    ...(kinds.length === 0 ? [] : [undecided]),
  ];
}
