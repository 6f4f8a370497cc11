import { addAccessors, dataOf, Entity, fieldsOf, placeOf, runtimeOf, startOf } from './entities.ts';
import { freezeWhole } from './freeze.ts';
import type { Collection, Field, Model } from './model.ts';
import { dependsOn } from './memo.ts';
import { toKebab } from './names.ts';
import { PostEntity } from './post-entity.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { Fields } from './state.ts';
import { encode } from './values.ts';

/** Somebody the game has heard of: a player, an idle one, or an outsider who posted something. */
export class Person extends Entity {
  constructor(runtime: Runtime, id: string) {
    super(id, {
      runtime,
      path: ['players', id],
      facts: 'player',
      fields: () => runtime.model.fields.player,
      data: () => existing(runtime.store.state.players[id], `there is nobody called ${id}`),
    });
  }

  get label(): string {
    dependsOn(runtimeOf(this), 'player.name');
    return nameIn(dataOf(this)) ?? this.id;
  }
}

export class Thing extends Entity {
  readonly #facts: string;
  readonly #runtime: Runtime;
  readonly #things: () => Record<string, Fields> | undefined;

  constructor(runtime: Runtime, collection: Collection, id: string) {
    const things = (): Record<string, Fields> | undefined => runtime.store.state.things[collection.id];
    super(id, {
      runtime,
      path: ['things', collection.id, id],
      facts: collection.id,
      fields: () => collection.fields,
      data: () => existing(things()?.[id], `there is no ${id} among ${collection.id} any more`),
      startFor: (field) => startOfThing(collection, id)[field.id],
    });
    this.#things = things;
    this.#facts = collection.id;
    this.#runtime = runtime;
  }

  get label(): string {
    for (const field of ['name', 'title']) dependsOn(this.#runtime, `${this.#facts}.${field}`);
    return nameIn(dataOf(this)) ?? this.id;
  }

  get exists(): boolean {
    dependsOn(this.#runtime, `things.${this.#facts}`);
    return this.#things()?.[this.id] !== undefined;
  }
}

function existing(data: Fields | undefined, otherwise: string): Fields {
  if (data === undefined) throw new Refusal(otherwise, { code: 'no-such-thing' });
  return data;
}

function nameIn(data: Fields): string | null {
  const name = data['name'] ?? data['title'];
  return typeof name === 'string' && name !== '' ? name : null;
}

/** The game, the dynasty, or what the emperor tracks. */
export class Singleton extends Entity {
  constructor(runtime: Runtime, scope: 'game' | 'dynasty' | 'emperor') {
    super(scope, {
      runtime,
      path: [scope],
      facts: scope,
      fields: () => runtime.model.fields[scope],
      data: () => runtime.store.state[scope],
    });
  }

  get label(): string {
    return `the ${this.id}`;
  }
}

freezeWhole(Person, Thing, Singleton);

interface Classes {
  readonly Person: typeof Person;
  readonly Post: typeof PostEntity;
  readonly singleton: Readonly<Record<string, typeof Singleton>>;
  readonly things: ReadonlyMap<string, typeof Thing>;
}

const classesOf = new WeakMap<Model, Classes>();

/** Classes with a property for each variable that the rules in force define. */
function classes(runtime: Runtime): Classes {
  const { model } = runtime;
  const known = classesOf.get(model);
  if (known !== undefined) return known;
  const made: Classes = {
    Person: withFields(class extends Person {}, model.fields.player),
    Post: withFields(class extends PostEntity {}, model.fields.post),
    singleton: {
      game: withFields(class extends Singleton {}, model.fields.game),
      dynasty: withFields(class extends Singleton {}, model.fields.dynasty),
      emperor: withFields(class extends Singleton {}, model.fields.emperor),
    },
    things: new Map(
      [...model.collections].map(([id, { fields }]) => [id, withFields(class extends Thing {}, fields)]),
    ),
  };
  classesOf.set(model, made);
  return made;
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
    () => new (classes(runtime).singleton[scope] as typeof Singleton)(runtime, scope),
  );
}

/** The thing with this id, or null where there is none. */
export function entityFor(
  runtime: Runtime,
  collection: string,
  id: unknown,
): Person | Thing | PostEntity | null {
  if (typeof id !== 'string') return null;
  if (runtime.reads !== null)
    dependsOn(
      runtime,
      collection === 'players' || collection === 'posts' ? collection : `things.${collection}`,
    );
  const { state } = runtime.store;
  if (collection === 'players') {
    return Object.hasOwn(state.players, id)
      ? cached(runtime, `players ${id}`, () => new (classes(runtime).Person)(runtime, id))
      : null;
  }
  if (collection === 'posts') {
    return Object.hasOwn(state.posts, id)
      ? cached(runtime, `posts ${id}`, () => new (classes(runtime).Post)(runtime, id))
      : null;
  }
  const things = state.things[collection];
  if (things === undefined || !Object.hasOwn(things, id)) return null;
  return cached(runtime, `${collection} ${id}`, () => {
    const Made = classes(runtime).things.get(collection) ?? Thing;
    return new Made(runtime, runtime.model.collections.get(collection) as Collection, id);
  });
}

function cached<T extends object>(runtime: Runtime, key: string, make: () => T): T {
  const known = runtime.caches.entities.get(key);
  if (known !== undefined) return known as T;
  // The same object is handed out in later calls: nobody may leave anything on it.
  const made = Object.freeze(make());
  runtime.caches.entities.set(key, made);
  return made;
}

export function personOf(runtime: Runtime, value: unknown): Person | null {
  if (value instanceof Person) return entityFor(runtime, 'players', value.id);
  if (typeof value !== 'string') return null;
  const exact = entityFor(runtime, 'players', value);
  if (exact !== null) return exact;
  dependsOn(runtime, 'player.name');
  const word = value.trim().toLowerCase();
  for (const [id, fields] of Object.entries(runtime.store.state.players)) {
    const name = fields['name'];
    if (id.toLowerCase() === word || (typeof name === 'string' && name.toLowerCase() === word)) {
      return entityFor(runtime, 'players', id);
    }
  }
  return null;
}

/** Whoever acts is on record from then on, if only as an outsider. */
export function ensurePerson(runtime: Runtime, id: string): Person {
  const known = personOf(runtime, id);
  if (known !== null) return known;
  runtime.store.write(runtime.store.state.players, id, {}, ['players', id]);
  const person = entityFor(runtime, 'players', id) as Person;
  fill(runtime, person);
  return person;
}

export function postOf(runtime: Runtime, value: unknown): PostEntity | null {
  const id = value instanceof PostEntity ? value.id : value;
  return entityFor(runtime, 'posts', id) as PostEntity | null;
}

/** A thing by itself, its id, or whatever else its collection takes for a name. */
export function thingOf(runtime: Runtime, collection: string, value: unknown): Thing | null {
  if (value instanceof Thing) return entityFor(runtime, collection, value.id) as Thing | null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const exact = entityFor(runtime, collection, String(value)) as Thing | null;
  if (exact !== null) return exact;
  const find = runtime.model.collections.get(collection)?.definition.find;
  const found = find?.(String(value));
  return found instanceof Thing ? found : null;
}

/** Gives every variable that has no value yet the value it starts with. */
export function fill(runtime: Runtime, entity: Entity): void {
  const data = dataOf(entity);
  for (const [id, field] of fieldsOf(entity)) {
    if (Object.hasOwn(data, id)) continue;
    const start = encode(field.type, startOf(entity, field), runtime.refs);
    runtime.store.write(data, id, start, [...placeOf(entity), id]);
  }
}

export function startOfThing(collection: Collection, id: string): Readonly<Record<string, unknown>> {
  const given = collection.definition.start?.(id) ?? {};
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [toKebab(name), value]));
}

export function addThing(
  runtime: Runtime,
  collection: string,
  id: string,
  values: Readonly<Record<string, unknown>> = {},
): Thing {
  const { state } = runtime.store;
  if (state.things[collection] === undefined)
    runtime.store.write(state.things, collection, {}, ['things', collection]);
  const things = state.things[collection] as Record<string, Fields>;
  if (Object.hasOwn(things, id))
    throw new Refusal(`there is a ${id} among ${collection} already`, { code: 'exists-already' });
  runtime.store.write(things, id, {}, ['things', collection, id]);
  const thing = entityFor(runtime, collection, id) as Thing;
  thing.set(values);
  fill(runtime, thing);
  return thing;
}

export function removeThing(runtime: Runtime, thing: Thing): void {
  const [, collection = ''] = placeOf(thing);
  const things = runtime.store.state.things[collection];
  if (things === undefined || !Object.hasOwn(things, thing.id)) return;
  runtime.store.write(things, thing.id, undefined, ['things', collection, thing.id]);
}
