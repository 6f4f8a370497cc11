import { callRule } from './calls.ts';
import { dataOf, type Entity, fieldsOf, ownStart, placeOf } from './entities.ts';
import type { LinkedCollection, Field, Model } from './model.ts';
import type { Runtime } from './runtime.ts';
import type { Fields } from './state.ts';
import { encode, plainlyLegalFor, startingValue, startOf, readCell } from './kinds/index.ts';
import { Refusal } from './refusal.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue, sameValue, define, isPlainObject } from './values.ts';
import { entityFor, fixedIds, singleton } from './world.ts';
import type { References } from './kinds/kind.ts';

/**
 * Converts a state to the rules now in force. Values that no rule tracks any more are removed, new ones get their starting value, and
 * ones whose type has changed are read as the new type, or reset if that is impossible. If a rule has no starting value, or fails to list
 * its things, what is stored stays, so that any game can be loaded. These faults are returned, for callers who can still reject the
 * rules.
 */
export function migrate(runtime: Runtime): readonly Refusal[] {
  const faults: Refusal[] = [];
  const { state } = runtime.store;
  const { model } = runtime;
  dropCollections(runtime, model);
  // The things come first, because references are checked against them.
  for (const collection of model.collections.values()) noting(faults, () => settleIds(runtime, collection));
  for (const scope of ['game', 'dynasty', 'emperor'] as const)
    carry(runtime, singleton(runtime, scope), faults);
  for (const { id, fields } of model.collections.values())
    carryAll(runtime, id, fields, Object.entries(state.things[id] ?? {}), faults);
  carryAll(runtime, 'players', model.fields.player, Object.entries(state.players), faults);
  const posts = Object.entries(state.posts).map(([id, post]): [string, Fields] => [id, post.fields]);
  carryAll(runtime, 'posts', model.fields.post, posts, faults);
  return faults;
}

function noting(faults: Refusal[], run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    faults.push(error);
  }
}

/** Nearly always nothing has to be written, so values are only checked first. */
function carryAll(
  runtime: Runtime,
  collection: string,
  fields: ReadonlyMap<string, Field>,
  all: readonly (readonly [id: string, data: Fields])[],
  faults: Refusal[],
): void {
  if (all.length === 0) return;
  const list = [...fields.values()].map((field) => ({ field, isLegal: plainlyLegalFor(field.type) }));
  let plain: ReadonlyMap<Field, unknown> | null = null;
  for (const [id, data] of all) {
    if (isSettled(runtime, data, list)) continue;
    plain ??= plainStarts(runtime, fields);
    carry(runtime, entityFor(runtime, collection, id) as Entity, faults, plain);
  }
}

/** True if there are as many values as variables and all are legal. */
function isSettled(
  runtime: Runtime,
  data: Fields,
  list: readonly { readonly field: Field; readonly isLegal: (value: unknown) => boolean }[],
): boolean {
  if (Object.keys(data).length !== list.length) return false;
  for (const { field, isLegal } of list) {
    const value = data[field.id];
    if (value === undefined) return false;
    if (!isLegal(value) && !sameValue(reread(runtime, field, data), value)) return false;
  }
  return true;
}

/** If the rules list a collection's things, exactly those exist. */
function settleIds(runtime: Runtime, collection: LinkedCollection): void {
  const { things } = runtime.store.state;
  if (things[collection.id] === undefined)
    runtime.store.write(things, collection.id, {}, ['things', collection.id]);
  const ids = fixedIds(runtime, collection);
  if (ids === null) return;
  const wanted = new Set(ids);
  const there = things[collection.id] as Record<string, Fields>;
  for (const id of Object.keys(there)) {
    if (!wanted.has(id)) runtime.store.write(there, id, undefined, ['things', collection.id, id]);
  }
  for (const id of wanted) {
    // Values are set once all things exist, since they may refer to each other.
    if (!Object.hasOwn(there, id)) runtime.store.write(there, id, {}, ['things', collection.id, id]);
  }
}

function dropCollections(runtime: Runtime, model: Model): void {
  const { things } = runtime.store.state;
  // The order mustn't depend on when they were added, because a game read from its files has them by name.
  for (const id of Object.keys(things).sort()) {
    if (!model.collections.has(id)) runtime.store.write(things, id, undefined, ['things', id]);
  }
}

/** Starting values that depend on nothing, such as words, numbers and empty lists. They are the same for each thing. */
function plainStarts(runtime: Runtime, fields: ReadonlyMap<string, Field>): ReadonlyMap<Field, unknown> {
  const plain = new Map<Field, unknown>();
  for (const field of fields.values()) {
    if (!isByItself(field.type)) continue;
    try {
      plain.set(field, encode(field.type, startingValue(field.type), runtime.refs));
    } catch (error) {
      // Reported for each thing.
      if (!(error instanceof IllegalValue)) throw error;
    }
  }
  return plain;
}

/** Each thing gets a list of its own. */
function startedAlike(value: unknown): unknown {
  return Array.isArray(value) ? [] : value;
}

/** True if the starting value of such a variable doesn't depend on people or things of the game. */
function isByItself(type: ValueType): boolean {
  if (type.kind === 'list') return startOf(type) === undefined && (type.min ?? 0) === 0;
  if (type.kind === 'optional') return startOf(type) === undefined;
  return type.kind === 'boolean' || type.kind === 'choice' || type.kind === 'integer' || type.kind === 'text';
}

function carry(
  runtime: Runtime,
  entity: Entity,
  faults: Refusal[],
  plain: ReadonlyMap<Field, unknown> | null = null,
): void {
  const data = dataOf(entity);
  const fields = fieldsOf(entity);
  for (const id of Object.keys(data).sort()) {
    if (!fields.has(id)) runtime.store.write(data, id, undefined, [...placeOf(entity), id]);
  }
  for (const field of fields.values()) {
    const carried = Object.hasOwn(data, field.id) ? reread(runtime, field, data) : undefined;
    if (carried !== undefined && sameValue(carried, data[field.id])) continue;
    const place = [...placeOf(entity), field.id];
    const value = carried ?? startAgain(runtime, entity, field, faults, plain);
    if (value !== undefined) runtime.store.write(data, field.id, value, place);
    else if (!Object.hasOwn(data, field.id)) runtime.store.write(data, field.id, null, place);
  }
}

/** A stored value as its variable's type reads it now, or undefined if it can't. */
function reread(runtime: Runtime, field: Field, data: Fields): unknown {
  try {
    return carryValue(field.type, data[field.id], runtime.refs);
  } catch (error) {
    if (error instanceof IllegalValue) return undefined;
    throw error;
  }
}

/** The starting value of a variable, or undefined if no legal one exists. */
function startAgain(
  runtime: Runtime,
  entity: Entity,
  field: Field,
  faults: Refusal[],
  plain: ReadonlyMap<Field, unknown> | null,
): unknown {
  const what = `start of ${[...placeOf(entity), field.id].join('.')}`;
  let value: unknown;
  noting(faults, () => {
    value = callRule(runtime, field.rule, what, () => {
      try {
        const own = ownStart(entity, field);
        return own === null && plain?.has(field) === true
          ? startedAlike(plain.get(field))
          : encode(field.type, own ?? startingValue(field.type), runtime.refs);
      } catch (error) {
        if (!(error instanceof IllegalValue)) throw error;
        throw new Refusal(`the ${what} ${error.message}`, { code: 'illegal-value' });
      }
    });
  });
  return value;
}

/**
 * Converts a value to a type other than the one for which it was stored: `7` becomes the text `7`, `oak` a list of one tree, and a list
 * or record keeps its legal parts. Throws an `IllegalValue` if that is impossible.
 */
export function carryValue(type: ValueType, value: unknown, refs: References): unknown {
  try {
    return encode(type, value, refs);
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    return encode(type, readAs(type, value, refs, error), refs);
  }
}

function readAs(type: ValueType, value: unknown, refs: References, error: IllegalValue): unknown {
  const carried = (of: ValueType, item: unknown): readonly unknown[] => {
    try {
      return [carryValue(of, item, refs)];
    } catch (problem) {
      if (!(problem instanceof IllegalValue)) throw problem;
      return [];
    }
  };
  if (type.kind === 'optional') return carried(type.of, value)[0] ?? null;
  if (type.kind === 'list' && Array.isArray(value)) return value.flatMap((item) => carried(type.of, item));
  if (type.kind === 'map' && isPlainObject(value)) {
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value))
      for (const one of carried(type.of, item)) define(result, key, one);
    return result;
  }
  if (type.kind === 'record' && isPlainObject(value)) {
    const result: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(type.fields)) {
      const [one] = value[key] === undefined ? [] : carried(field, value[key]);
      if (one !== undefined || field.kind !== 'optional') define(result, key, one ?? startingValue(field));
    }
    return result;
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') throw error;
  return readCell(type, String(value), (expected) => new IllegalValue(`must be ${expected}`));
}
