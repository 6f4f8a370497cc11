import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Fields, PostData, State } from '../kernel/state.ts';
import { toKebab } from '../kernel/names.ts';
import type { ValueType } from '../kernel/value-types.ts';
import type { StateChange } from '../kernel/store.ts';
import { dig, isPlainObject, sameValue } from '../kernel/values.ts';
import type { LedgerLine } from './ledger-line.ts';

/** The part of a state that only the emperor's side may see, shaped like the state it is merged into. */
export type PrivateValues = Readonly<Record<string, unknown>>;

interface Split {
  readonly open: State;
  readonly hidden: PrivateValues;
}

export function splitState(state: State, model: ModelDescription): Split {
  const hidden: Record<string, unknown> = {};
  const put = (path: readonly string[], value: unknown): void => putAt(hidden, path, value);
  const part = (scope: string, fields: Fields, path: readonly string[]): Fields => {
    const open: Fields = {};
    for (const [key, value] of Object.entries(fields)) {
      if (isPrivateField(model, scope, key)) put([...path, key], value);
      else open[key] = value;
    }
    return open;
  };
  const each = (
    scope: string,
    all: Record<string, Fields>,
    path: readonly string[],
  ): Record<string, Fields> =>
    Object.fromEntries(Object.entries(all).map(([id, fields]) => [id, part(scope, fields, [...path, id])]));
  const postOf = (post: PostData): PostData => ({
    ...post,
    fields: part('post', post.fields, ['posts', post.id, 'fields']),
  });
  const open: State = {
    game: part('game', state.game, ['game']),
    dynasty: part('dynasty', state.dynasty, ['dynasty']),
    emperor: {},
    players: each('player', state.players, ['players']),
    things: Object.fromEntries(
      Object.entries(state.things).map(([id, all]) => [id, each(id, all, ['things', id])]),
    ),
    // Rules nearly never keep private values about posts, so the objects are reused then.
    posts: hasPrivate(model, 'post') ? eachPost(state.posts, postOf) : state.posts,
    taken: state.taken,
    submissions: Object.fromEntries(
      Object.entries(state.submissions).map(([id, one]) => {
        if (one.contents !== null) put(['submissions', id, 'contents'], one.contents);
        return [id, { ...one, contents: null }];
      }),
    ),
  };
  if (Object.keys(state.emperor).length > 0) hidden['emperor'] = state.emperor;
  return { open, hidden };
}

/** Merges private values into the public state, and drops those of people and things that have gone. */
export function joinState(open: State, hidden: PrivateValues): State {
  const at = (...path: readonly string[]): Fields => {
    const found = dig(hidden, path);
    return isPlainObject(found) ? found : {};
  };
  const over = (fields: Fields, ...path: readonly string[]): Fields => ({ ...fields, ...at(...path) });
  const each = <T>(all: Record<string, T>, join: (one: T, id: string) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([id, one]) => [id, join(one, id)]));
  return {
    game: over(open.game, 'game'),
    dynasty: over(open.dynasty, 'dynasty'),
    emperor: over(open.emperor, 'emperor'),
    players: each(open.players, (fields, id) => over(fields, 'players', id)),
    things: each(open.things, (all, collection) =>
      each(all, (fields, id) => over(fields, 'things', collection, id)),
    ),
    posts: each(open.posts, (post, id) => ({ ...post, fields: over(post.fields, 'posts', id, 'fields') })),
    taken: open.taken,
    submissions: each(open.submissions, (one, id) => {
      const contents = at('submissions', id)['contents'];
      return isPlainObject(contents) ? { ...one, contents } : one;
    }),
  };
}

function eachPost(posts: State['posts'], make: (post: PostData) => PostData): State['posts'] {
  return Object.fromEntries(Object.entries(posts).map(([id, post]) => [id, make(post)]));
}

function hasPrivate({ fields }: ModelDescription, scope: string): boolean {
  return Object.values(fields[scope] ?? {}).some(({ type }) => type.private === true);
}

/** `scope` is a kernel scope or a collection. */
function isPrivateField(model: ModelDescription, scope: string, field: string): boolean {
  if (scope === 'emperor') return true;
  return (model.fields[scope] ?? model.collections[scope]?.fields)?.[field]?.type.private === true;
}

/** A public ledger line: without private words and writes, and without secret draws, whose number and sizes alone would reveal something. */
export function publicLine<T extends LedgerLine>(line: T, model: ModelDescription): T {
  const changes = publicChanges(line.changes, model);
  const draws = line.draws.filter(({ kind }) => kind !== 'secret');
  const words = publicWords(line, model);
  const same =
    draws.length === line.draws.length &&
    changes.length === line.changes.length &&
    changes.every((change, index) => change === line.changes[index]);
  return same && words === line.with
    ? line
    : { ...line, ...(words === undefined ? {} : { with: words }), changes, draws };
}

/** An action's arguments without the private ones. */
function publicWords({ what, with: words }: LedgerLine, model: ModelDescription): unknown {
  const types = model.actions[what]?.with;
  if (types === undefined || !isPlainObject(words)) return words;
  const hidden = privateWords(types);
  const open = Object.entries(words).filter(([key]) => !hidden.has(key));
  return open.length === Object.keys(words).length ? words : Object.fromEntries(open);
}

/** Parameters that only the emperor's side may see. */
export function privateWords(types: Readonly<Record<string, ValueType>>): ReadonlySet<string> {
  return new Set(
    Object.entries(types).flatMap(([name, type]) => (type.private === true ? [toKebab(name)] : [])),
  );
}

/** Removes private values, also inside larger ones such as a thing that appeared. */
export function publicChanges(
  changes: readonly StateChange[],
  model: ModelDescription,
): readonly StateChange[] {
  return changes.flatMap((change) => {
    const { path, before, after } = change;
    if (isPrivatePath(model, path)) return [];
    const [was, now] = [openPart(model, path, before), openPart(model, path, after)];
    if (was === before && now === after) return [change];
    return sameValue(was, now) ? [] : [{ path, before: was, after: now }];
  });
}

function isPrivatePath(model: ModelDescription, path: readonly string[]): boolean {
  const [head = '', second = '', third = '', fourth = ''] = path;
  if (head === 'emperor') return true;
  if (head === 'submissions') return true;
  if (head === 'game' || head === 'dynasty') return isPrivateField(model, head, second);
  if (head === 'players') return isPrivateField(model, 'player', third);
  if (head === 'things') return isPrivateField(model, second, fourth);
  if (head === 'posts') return third === 'fields' && isPrivateField(model, 'post', fourth);
  return false;
}

/** The public part of a player, thing, collection or post; the same object if nothing in it is private. */
function openPart(model: ModelDescription, path: readonly string[], value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const [head = '', second = ''] = path;
  if (head === 'players' && path.length === 2) return openFields(model, 'player', value);
  if (head === 'things' && path.length === 3) return openFields(model, second, value);
  if (head === 'things' && path.length === 2)
    return mapped(value, (thing) => (isPlainObject(thing) ? openFields(model, second, thing) : thing));
  if (head === 'posts' && path.length === 2)
    return mapped(value, (part, key) =>
      key === 'fields' && isPlainObject(part) ? openFields(model, 'post', part) : part,
    );
  return value;
}

/** The public part of the value at a path, such as `players.ana`; undefined if all of it is secret. */
export function publicValue(model: ModelDescription, place: readonly string[], value: unknown): unknown {
  const [head = ''] = place;
  const ofThing = Object.hasOwn(model.collections, head);
  const path = ofThing ? ['things', ...place] : place;
  const view = [place[1], place[2], head].find((id) => id !== undefined && Object.hasOwn(model.views, id));
  const isField = isPrivatePath(model, path);
  if (isField || (view !== undefined && model.views[view]?.private === true)) return undefined;
  if (!isPlainObject(value)) return value;
  if (head === 'game' || head === 'dynasty')
    return path.length === 1 ? openFields(model, head, value) : value;
  if (head === 'players' && path.length === 1)
    return mapped(value, (one) => (isPlainObject(one) ? openFields(model, 'player', one) : one));
  return openPart(model, path, value);
}

function openFields(model: ModelDescription, scope: string, fields: Fields): Fields {
  const open = Object.entries(fields).filter(([key]) => !isPrivateField(model, scope, key));
  return open.length === Object.keys(fields).length ? fields : Object.fromEntries(open);
}

function mapped(fields: Fields, change: (value: unknown, key: string) => unknown): Fields {
  const parts = Object.entries(fields).map(([key, value]) => [key, value, change(value, key)] as const);
  return parts.every(([, before, after]) => before === after)
    ? fields
    : Object.fromEntries(parts.map(([key, , after]) => [key, after]));
}

function putAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = target;
  for (const key of path.slice(0, -1)) {
    if (!isPlainObject(at[key])) at[key] = {};
    at = at[key] as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = value;
}
