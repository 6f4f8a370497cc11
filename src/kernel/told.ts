import type { DisclosedChange, Disclosure } from './disclosure.ts';
import type { RuleEntry } from './manifest.ts';
import type { Field } from './model.ts';
import { toKebab } from './names.ts';
import { Refusal } from './refusal.ts';
import { isPrivate, revealedBy } from './reveals.ts';
import type { Runtime } from './runtime.ts';
import { encode } from './kinds/index.ts';
import { IllegalValue, isPlainObject, plain, sameValue } from './values.ts';

/** The public part of an action that has just been run. */
export function tellable(runtime: Runtime, mark: number): Disclosure {
  const { store, frame } = runtime;
  const all = store.changesSince(mark);
  const changes = all.flatMap(({ path }): DisclosedChange[] => {
    if (path[0] === 'submissions' || isHidden(runtime, path)) return [];
    const after = store.at(path);
    return after === undefined ? [{ path }] : [{ path, after: openPart(runtime, path, plain(after)) }];
  });
  const used = all.flatMap(({ path }) => (path[0] === 'submissions' ? [path[1] ?? ''] : []));
  const rolls = frame.draws
    .filter(({ kind }) => kind === 'dice')
    .map(({ size, result }) => ({ size, result }));
  return { changes, used, rolls, result: plain(frame.result) };
}

function isHidden({ model }: Runtime, path: readonly string[]): boolean {
  const isOfPost = path[0] === 'posts' && path[2] === 'fields';
  return isPrivate(model, path) || (isOfPost && model.fields.post.get(path[3] ?? '')?.type.private === true);
}

/** A whole thing or post without what of it is private. */
function openPart({ model }: Runtime, path: readonly string[], value: unknown): unknown {
  const [scope, name = ''] = path;
  if (!isPlainObject(value)) return value;
  const without = (fields: ReadonlyMap<string, Field> | undefined, of: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(of).filter(([id]) => fields?.get(id)?.type.private !== true));
  if (scope === 'things' && path.length === 3) return without(model.collections.get(name)?.fields, value);
  if (scope === 'posts' && path.length === 2 && isPlainObject(value['fields']))
    return { ...value, fields: without(model.fields.post, value['fields']) };
  return value;
}

/**
 * Makes what was told true, here where its reasons can't be seen. It may be no more than the action's `reveals` allow,
 * of what dynastic rules track, or any rules of a ruleset that has no dynastic ones; of other rules' variables only those that are named one by one. Each value has to be
 * legal, and dice must have fallen as they fall here.
 */
export function takeTold(runtime: Runtime, reveals: readonly string[], told: Disclosure): void {
  const declared = new Set(reveals.map((name) => name.split('.').map(toKebab).join('.')));
  for (const { size, result } of told.rolls) {
    const own = runtime.chance.dice(size, []);
    runtime.frame.draws.push({ kind: 'dice', size, result: own });
    if (own !== result) throw refusal(`a die of ${size} fell ${own}, and not ${String(result)}`);
  }
  for (const change of told.changes) {
    assertDeclared(runtime, declared, change);
    write(runtime, change);
  }
  for (const id of told.used) useUp(runtime, id);
  for (const { path, after } of told.changes) if (after !== undefined) assertLegal(runtime, path);
  runtime.frame.result = told.result;
}

function assertDeclared(
  runtime: Runtime,
  declared: ReadonlySet<string>,
  { path, after }: DisclosedChange,
): void {
  const { model } = runtime;
  const [scope = '', name = '', id, field] = path;
  const bad = (): Refusal => refusal(`${path.join('.')} is not for it to report`);
  if (isHidden(runtime, path)) throw bad();
  if (scope === 'taken' && (path.length === 2 || path.length === 3)) return;
  if (scope === 'posts') {
    if (declared.has('posts') && isOfThePosts(path, after)) return;
    throw bad();
  }
  const rule =
    scope === 'things' && (path.length === 3 || path.length === 4)
      ? (field === undefined ? model.collections.get(name) : model.collections.get(name)?.fields.get(field))
          ?.rule
      : scope === 'players' && path.length === 3
        ? model.fields.player.get(id ?? '')?.rule
        : (scope === 'game' || scope === 'dynasty') && path.length === 2
          ? model.fields[scope].get(name)?.rule
          : undefined;
  if (rule === undefined) throw bad();
  const kind = scope === 'things' ? name : scope;
  const fact = revealedBy(path);
  // By its own name: what is called by its kind is of the rules of play alone.
  if (fact.includes('.') && declared.has(fact)) return;
  const isDynastic = ({ section }: RuleEntry): boolean => section === 'dynastic';
  const isOfPlay = isDynastic(rule.entry) || !model.manifest.rules.some(isDynastic);
  if (!declared.has(kind) || !isOfPlay) throw bad();
}

/** Posts in the rules' name, and comments in nobody's: what people said is theirs. */
function isOfThePosts(path: readonly string[], after: unknown): boolean {
  if (path.length === 2)
    return (
      isPlainObject(after) &&
      after['byEngine'] === true &&
      after['status'] === null &&
      after['id'] === path[1]
    );
  return (path.length === 3 && path[2] === 'comments') || (path.length === 4 && path[2] === 'fields');
}

function write(runtime: Runtime, { path, after }: DisclosedChange): void {
  const { store } = runtime;
  const container = store.at(path.slice(0, -1));
  const key = path.at(-1) ?? '';
  if (!isPlainObject(container)) {
    if (after === undefined) return;
    throw refusal(`there is nothing that ${path.join('.')} could be part of`);
  }
  if (path[0] === 'posts') assertAdds(runtime, path, container[key], after);
  store.write(container, key, after === undefined ? undefined : plain(after), path);
}

function assertAdds({ store }: Runtime, path: readonly string[], before: unknown, after: unknown): void {
  if (path.length === 2) {
    const next = 1 + Object.values(store.state.posts).reduce((most, post) => Math.max(most, post.n), 0);
    if (before === undefined && isPlainObject(after) && after['n'] === next) return;
    throw refusal('there has been another post in the meantime');
  }
  if (path[2] !== 'comments') return;
  const [old, now] = [before, after].map((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const added = (now ?? []).slice(old?.length ?? 0);
  const kept = sameValue((now ?? []).slice(0, old?.length ?? 0), plain(old ?? []));
  if (!kept || !added.every((one) => isPlainObject(one) && one['by'] === 'engine'))
    throw refusal('the words of people are not for it to report');
}

function useUp({ store }: Runtime, id: string): void {
  const { submissions } = store.state;
  const data = Object.hasOwn(submissions, id) ? submissions[id] : undefined;
  if (data === undefined || data.used) throw refusal(`there is no submission ${id} to be used`);
  store.write(submissions, id, { ...data, used: true }, ['submissions', id]);
}

function assertLegal(runtime: Runtime, path: readonly string[]): void {
  const { model, store } = runtime;
  const [scope = '', name = '', id = '', field = ''] = path;
  const value = store.at(path);
  if (value === undefined) return;
  if (scope === 'things' && path.length === 3) {
    const fields = model.collections.get(name)?.fields ?? new Map<string, Field>();
    const unknown = Object.keys(value as object).find((key) => !fields.has(key));
    if (unknown !== undefined) throw refusal(`${path.join('.')} has no ${unknown}`);
    for (const one of fields.values())
      if (one.type.private !== true) assertValue(runtime, one, [...path, one.id]);
    return;
  }
  const known =
    scope === 'things'
      ? model.collections.get(name)?.fields.get(field)
      : scope === 'players'
        ? model.fields.player.get(id)
        : scope === 'posts' && path.length === 4
          ? model.fields.post.get(field)
          : scope === 'game' || scope === 'dynasty'
            ? model.fields[scope].get(name)
            : undefined;
  if (known !== undefined) assertValue(runtime, known, path);
}

function assertValue({ store, refs }: Runtime, { type }: Field, path: readonly string[]): void {
  const value = store.at(path);
  try {
    if (sameValue(encode(type, value, refs), value)) return;
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    throw refusal(`${path.join('.')} ${error.message}`);
  }
  throw refusal(`${path.join('.')} can’t be ${JSON.stringify(value)}`);
}

function refusal(what: string): Refusal {
  return new Refusal(`the reported result can’t be right: ${what}`, { code: 'told' });
}
