import { callHook, hasHook } from './calls.ts';
import { deepFreeze, freezeWhole } from './freeze.ts';
import type { Field } from './model.ts';
import { nearest, toCamel, toKebab } from './names.ts';
import { Handle } from './lasting.ts';
import { acts, dependsOn } from './memo.ts';
import { storedPicture } from './pictures.ts';
import { missing, MISSING, Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { Fields } from './state.ts';
import { encode, startingValue } from './kinds/index.ts';
import { minimumOf } from './kinds/integer.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue, sameValue } from './values.ts';

/** Clauses don't have it. */
const { defineProperty } = Object;

/** Assigned within the class, so that no clause can use it. */
let insideOf: (entity: Entity) => Inside;

/**
 * The objects that clauses work with: a player, a room, the game. All reads and writes of variables go through here, so that each write
 * is checked, recorded and can be undone.
 */
export abstract class Entity extends Handle {
  readonly id: string;
  readonly #inside: Inside;

  static {
    insideOf = (entity) => entity.#inside;
  }

  constructor(id: string, inside: Inside) {
    super();
    this.id = id;
    this.#inside = inside;
  }

  /** Its name in a refusal. */
  abstract get label(): string;

  is(other: unknown): boolean {
    return (
      other === this ||
      (other instanceof Entity && other.constructor === this.constructor && other.id === this.id)
    );
  }

  set(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) writeField(this, name, value);
  }

  /** Subtracts from a number. Refused if there isn't enough. */
  spend(variable: string, amount: number): void {
    changeNumber(this, variable, -positive(runtimeOf(this), amount), 'spend');
  }

  lose(variable: string, amount: number): void {
    changeNumber(this, variable, -positive(runtimeOf(this), amount), 'lose');
  }

  gain(variable: string, amount: number): void {
    changeNumber(this, variable, positive(runtimeOf(this), amount), 'gain');
  }

  transfer(variable: string, amount: number, to: Entity): void {
    this.spend(variable, amount);
    to.gain(variable, amount);
  }

  reset(...variables: readonly string[]): void {
    for (const [id, field] of fieldsOf(this)) {
      if (variables.length === 0 || variables.some((name) => toKebab(name) === id))
        writeField(this, id, startOfField(this, field));
    }
  }

  toJSON(): string {
    return this.id;
  }
}

/** The kernel's record of an entity. Clauses have only the entity itself and can't reach this. */
export interface Inside {
  readonly runtime: Runtime;
  readonly path: readonly string[];
  /** The prefix of dependencies on it: `player`, `rooms`. */
  readonly facts: string;
  readonly fields: () => ReadonlyMap<string, Field>;
  readonly data: () => Fields;
  /** The collection's starting values for this thing, by variable. */
  readonly starts?: () => Starts;
}

export function dataOf(entity: Entity): Fields {
  return insideOf(entity).data();
}

export function fieldsOf(entity: Entity): ReadonlyMap<string, Field> {
  return insideOf(entity).fields();
}

export function placeOf(entity: Entity): readonly string[] {
  return insideOf(entity).path;
}

export function runtimeOf(entity: Entity): Runtime {
  return insideOf(entity).runtime;
}

/** The starting value of a field, which a collection may override for one of its things. */
export function startOfField(entity: Entity, field: Field): unknown {
  return ownStart(entity, field) ?? startingValue(field.type);
}

/** The starting value that a collection sets for one of its things, or null if it sets none. */
export function ownStart(entity: Entity, field: Field): unknown {
  return insideOf(entity).starts?.()[field.id] ?? null;
}

type Starts = Readonly<Record<string, unknown>>;

function positive(runtime: Runtime, amount: number): number {
  const result = callHook(runtime, 'amount', { amount });
  return typeof result === 'number' ? result : amount;
}

function changeNumber(entity: Entity, variable: string, by: number, how: 'spend' | 'lose' | 'gain'): void {
  const dot = variable.indexOf('.');
  if (dot > 0) {
    changeEntry(entity, variable.slice(0, dot), variable.slice(dot + 1), by, how);
    return;
  }
  const now = readField(entity, variable);
  if (typeof now !== 'number') throw noNumber(entity, variable);
  writeField(entity, variable, now + by, how);
}

/** `stock.grain` is an entry of the map `stock`. A missing entry counts as 0. */
function changeEntry(
  entity: Entity,
  name: string,
  key: string,
  by: number,
  how: 'spend' | 'lose' | 'gain',
): void {
  const field = fieldOf(entity, name);
  const now = readKnown(entity, field) as Readonly<Record<string, unknown>>;
  if (field.type.kind !== 'map' || field.type.of.kind !== 'integer') throw noNumber(entity, `${name}.${key}`);
  const before = Object.hasOwn(now, key) ? Number(now[key]) : 0;
  const entry = { ...field, id: `${field.id}.${key}`, type: field.type.of };
  writeField(entity, name, { ...now, [key]: encodeLegal(entity, entry, before + by, how) }, how);
}

function noNumber(entity: Entity, variable: string): Refusal {
  return new Refusal(`${entity.label} has no number called ${variable}`, { code: 'no-number' });
}

function fieldOf(entity: Entity, name: string): Field {
  const id = toKebab(name);
  const field = fieldsOf(entity).get(id);
  if (field !== undefined) return field;
  throw missing(id, nearest(id, fieldsOf(entity).keys()));
}

export function readField(entity: Entity, name: string): unknown {
  return readKnown(entity, fieldOf(entity, name));
}

function readKnown(entity: Entity, field: Field): unknown {
  const { runtime, data, facts } = insideOf(entity);
  const { frame } = runtime;
  if (field.type.private === true) {
    frame.sawPrivate ||= frame.privateSide || frame.isTrial;
    if (!frame.privateSide)
      throw new Refusal(`${field.id} is private: only an action of the emperor's side may look at it`, {
        code: 'private',
      });
  }
  if (runtime.reads !== null) dependsOn(runtime, `${facts}.${field.id}`);
  const value = runtime.decode(field.type, data()[field.id]);
  // The type says that it is never null, so no clause checks.
  if (value === null && REFERENCES.has(field.type.kind))
    throw new Refusal(`${titleOf(field)} of ${entity.label} no longer exists`, { code: MISSING });
  return value;
}

const REFERENCES: ReadonlySet<ValueType['kind']> = new Set(['player', 'post', 'thing']);

export function writeField(
  entity: Entity,
  name: string,
  value: unknown,
  how: 'spend' | 'lose' | 'gain' | 'set' = 'set',
): void {
  const runtime = runtimeOf(entity);
  acts(runtime);
  const field = fieldOf(entity, name);
  if (runtime.frame.reading > 0) {
    throw new Refusal(`a view can only read: it can't set ${field.id}`, { code: 'view-writes' });
  }
  let stored = encodeLegal(entity, field, value, how);
  if (!runtime.frame.assuming && hasHook(runtime, 'value-written')) {
    const context = {
      owner: entity,
      variable: field.id,
      before: deepFreeze(dataOf(entity)[field.id]),
      after: deepFreeze(stored),
      how: runtime.frame.byMatter ? 'matter' : how,
    };
    const changed = callHook(runtime, 'value-written', context);
    if (changed !== undefined && !sameValue(changed, stored))
      stored = encodeLegal(entity, field, changed, 'set');
  }
  stored = storedPicture(runtime.frame.pictures, placeOf(entity), field, stored);
  if (sameValue(dataOf(entity)[field.id], stored)) return;
  runtime.store.write(dataOf(entity), field.id, stored, [...placeOf(entity), field.id]);
}

function encodeLegal(entity: Entity, field: Field, value: unknown, how: string): unknown {
  const runtime = runtimeOf(entity);
  try {
    return encode(field.type, value, runtime.refs);
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    const type = field.type;
    if (error.belowMinimum && type.kind === 'integer') {
      const context = {
        owner: entity,
        variable: field.id,
        value,
        minimum: minimumOf(type),
        spending: how === 'spend',
      };
      return callHook(runtime, 'below-minimum', context);
    }
    throw new Refusal(`${titleOf(field)} of ${entity.label} ${error.message}`, { code: 'illegal-value' });
  }
}

function titleOf(field: Field): string {
  return field.type.title ?? field.id.replaceAll('-', ' ');
}

/** Gives a class of entities a property for each variable, under its camelCase name. */
export function addAccessors(prototype: object, fields: ReadonlyMap<string, Field>): void {
  for (const field of fields.values()) {
    const name = toCamel(field.id);
    if (name in prototype) continue;
    defineProperty(prototype, name, {
      get(this: Entity) {
        return readKnown(this, field);
      },
      set(this: Entity, value: unknown) {
        writeField(this, field.id, value);
      },
    });
  }
}

freezeWhole(Entity);
