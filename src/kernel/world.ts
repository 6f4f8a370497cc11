import { addAccessors, dataOf, fieldsOf, placeOf, startOfField, type Entity } from './entities.ts';
import { PersonEntity, Singleton, ThingEntity } from './game-entities.ts';
import type { LinkedCollection, Field, Model } from './model.ts';
import { freezeWhole } from './freeze.ts';
import { acts, dependsOn } from './memo.ts';
import { PostEntity } from './post-entity.ts';
import { cite, Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { Fields } from './state.ts';
import { POSTS_THERE, type StateChange } from './store.ts';
import { encode } from './kinds/index.ts';
import { IllegalValue, showValue } from './values.ts';
import { callRule } from './calls.ts';

interface Classes {
  readonly Person: typeof PersonEntity;
  readonly Post: typeof PostEntity;
  readonly singleton: Readonly<Record<string, typeof Singleton>>;
  readonly things: ReadonlyMap<string, typeof ThingEntity>;
}

/** Classes with a property for each variable of the rules in force. */
function classes(runtime: Runtime): Classes {
  const { model } = runtime;
  if (runtime.classes?.of !== model) runtime.classes = { of: model, made: classesFor(model) };
  return runtime.classes.made as Classes;
}

function classesFor(model: Model): Classes {
  return {
    Person: withFields(class extends PersonEntity {}, model.fields.player),
    Post: withFields(class extends PostEntity {}, model.fields.post),
    singleton: {
      game: withFields(class extends Singleton {}, model.fields.game),
      dynasty: withFields(class extends Singleton {}, model.fields.dynasty),
      emperor: withFields(class extends Singleton {}, model.fields.emperor),
    },
    things: new Map(
      [...model.collections].map(([id, { fields }]) => [
        id,
        withFields(class extends ThingEntity {}, fields),
      ]),
    ),
  };
}

function withFields<T extends { readonly prototype: object }>(
  made: T,
  fields: ReadonlyMap<string, Field>,
): T {
  addAccessors(made.prototype, fields);
  freezeWhole(made);
  return made;
}

export function singleton(runtime: Runtime, scope: 'game' | 'dynasty' | 'emperor'): Singleton {
  return cached(
    runtime,
    scope,
    '',
    () => new (classes(runtime).singleton[scope] as typeof Singleton)(runtime, scope),
  );
}

/** The thing with this id, or null if there is none. */
export function entityFor(
  runtime: Runtime,
  collection: string,
  id: unknown,
): PersonEntity | ThingEntity | PostEntity | null {
  if (typeof id !== 'string') return null;
  if (runtime.reads !== null)
    dependsOn(
      runtime,
      collection === 'players' ? collection : collection === 'posts' ? POSTS_THERE : `things.${collection}`,
    );
  const { state } = runtime.store;
  if (collection === 'players') {
    return Object.hasOwn(state.players, id)
      ? cached(runtime, collection, id, () => new (classes(runtime).Person)(runtime, id))
      : null;
  }
  if (collection === 'posts') {
    return Object.hasOwn(state.posts, id)
      ? cached(runtime, collection, id, () => new (classes(runtime).Post)(runtime, id))
      : null;
  }
  const things = state.things[collection];
  if (things === undefined || !Object.hasOwn(things, id)) return null;
  return cached(runtime, `things ${collection}`, id, () => {
    const Made = classes(runtime).things.get(collection) ?? ThingEntity;
    return new Made(runtime, runtime.model.collections.get(collection) as LinkedCollection, id);
  });
}

function cached<T extends object>(runtime: Runtime, kind: string, id: string, make: () => T): T {
  const { entities } = runtime.caches;
  let ofKind = entities.get(kind);
  const known = ofKind?.get(id);
  if (known !== undefined) return known as T;
  // Later calls return the same object, so nobody may leave anything on it.
  const made = Object.freeze(make());
  ofKind = entities.get(kind) ?? new Map<string, object>();
  entities.set(kind, ofKind.set(id, made));
  return made;
}

export function toPerson(runtime: Runtime, value: unknown): PersonEntity | null {
  if (value instanceof PersonEntity) return entityFor(runtime, 'players', value.id);
  // An id such as 90000 looks like a number.
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const exact = entityFor(runtime, 'players', String(value));
  if (exact !== null) return exact;
  dependsOn(runtime, 'player.name');
  const word = String(value).trim().toLowerCase();
  for (const [id, fields] of Object.entries(runtime.store.state.players)) {
    const name = fields['name'];
    if (id.toLowerCase() === word || (typeof name === 'string' && name.trim().toLowerCase() === word)) {
      return entityFor(runtime, 'players', id);
    }
  }
  return null;
}

/** Anybody who acts is recorded from then on, at least as an outsider. */
export function ensurePerson(runtime: Runtime, id: string): PersonEntity {
  const known = toPerson(runtime, id);
  if (known !== null) return known;
  runtime.store.write(runtime.store.state.players, id, {}, ['players', id]);
  const person = entityFor(runtime, 'players', id) as PersonEntity;
  fill(runtime, person);
  return person;
}

export function toPost(runtime: Runtime, value: unknown): PostEntity | null {
  const id = value instanceof PostEntity ? value.id : value;
  return entityFor(runtime, 'posts', id) as PostEntity | null;
}

/** Finds a thing by itself, its id, or another name that its collection accepts. */
export function toThing(runtime: Runtime, collection: string, value: unknown): ThingEntity | null {
  if (value instanceof ThingEntity) return entityFor(runtime, collection, value.id) as ThingEntity | null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const exact = entityFor(runtime, collection, String(value)) as ThingEntity | null;
  if (exact !== null) return exact;
  const known = runtime.model.collections.get(collection);
  if (known?.definition.find === undefined) return null;
  const { find } = known.definition;
  const found = callRule(runtime, known.rule, `search among ${collection}`, () => find(String(value)));
  return found instanceof ThingEntity ? found : null;
}

/** Gives each variable that has no value its starting value. */
export function fill(runtime: Runtime, entity: Entity): void {
  const data = dataOf(entity);
  for (const [id, field] of fieldsOf(entity)) {
    if (Object.hasOwn(data, id)) continue;
    const start = startFor(runtime, entity, field);
    runtime.store.write(data, id, start, [...placeOf(entity), id]);
  }
}

/** The starting value may refer to something that is gone. Then the new person or thing is refused, and the game goes on. */
function startFor(runtime: Runtime, entity: Entity, field: Field): unknown {
  try {
    return encode(field.type, startOfField(entity, field), runtime.refs);
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    const place = [...placeOf(entity), field.id].join('.');
    throw new Refusal(`${place} has no starting value: the value ${error.message}`, {
      code: 'illegal-value',
      rule: cite(field.rule),
    });
  }
}

export function addThing(
  runtime: Runtime,
  collection: string,
  id: string,
  values: Readonly<Record<string, unknown>> = {},
): ThingEntity {
  acts(runtime);
  const { state } = runtime.store;
  if (state.things[collection] === undefined)
    runtime.store.write(state.things, collection, {}, ['things', collection]);
  const things = state.things[collection] as Record<string, Fields>;
  if (Object.hasOwn(things, id))
    throw new Refusal(`there is already a ${id} among ${collection}`, { code: 'exists-already' });
  runtime.store.write(things, id, {}, ['things', collection, id]);
  const thing = entityFor(runtime, collection, id) as ThingEntity;
  thing.set(values);
  fill(runtime, thing);
  return thing;
}

/** The ids of a collection's things if its rule lists them, or null. */
export function fixedIds(
  runtime: Runtime,
  { id, rule, definition: { ids } }: LinkedCollection,
): readonly string[] | null {
  if (typeof ids !== 'function') return ids ?? null;
  const given: unknown = callRule(runtime, rule, `ids of ${id}`, ids);
  if (Array.isArray(given) && given.every((one) => typeof one === 'string')) return given;
  throw new Refusal(`the ids of ${id} must be a list of texts, not ${showValue(given)}`, {
    code: 'illegal-value',
    rule: cite(rule),
  });
}

/**
 * If a rule lists its things, a step may not add or remove others, because that would be undone when the game is next loaded. Computed
 * lists aren't checked, since they may be about to change.
 */
export function refuseUnlisted(runtime: Runtime, changes: readonly StateChange[]): void {
  for (const { path } of changes) {
    const [scope, collection = '', id = ''] = path;
    if (scope !== 'things' || path.length !== 3) continue;
    const { rule, definition } = runtime.model.collections.get(collection) ?? {};
    const ids = definition?.ids;
    if (rule === undefined || ids === undefined || typeof ids === 'function') continue;
    const isThere = Object.hasOwn(runtime.store.state.things[collection] ?? {}, id);
    if (isThere === ids.includes(id)) continue;
    const why = isThere ? `${id} isn’t one of them` : `${id} is one of them`;
    throw new Refusal(`the rules decide which ${collection} there are, and ${why}`, {
      code: 'fixed-things',
      rule: cite(rule),
    });
  }
}

export function removeThing(runtime: Runtime, thing: ThingEntity): void {
  acts(runtime);
  const [, collection = ''] = placeOf(thing);
  const things = runtime.store.state.things[collection];
  if (things === undefined || !Object.hasOwn(things, thing.id)) return;
  runtime.store.write(things, thing.id, undefined, ['things', collection, thing.id]);
}
