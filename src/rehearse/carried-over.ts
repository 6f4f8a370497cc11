import { plainValue } from '../decide/naming.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { startingValue } from '../kernel/kinds/index.ts';
import { toCamel } from '../kernel/names.ts';
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

/**
 * Says, in a sentence each, which values are lost or kept when new rules come into force, and which names other
 * clauses still use.
 */
export function describeCarried(before: GameSeen, after: GameSeen): readonly string[] {
  return [...valuesCarried(before, after), ...goneButUsed(before, after)];
}

function valuesCarried(before: GameSeen, after: GameSeen): readonly string[] {
  const later = variablesOf(after.model);
  return [...variablesOf(before.model)].flatMap(([place, type]) => {
    const now = later.get(place);
    const all = valuesAt(before.state, place);
    if (now === undefined) {
      const start = startingValue(type);
      const lost = all.filter(([, value]) => value !== null && !sameValue(value, start));
      return lost.length === 0
        ? []
        : [`${place} would no longer be kept, and this would go with it: ${listed(lost.map(said))}`];
    }
    if (JSON.stringify(now) === JSON.stringify(type)) return [];
    const kept = new Map(valuesAt(after.state, place));
    const other = all.filter(([who, value]) => kept.has(who) && !sameValue(kept.get(who), value));
    const became = other.map(([who, value]) => `${said([who, value])} → ${quoted(kept.get(who))}`);
    return other.length === 0
      ? []
      : [`${place} becomes another kind of value, and so does ${listed(became)}`];
  });
}

function said([who, value]: readonly [string, unknown]): string {
  return who === '' ? quoted(value) : `${who} ${quoted(value)}`;
}

/** Quotes a text, so that it can't be mistaken for a number. */
function quoted(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `“${value}”` : plainValue(value);
}

function listed(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Variables keyed by their place in the game: `players.oil`, `dynasty.name`, `lanterns.lit`. */
function variablesOf({ fields, collections }: ModelDescription): ReadonlyMap<string, ValueType> {
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
  const of = (all: Readonly<Record<string, Fields>>): (readonly [string, unknown])[] =>
    Object.entries(all).flatMap(([who, fields]) =>
      Object.hasOwn(fields, id) ? [[who, fields[id]] as const] : [],
    );
  switch (scope) {
    case 'game':
    case 'dynasty':
    case 'emperor':
      return of({ '': state[scope] });
    case 'players':
      return of(state.players);
    case 'posts':
      return of(Object.fromEntries(Object.values(state.posts).map((post) => [post.id, post.fields])));
    default:
      return of(state.things[scope] ?? {});
  }
}

/** Names that no rule defines any more but that clauses still use, each with the places where they do. */
function goneButUsed(before: GameSeen, after: GameSeen): readonly string[] {
  const later = namesIn(after.model);
  const gone = [...namesIn(before.model)].filter(([name]) => !later.has(name));
  return gone.flatMap(([name, id]) => {
    const users = usersOf(id, after.files);
    return users.length === 0 ? [] : [`${name} goes, but is still used at ${listed(users)}`];
  });
}

/** Everything that rules define for other rules, described in words, keyed by the name that clauses use. */
function namesIn(model: ModelDescription): ReadonlyMap<string, string> {
  const named = (what: string, all: object): [string, string][] =>
    Object.keys(all).map((id) => [`the ${what} ${id}`, id]);
  return new Map([
    ...[...variablesOf(model).keys()].map((place): [string, string] => [
      `the value ${place}`,
      place.slice(place.indexOf('.') + 1),
    ]),
    ...named('collection', model.collections),
    ...named('view', model.views),
    ...named('kind of post', model.kinds),
    ...named('action', model.actions),
  ]);
}

/** The places where a clause uses a name, as a property, in quotes or between braces: `dynastic/gulls.ts:12`. */
function usersOf(id: string, files: GameSeen['files']): readonly string[] {
  const name = `(?:${[...new Set([id, toCamel(id)])].join('|')})`;
  const used = new RegExp(`(?:\\.|['"\`]|[{,]\\s*)${name}(?![\\w-])`, 'u');
  return [...files].flatMap(([path, text]) =>
    path.endsWith('.ts')
      ? text.split('\n').flatMap((line, at) => (used.test(withoutComment(line)) ? [`${path}:${at + 1}`] : []))
      : [],
  );
}

function withoutComment(line: string): string {
  return line.replace(/^\s*(?:\/\*\*?|\*|\/\/).*$/u, '');
}
