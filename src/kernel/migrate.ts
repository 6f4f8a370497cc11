import { dataOf, type Entity, fieldsOf, placeOf, startOf } from './entities.ts';
import type { Collection, Field, Model } from './model.ts';
import type { Runtime } from './runtime.ts';
import type { Fields } from './state.ts';
import { encode, IllegalValue } from './values.ts';
import { entityFor, singleton, type Thing } from './world.ts';

/**
 * Carries a state over to the rules that are in force now: what no rule tracks any more goes, what is new starts, and
 * what has become invalid is set to its starting value.
 */
export function migrate(runtime: Runtime): void {
  const { state } = runtime.store;
  const { model } = runtime;
  dropCollections(runtime, model);
  // Which things there are comes first, so that references are judged by it.
  for (const collection of model.collections.values()) settleIds(runtime, collection);
  for (const scope of ['game', 'dynasty', 'emperor'] as const) carry(runtime, singleton(runtime, scope));
  for (const collection of model.collections.values()) {
    for (const id of Object.keys(state.things[collection.id] ?? {}))
      carry(runtime, entityFor(runtime, collection.id, id) as Thing);
  }
  for (const id of Object.keys(state.players)) carry(runtime, entityFor(runtime, 'players', id) as Entity);
  for (const post of Object.values(state.posts))
    carry(runtime, entityFor(runtime, 'posts', post.id) as Entity);
}

/** Where the rules say which things there are, those exist and no others. */
function settleIds(runtime: Runtime, collection: Collection): void {
  const { things } = runtime.store.state;
  if (things[collection.id] === undefined)
    runtime.store.write(things, collection.id, {}, ['things', collection.id]);
  const { ids } = collection.definition;
  if (ids === undefined) return;
  const wanted = new Set(typeof ids === 'function' ? ids() : ids);
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

function carry(runtime: Runtime, entity: Entity): void {
  const data = dataOf(entity);
  const fields = fieldsOf(entity);
  for (const id of Object.keys(data).sort()) {
    if (!fields.has(id)) runtime.store.write(data, id, undefined, [...placeOf(entity), id]);
  }
  for (const field of fields.values()) {
    if (Object.hasOwn(data, field.id) && isLegal(runtime, field, data)) continue;
    runtime.store.write(data, field.id, encode(field.type, startOf(entity, field), runtime.refs), [
      ...placeOf(entity),
      field.id,
    ]);
  }
}

function isLegal(runtime: Runtime, field: Field, data: Fields): boolean {
  try {
    encode(field.type, data[field.id], runtime.refs);
    return true;
  } catch (error) {
    if (error instanceof IllegalValue) return false;
    throw error;
  }
}
