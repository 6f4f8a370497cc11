import { recordedIn } from '../language/recorded.ts';
import { inARow } from '../kernel/sentence.ts';
import type { Wording } from '../language/wording.ts';
import type { Draw } from '../kernel/chance.ts';
import type { Outcome } from '../kernel/result.ts';
import { describe } from '../kernel/matter-changes.ts';
import type { MatterChange, PostData } from '../kernel/state.ts';
import type { StateChange } from '../kernel/store.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { startingValue, typeInside } from '../kernel/kinds/index.ts';
import { isPlainObject, sameValue } from '../kernel/values.ts';
import { readTypedJson } from '../ruleset/plain-data.ts';
import { inWords, isNothing, placed, spelled, type Naming } from './naming.ts';

type DoneOutcome = Outcome & { readonly ok: true };

/**
 * One sentence a change, with names: `Ada: Puissance 5 → 7`. The engine's own data is left out. Of the beginning of a dynasty, the dynasty
 * comes first, and what starts again or went with its rules is folded.
 */
export function sayChanges(changes: readonly StateChange[], naming: Naming): readonly string[] {
  // Its number comes with it, or earlier: with the end of the one before.
  const begins = changes.some(
    ({ path: [scope, field], after }) =>
      scope === 'dynasty' && (field === 'number' || (field === 'interregnum' && after === false)),
  );
  if (begins) return sayBeginning(changes, naming);
  const isWon = ({ path, after }: StateChange): boolean => path[2] === 'victory' && after === true;
  return [...changes]
    .sort((a, b) => Number(isWon(b)) - Number(isWon(a)))
    .flatMap((change) => sayChange(change, naming));
}

/** Facts of a dynasty, in the order in which people ask for them. */
const OF_A_DYNASTY = ['number', 'name', 'theme', 'emperor'];

function sayBeginning(changes: readonly StateChange[], naming: Naming): readonly string[] {
  const { say } = naming.wording;
  const by = Map.groupBy(changes, (change) => fateOf(change, naming));
  const facts = (by.get('fact') ?? []).map((change) => ({ ...change, before: null }));
  const placeOf = ({ path }: StateChange): number => (OF_A_DYNASTY.indexOf(path[1] ?? '') + 9) % 9;
  const anew = new Set(
    (by.get('anew') ?? []).flatMap(({ path }) => {
      const [field = '', type] = fieldAt(path, naming);
      return type?.shown === false || type?.kind === 'boolean' ? [] : [type?.title ?? inWords(field)];
    }),
  );
  return [
    ...facts.sort((a, b) => placeOf(a) - placeOf(b)).flatMap((change) => sayChange(change, naming)),
    ...(by.get('other') ?? []).flatMap((change) => sayChange(change, naming)),
    ...(anew.size === 0 ? [] : [say`starting again: ${inARow([...anew])}`]),
    ...(by.has('gone') ? [say`gone with the repealed rules: what they kept track of`] : []),
  ];
}

/** What a change at the beginning of a dynasty comes to; `done` says nothing that anybody asks. */
function fateOf({ path, after }: StateChange, naming: Naming): 'fact' | 'other' | 'anew' | 'gone' | 'done' {
  const [scope = '', id = ''] = path;
  if (scope === 'dynasty')
    return (isNothing(after) || after === false) && id !== 'interregnum' ? 'done' : 'fact';
  const [field, type] = fieldAt(path, naming);
  if (field === undefined) return isNothing(after) && scope === 'things' ? 'gone' : 'other';
  if (type === undefined) return isNothing(after) ? 'gone' : 'other';
  return isNothing(after) || sameValue(after, startingValue(type)) ? 'anew' : 'other';
}

function fieldAt(
  path: readonly string[],
  naming: Naming,
): readonly [field?: string, type?: ValueType | undefined] {
  const [scope = '', ...rest] = path;
  const collection = scope === 'things' ? rest.shift() : undefined;
  const field = scope === 'things' || scope === 'players' ? rest[1] : rest[0];
  return field === undefined ? [] : [field, naming.fieldsAt(scope, collection)[field]?.type];
}

export function sayFacts(
  { result, draws, changes }: Pick<DoneOutcome, 'result' | 'draws' | 'changes'>,
  naming: Naming,
): readonly string[] {
  return [...sayResult(result, naming), ...sayDraws(draws, naming), ...sayChanges(changes, naming)];
}

/** Translates engine answers, which are recorded in English. */
export function sayResult(result: unknown, naming: Naming): readonly string[] {
  if (result === null || result === undefined) return [];
  return [recordedIn(naming.wording.language, naming.value(result))];
}

export function sayDraws(draws: readonly Draw[], naming: Naming): readonly string[] {
  return draws.flatMap(({ kind, size, result }) =>
    kind === 'dice' ? [`DICE${size}: ${naming.value(result)}`] : [],
  );
}

/** Changes of names show the names themselves, since the id would be shown by the current name. */
const NAMED_BY = new Set(['name', 'title']);
const OWNED_BY_ENGINE = new Set(['taken', 'submissions', 'posts']);

function sayChange({ path, before, after }: StateChange, naming: Naming): readonly string[] {
  const { say } = naming.wording;
  const [scope = '', ...rest] = path;
  if (scope === 'posts' && rest[1] === 'omitted')
    return (after as PostData['omitted']).map(
      (left) =>
        say`Left out: ${sayLeftOutChange(left.change, naming)}: ${recordedIn(naming.wording.language, left.reason)}`,
    );
  if (OWNED_BY_ENGINE.has(scope) || /^(?:last|dynasties)-active$/u.test(rest.at(-1) ?? '')) return [];
  const collection = scope === 'things' ? rest.shift() : undefined;
  const id = scope === 'things' || scope === 'players' ? rest.shift() : undefined;
  // A collection that appears or disappears is reported by its things.
  if (id === undefined && (scope === 'things' || scope === 'players'))
    return inside({ path, before, after }, naming);
  const whose = nameOf(scope, collection, id, naming);
  const [field, ...keys] = rest;
  if (field === undefined) {
    if (isPlainObject(before) === isPlainObject(after)) return inside({ path, before, after }, naming);
    if (collection === undefined) return [after === null ? say`${whose} has left` : say`${whose} is new`];
    const among = naming.collection(collection);
    return [after === null ? say`${among}: ${whose} removed` : say`${among}: ${whose} added`];
  }
  // Every game with dynasties has these two values.
  if (scope === 'dynasty' && field === 'number') return [say`Dynasty ${String(after)}`];
  if (scope === 'dynasty' && field === 'interregnum')
    return [after === true ? say`this dynasty is over` : say`a new dynasty has begun`];
  const type = naming.fieldsAt(scope, collection)[field]?.type;
  // A mark that went with its rule has no name any more.
  if (type === undefined && before === true && isNothing(after)) return [];
  if (type?.shown === false) return [];
  if (isPlainObject(before) && isPlainObject(after)) return inside({ path, before, after }, naming);
  const isHead = scope === 'dynasty' && field === 'emperor';
  if (scope === 'players' && field === 'victory' && after === true) return [say`${whose} has won`];
  const title = [
    isHead ? naming.emperor : (type?.title ?? inWords(field)),
    ...keys.map((key) => naming.key(key)),
  ].join(', ');
  const isName = id !== undefined && keys.length === 0 && NAMED_BY.has(field);
  // Skips whatever first repeats the name of something.
  if (id !== undefined && isNothing(before) && (whose === after || whose === placed(String(after), id)))
    return [];
  const own = typeAt(type, keys);
  const shown = (value: unknown, isItem = false): string =>
    isName && typeof value === 'string'
      ? value
      : naming.value(value, isItem && own !== undefined ? typeInside(own, '') : own);
  const said = sayStep({ title, before, after, isTitled: type?.title !== undefined }, shown, naming.wording);
  return said === null ? [] : [whose === '' ? said : `${whose}: ${said}`];
}

function nameOf(
  scope: string,
  collection: string | undefined,
  id: string | undefined,
  naming: Naming,
): string {
  if (id === undefined) return scope === 'game' || scope === 'dynasty' ? '' : inWords(scope);
  return collection === undefined ? naming.person(id) : naming.thing(collection, id);
}

/** A change that a matter would make: `Charnel Stair (C4): now lit`. */
export function sayMatterChange(
  change: MatterChange,
  naming: Naming,
  valueAt: (path: readonly string[]) => unknown = () => undefined,
): string {
  if (change.verb !== 'set') return describe(change);
  const [scope = '', ...rest] = change.path.split('.');
  if (scope === 'ruleset' || (scope === 'game' && rest[0] === 'terms'))
    return `${rest.join(' ')} ${naming.value(change.value)}`;
  const path = OF_ITS_OWN.has(scope) ? [scope, ...rest] : ['things', scope, ...rest];
  const { value } = change;
  const before = valueAt(path) ?? (typeof value === 'boolean' ? !value : null);
  const [said] = sayChanges([{ path, before, after: value }], naming);
  return said ?? `${rest.map((one) => naming.anything(one)).join(': ')} ${naming.value(value)}`;
}

/**
 * A change that was left out, from its record: `set players.bo.oil to 3` → `Bo: Oil 3`, `write content/ruleset/dynastic/lamps.md` → `the text
 * of “Lamps”`.
 */
export function sayLeftOutChange(change: string, naming: Naming): string {
  const { say } = naming.wording;
  const [, path, value = ''] = /^set (\S+) to (.+)$/su.exec(change) ?? [];
  if (path !== undefined)
    return sayMatterChange({ verb: 'set', path, value: readTypedJson(value).value }, naming);
  const [, does, name = '', ending] =
    /^(write|delete) content\/ruleset\/(?:\S+\/)?([^\s/]+)\.(md|ts)$/u.exec(change) ?? [];
  if (change === 'edit-rule') return say`the edit of a rule`;
  if (does === undefined) return naming.prose(change);
  const title = inWords(name);
  if (does === 'delete') return say`the repeal of “${title}”`;
  return ending === 'md' ? say`the text of “${title}”` : say`the code of “${title}”`;
}

const OF_ITS_OWN = new Set(['players', 'game', 'dynasty']);

function inside({ path, before, after }: StateChange, naming: Naming): readonly string[] {
  const [was, is] = [isPlainObject(before) ? before : {}, isPlainObject(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => ({ path: [...path, key], before: ownPart(was, key), after: ownPart(is, key) }))
    .filter((part) => !sameValue(part.before, part.after))
    .flatMap((part) => sayChange(part, naming));
}

/** A key may be named like a property that every object has. */
function ownPart(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? (record[key] ?? null) : null;
}

function typeAt(type: ValueType | undefined, keys: readonly string[]): ValueType | undefined {
  return keys.reduce<ValueType | undefined>(
    (at, key) => (at === undefined ? undefined : typeInside(at, key)),
    type,
  );
}

interface TitleSaid {
  readonly title: string;
  /** False if the title is only the id of the value. */
  readonly isTitled: boolean;
}

/** The sentence for one value's change; null if neither value says anything. */
function sayStep(
  { title, before, after, isTitled }: Pick<StateChange, 'before' | 'after'> & TitleSaid,
  shown: (value: unknown, isItem?: boolean) => string,
  { say }: Wording,
): string | null {
  const [was, is] = [before, after].map((value) => isNothing(value) || value === false);
  if (was === true && is === true) return null;
  if (typeof before === 'boolean' || typeof after === 'boolean') {
    // An id is an adjective, such as `lit`; a title may be any words.
    if (isTitled) return `${title} ${shown(was !== true)} → ${shown(is !== true)}`;
    return is === true
      ? say`no longer ${spelled(title).toLowerCase()}`
      : say`now ${spelled(title).toLowerCase()}`;
  }
  if (Array.isArray(before ?? []) && Array.isArray(after ?? [])) {
    const [old, now] = [before ?? [], after ?? []].map((list) =>
      (list as readonly unknown[]).map((one) => shown(one, true)),
    );
    const more = now?.filter((one) => old?.includes(one) !== true) ?? [];
    const less = old?.filter((one) => now?.includes(one) !== true) ?? [];
    if (more.length + less.length === 0) return say`${title} now ${shown(after)}`;
    if (was === true) return `${title} ${inARow(more)}`;
    return inARow([
      ...(more.length === 0 ? [] : [say`${inARow(more)} added to ${title}`]),
      ...(less.length === 0 ? [] : [say`${inARow(less)} removed from ${title}`]),
    ]);
  }
  if (was === true) return `${title} ${shown(after)}`;
  return is === true
    ? say`${title} ${shown(before)} → nothing`
    : `${title} ${shown(before)} → ${shown(after)}`;
}
