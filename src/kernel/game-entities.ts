import { callRule } from './calls.ts';
import { dataOf, Entity, runtimeOf } from './entities.ts';
import { freezeWhole } from './freeze.ts';
import { dependsOn, remembered } from './memo.ts';
import type { LinkedCollection } from './model.ts';
import { toKebab } from './names.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { Fields } from './state.ts';

/** A person known to the game: a player, even if idle, or an outsider who posted something. */
export class PersonEntity extends Entity {
  constructor(runtime: Runtime, id: string) {
    super(id, {
      runtime,
      path: ['players', id],
      facts: 'player',
      fields: () => runtime.model.fields.player,
      data: () => existing(runtime.store.state.players[id], `nobody is called ${id}`),
    });
  }

  get label(): string {
    dependsOn(runtimeOf(this), 'player.name');
    return nameIn(dataOf(this)) ?? this.id;
  }
}

export class ThingEntity extends Entity {
  readonly #facts: string;
  readonly #runtime: Runtime;
  readonly #things: () => Record<string, Fields> | undefined;

  constructor(runtime: Runtime, collection: LinkedCollection, id: string) {
    const things = (): Record<string, Fields> | undefined => runtime.store.state.things[collection.id];
    super(id, {
      runtime,
      path: ['things', collection.id, id],
      facts: collection.id,
      fields: () => collection.fields,
      data: () => existing(things()?.[id], `there is no ${id} among ${collection.id} any more`),
      starts: () =>
        remembered(runtime, `start of ${collection.id}\u0000${id}`, () =>
          startOfThing(runtime, collection, id),
        ),
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

/** The game, the dynasty, or the emperor's variables. */
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

freezeWhole(PersonEntity, ThingEntity, Singleton);

function startOfThing(
  runtime: Runtime,
  { id: collection, rule, definition: { start } }: LinkedCollection,
  id: string,
): Readonly<Record<string, unknown>> {
  if (start === undefined) return {};
  const given: unknown = callRule(runtime, rule, `start of things.${collection}.${id}`, () => start(id));
  return Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [toKebab(name), value]));
}
