import { deepFreeze } from './freeze.ts';
import type { Runtime } from './runtime.ts';
import { entityFor, toPerson, toPost, toThing } from './world.ts';
import type { References } from './values.ts';
import type { ValueType } from './value-types.ts';

/** How a stored value is handed to a clause: references as the things they name, lists and records frozen. */
export function decode(runtime: Runtime, type: ValueType, stored: unknown): unknown {
  if (stored === undefined) return null;
  switch (type.kind) {
    case 'player':
      return entityFor(runtime, 'players', stored);
    case 'post':
      return entityFor(runtime, 'posts', stored);
    case 'thing':
      return entityFor(runtime, type.collection, stored);
    case 'optional':
      return stored === type.none || stored === null ? null : decode(runtime, type.of, stored);
    case 'list':
      return Object.freeze((stored as unknown[]).map((item) => decode(runtime, type.of, item)));
    case 'record':
      return Object.freeze(
        decodeFields(runtime, (key) => type.fields[key], stored as Record<string, unknown>),
      );
    case 'map':
      return Object.freeze(decodeFields(runtime, () => type.of, stored as Record<string, unknown>));
    case 'data':
      return deepFreeze(stored);
    default:
      return stored;
  }
}

function decodeFields(
  runtime: Runtime,
  typeOf: (key: string) => ValueType | undefined,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(stored)) {
    const type = typeOf(key);
    if (type !== undefined) result[key] = decode(runtime, type, value);
  }
  return result;
}

export function refsOf(runtime: Runtime): References {
  return {
    player: (value) => toPerson(runtime, value)?.id ?? null,
    thing: (collection, value) => toThing(runtime, collection, value)?.id ?? null,
    post: (value) => toPost(runtime, value)?.id ?? null,
  };
}
