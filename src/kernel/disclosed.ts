import type { DisclosedChange, Disclosure } from './disclosure.ts';
import type { RuleEntry } from './manifest.ts';
import { fieldAt, type Field } from './model.ts';
import { isTime, toKebab } from './names.ts';
import { depthOfOwner } from './paths.ts';
import { Refusal } from './refusal.ts';
import { isPrivate, revealedBy } from './reveals.ts';
import type { Runtime } from './runtime.ts';
import { isMoment } from './time.ts';
import { encode } from './kinds/index.ts';
import { IllegalValue, isPlainObject, plain, sameValue } from './values.ts';
import { asNoted, asPosted } from './posts.ts';
import type { CommentData } from './state.ts';

/** The public part of an action that has just run. */
export function tellable(runtime: Runtime, mark: number): Disclosure {
  const { store, frame } = runtime;
  const all = store.changesSince(mark);
  const changes = all.flatMap(({ path }): DisclosedChange[] => {
    if (path[0] === 'submissions' || isPrivate(runtime.model, path)) return [];
    const after = store.at(path);
    return after === undefined ? [{ path }] : [{ path, after: openPart(runtime, path, plain(after)) }];
  });
  const used = all.flatMap(({ path }) => (path[0] === 'submissions' ? [path[1] ?? ''] : []));
  const rolls = frame.draws
    .filter(({ kind }) => kind === 'dice')
    .map(({ size, result }) => ({ size, result }));
  return { changes, used, rolls, result: plain(frame.result) };
}

/** A whole thing or post without its private values. */
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
 * Applies a disclosure where its reasons can't be checked. It may change only what the action's `reveals` allow: variables of dynastic
 * rules (or of any rules if there are no dynastic ones), and other rules' variables only if named one by one. Each value must be legal,
 * and dice must have the same results as here.
 */
export function takeDisclosed(runtime: Runtime, reveals: readonly string[], disclosed: Disclosure): void {
  const declared = new Set(reveals.map((name) => name.split('.').map(toKebab).join('.')));
  for (const { size, result } of disclosed.rolls) {
    const own = runtime.chance.dice(size, []);
    runtime.frame.draws.push({ kind: 'dice', size, result: own });
    if (own !== result) throw refusal(`a die of ${size} showed ${own}, not ${String(result)}`);
  }
  for (const change of disclosed.changes) {
    assertDeclared(runtime, declared, change);
    write(runtime, change);
  }
  for (const id of disclosed.used) useUp(runtime, id);
  for (const { path } of disclosed.changes) assertLegal(runtime, path);
  runtime.frame.result = disclosed.result;
}

function assertDeclared(
  runtime: Runtime,
  declared: ReadonlySet<string>,
  { path, after }: DisclosedChange,
): void {
  const { model } = runtime;
  const [scope = '', name = ''] = path;
  const bad = (): Refusal => refusal(`${path.join('.')} isn’t part of this report`);
  if (isPrivate(model, path)) throw bad();
  if (scope === 'taken' && isTurn(runtime, path, after)) return;
  if (scope === 'posts' && declared.has('posts')) {
    const why = whyNotOfRules(runtime, path, after);
    if (why === null) return;
    throw why === '' ? bad() : refusal(why);
  }
  const isThing = scope === 'things' && path.length === 3;
  const isVariable = path.length === depthOfOwner(scope) + 1;
  const rule = (isThing ? model.collections.get(name) : isVariable ? fieldAt(model, path) : undefined)?.rule;
  if (rule === undefined) throw bad();
  const kind = scope === 'things' ? name : scope;
  const fact = revealedBy(path);
  // Naming a whole kind covers only variables of the rules of play.
  if (fact.includes('.') && declared.has(fact)) return;
  const isDynastic = ({ section }: RuleEntry): boolean => section === 'dynastic';
  const isOfPlay = isDynastic(rule.entry) || !model.manifest.rules.some(isDynastic);
  if (!declared.has(kind) || !isOfPlay) throw bad();
}

/** True for a record of when somebody last used a limited action. Events of rules at set times don't count. */
function isTurn({ now }: Runtime, path: readonly string[], after: unknown): boolean {
  const isPast = (at: unknown): boolean => typeof at === 'string' && isMoment(at) && at <= now;
  if (isTime(path[1] ?? '') || (path.length !== 2 && path.length !== 3)) return false;
  if (after === undefined) return true;
  return path.length === 3 ? isPast(after) : isPlainObject(after) && Object.values(after).every(isPast);
}

function write(runtime: Runtime, { path, after }: DisclosedChange): void {
  const { store } = runtime;
  const container = store.at(path.slice(0, -1));
  const key = path.at(-1) ?? '';
  if (!isPlainObject(container)) {
    if (after === undefined) return;
    throw refusal(`${path.join('.')} isn’t part of anything`);
  }
  store.write(container, key, after === undefined ? undefined : plain(after), path);
}

function useUp({ store }: Runtime, id: string): void {
  const { submissions } = store.state;
  const data = Object.hasOwn(submissions, id) ? submissions[id] : undefined;
  if (data === undefined || data.used) throw refusal(`there is no unused submission ${id}`);
  store.write(submissions, id, { ...data, used: true }, ['submissions', id]);
}

/** Everything must be as the rules define it, with nothing missing, because a thing is added or removed as a whole. */
function assertLegal(runtime: Runtime, path: readonly string[]): void {
  const { model, store } = runtime;
  const [scope = '', name = ''] = path;
  const isOfThing = scope === 'things' && path.length === 3;
  const whole = isOfThing || (scope === 'posts' && path.length === 2) ? store.at(path) : undefined;
  if (isPlainObject(whole)) {
    const fields = isOfThing ? model.collections.get(name)?.fields : model.fields.post;
    assertFields(runtime, fields ?? new Map<string, Field>(), isOfThing ? path : [...path, 'fields']);
    return;
  }
  const known = fieldAt(model, path);
  if (known !== undefined && store.at(path.slice(0, -1)) !== undefined) assertValue(runtime, known, path);
}

function assertFields(runtime: Runtime, fields: ReadonlyMap<string, Field>, path: readonly string[]): void {
  const values = runtime.store.at(path);
  const isDisclosed = (key: string): boolean => fields.has(key) && fields.get(key)?.type.private !== true;
  const unknown = isPlainObject(values) ? Object.keys(values).find((key) => !isDisclosed(key)) : 'variables';
  if (unknown !== undefined) throw refusal(`${path.join('.')} has no ${unknown}`);
  for (const one of fields.values()) if (isDisclosed(one.id)) assertValue(runtime, one, [...path, one.id]);
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

const WORDS_OF_PEOPLE = 'people’s own words aren’t part of this report';

/**
 * The rules may disclose only their own part of posts: a new post by the rules, their next comments, exactly as the engine would have
 * made these, and variables of a post. Null if it is one of these, a reason if it nearly is, and an empty string otherwise.
 */
function whyNotOfRules(runtime: Runtime, path: readonly string[], after: unknown): string | null {
  const [, id = '', part, field = ''] = path;
  if (path.length === 2) return whyNotPosted(runtime, id, after);
  if (path.length === 3 && part === 'comments')
    return whyNotNoted(runtime, id, runtime.store.at(path), after);
  return path.length === 4 && part === 'fields' && runtime.model.fields.post.has(field) ? null : '';
}

function whyNotPosted(runtime: Runtime, id: string, after: unknown): string | null {
  if (!isPlainObject(after) || after['byEngine'] !== true || after['status'] !== null) return '';
  const { kind, title, text, author, n, comments, fields } = after;
  if (![kind, title, text, author].every((one) => typeof one === 'string')) return '';
  if (after['id'] !== id || !runtime.model.kinds.has(String(kind))) return '';
  const words = { kind: String(kind), title: String(title), text: String(text) };
  const begun = asPosted(runtime, { id, ...words, author: { id: String(author) }, byEngine: true });
  if (n !== begun.n || Object.hasOwn(runtime.store.state.posts, id))
    return 'there has been another post in the meantime';
  return sameValue(after, { ...begun, comments, fields }) ? whyNotNoted(runtime, id, [], comments) : '';
}

function whyNotNoted(runtime: Runtime, id: string, before: unknown, after: unknown): string | null {
  const comments = Array.isArray(before) ? [...(before as readonly CommentData[])] : null;
  if (comments === null || !Array.isArray(after)) return '';
  if (!sameValue(after.slice(0, comments.length), comments)) return WORDS_OF_PEOPLE;
  for (const one of after.slice(comments.length) as readonly unknown[]) {
    const text: unknown = isPlainObject(one) ? one['text'] : null;
    if (typeof text !== 'string') return WORDS_OF_PEOPLE;
    const note = asNoted(runtime, id, comments, text);
    if (!sameValue(one, note)) return WORDS_OF_PEOPLE;
    comments.push(note);
  }
  return null;
}
