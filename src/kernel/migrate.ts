import { callRule } from './calls.ts';
import { dataOf, type Entity, fieldsOf, placeOf, startsOf } from './entities.ts';
import type { LinkedCollection, Field, Model } from './model.ts';
import type { Runtime } from './runtime.ts';
import type { Fields } from './state.ts';
import { encode, plainlyLegalFor, startingValue, startOf } from './kinds/index.ts';
import { carryValue } from './carry-value.ts';
import { Refusal } from './refusal.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue, sameValue } from './values.ts';
import { entityFor, fixedIds, singleton } from './world.ts';

/**
 * Carries a state over to the rules that are in force now: what no rule tracks any more goes, what is new starts, and
 * what has another type now is as that type reads it, or set to its starting value where it reads nothing of it. Where
 * a rule has no value to start with, or fails to say what there is, what is stored stays, so that a game can be loaded
 * whatever its rules have come to. Such faults are given back, for whoever may still keep the rules out.
 */
export function migrate(runtime: Runtime): readonly Refusal[] {
  const faults: Refusal[] = [];
  const { state } = runtime.store;
  const { model } = runtime;
  dropCollections(runtime, model);
  // Which things there are comes first, so that references are judged by it.
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

/** Nearly always nothing has to be written: what is as the rules want it is only looked at. */
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

/** As many values as there are variables, and a legal one for each. */
function isSettled(
  runtime: Runtime,
  data: Fields,
  list: readonly { readonly field: Field; readonly isLegal: (value: unknown) => boolean }[],
): boolean {
  if (Object.keys(data).length !== list.length) return false;
  for (const { field, isLegal } of list) {
    const value = data[field.id];
    if (value === undefined) return false;
    if (!isLegal(value) && !sameValue(readAnew(runtime, field, data), value)) return false;
  }
  return true;
}

/** Where the rules say which things there are, those exist and no others. */
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
    // Values follow when all things are there: they may refer to each other.
    if (!Object.hasOwn(there, id)) runtime.store.write(there, id, {}, ['things', collection.id, id]);
  }
}

function dropCollections(runtime: Runtime, model: Model): void {
  const { things } = runtime.store.state;
  // In an order that does not depend on when they came: whoever reads the game from its files has them by name.
  for (const id of Object.keys(things).sort()) {
    if (!model.collections.has(id)) runtime.store.write(things, id, undefined, ['things', id]);
  }
}

/** The words, numbers and empty lists that variables start with of themselves: the same for each thing. */
function plainStarts(runtime: Runtime, fields: ReadonlyMap<string, Field>): ReadonlyMap<Field, unknown> {
  const plain = new Map<Field, unknown>();
  for (const field of fields.values()) {
    if (!isByItself(field.type)) continue;
    try {
      plain.set(field, encode(field.type, startingValue(field.type), runtime.refs));
    } catch (error) {
      // It is told of each thing.
      if (!(error instanceof IllegalValue)) throw error;
    }
  }
  return plain;
}

/** The lists of two things are two. */
function startedAlike(value: unknown): unknown {
  return Array.isArray(value) ? [] : value;
}

/** Whether nobody and nothing has to be looked for among what there is, to know what such a variable starts with. */
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
  const starts = startsOf(entity);
  for (const field of fields.values()) {
    const carried = Object.hasOwn(data, field.id) ? readAnew(runtime, field, data) : undefined;
    if (carried !== undefined && sameValue(carried, data[field.id])) continue;
    const place = [...placeOf(entity), field.id];
    const isOwn =
      starts === null || (starts.known !== null && (starts.known.value[field.id] ?? null) === null);
    const value =
      carried !== undefined
        ? carried
        : isOwn && plain?.has(field) === true
          ? startedAlike(plain.get(field))
          : startAnew(runtime, entity, field, starts, faults);
    if (value !== undefined) runtime.store.write(data, field.id, value, place);
    else if (!Object.hasOwn(data, field.id)) runtime.store.write(data, field.id, null, place);
  }
}

/** A stored value as its variable's type reads it now; undefined where it can't, so that the variable starts anew. */
function readAnew(runtime: Runtime, field: Field, data: Fields): unknown {
  try {
    return carryValue(field.type, data[field.id], runtime.refs);
  } catch (error) {
    if (error instanceof IllegalValue) return undefined;
    throw error;
  }
}

/** The value that a variable starts with; undefined where it has none that it may have. */
function startAnew(
  runtime: Runtime,
  entity: Entity,
  field: Field,
  starts: ReturnType<typeof startsOf>,
  faults: Refusal[],
): unknown {
  const what = (): string => `start of ${[...placeOf(entity), field.id].join('.')}`;
  let value: unknown;
  noting(faults, () => {
    value = callRule(runtime, field.rule, what, () => {
      try {
        return encode(field.type, starts?.get()[field.id] ?? startingValue(field.type), runtime.refs);
      } catch (error) {
        if (!(error instanceof IllegalValue)) throw error;
        throw new Refusal(`the ${what()} ${error.message}`, { code: 'illegal-value' });
      }
    });
  });
  return value;
}
