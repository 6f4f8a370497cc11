import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Fields, PostData, State } from '../../kernel/state.ts';
import type { Change } from '../../kernel/store.ts';
import { isPlainObject } from '../../kernel/values.ts';
import type { LedgerLine } from '../play.ts';

/** What of a state only the emperor's side may see. It is shaped as the state is, and laid over the public part. */
export type PrivateValues = Readonly<Record<string, unknown>>;

interface Split {
  readonly open: State;
  readonly hidden: PrivateValues;
}

/** Takes a state apart into what may be published and what may not. */
export function splitState(state: State, model: ModelDescription): Split {
  const hidden: Record<string, unknown> = {};
  const put = (path: readonly string[], value: unknown): void => putAt(hidden, path, value);
  const part = (scope: string, fields: Fields, path: readonly string[]): Fields => {
    const open: Fields = {};
    for (const [key, value] of Object.entries(fields)) {
      if (isPrivate(model, scope, key)) put([...path, key], value);
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
    posts: Object.fromEntries(Object.entries(state.posts).map(([id, post]) => [id, postOf(post)])),
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

/** Lays private values over the public part again. What belongs to somebody or something that has gone is left out. */
export function joinState(open: State, hidden: PrivateValues): State {
  const at = (...path: readonly string[]): Fields => dig(hidden, path);
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

function dig(value: unknown, path: readonly string[]): Fields {
  let current = value;
  for (const key of path)
    current = isPlainObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return isPlainObject(current) ? current : {};
}

/** `scope` is one of the kernel's, or a collection. */
export function isPrivate(model: ModelDescription, scope: string, field: string): boolean {
  if (scope === 'emperor') return true;
  return (model.fields[scope] ?? model.collections[scope]?.fields)?.[field]?.type.private === true;
}

/** A line of the ledger as everybody may read it: without what it wrote privately and drew secretly. */
export function publicLine<T extends LedgerLine>(line: T, model: ModelDescription): T {
  const changes = publicChanges(line.changes, model);
  const draws = line.draws.map((draw) => (draw.kind === 'secret' ? { ...draw, result: null } : draw));
  const same = changes.length === line.changes.length && line.draws.every(({ kind }) => kind !== 'secret');
  return same ? line : { ...line, changes, draws };
}

/** Without what was written privately. */
export function publicChanges(changes: readonly Change[], model: ModelDescription): readonly Change[] {
  return changes.filter(({ path }) => !isPrivatePath(model, path));
}

function isPrivatePath(model: ModelDescription, path: readonly string[]): boolean {
  const [head = '', second = '', third = '', fourth = ''] = path;
  if (head === 'emperor') return true;
  if (head === 'submissions') return true;
  if (head === 'game' || head === 'dynasty') return isPrivate(model, head, second);
  if (head === 'players') return isPrivate(model, 'player', third);
  if (head === 'things') return isPrivate(model, second, fourth);
  if (head === 'posts') return third === 'fields' && isPrivate(model, 'post', fourth);
  return false;
}

function putAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = target;
  for (const key of path.slice(0, -1)) {
    if (!isPlainObject(at[key])) at[key] = {};
    at = at[key] as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = value;
}
