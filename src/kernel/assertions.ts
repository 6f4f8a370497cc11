import { encode } from './kinds/index.ts';
import type { References } from './kinds/kind.ts';
import type { Field } from './model.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { StateChange } from './store.ts';
import { IllegalValue, sameValue } from './values.ts';

/** More changes of one step aren't checked, since a fault nearly always shows in many places. */
const MOST_CHECKED = 1_000;
const RESOLVED: ReadonlySet<unknown> = new Set(['enacted', 'failed']);
const SCOPES: ReadonlySet<string> = new Set([
  ...(['game', 'dynasty', 'emperor', 'players', 'things', 'posts'] as const),
  ...(['taken', 'submissions'] as const),
]);

/** A reference may name something that is gone, which is up to the rules. Here it only has to be a name. */
const ANY_NAME: References = { player: nameIn, thing: (_, value) => nameIn(value), post: nameIn };

/**
 * Checks what must hold after every step, whatever the rules do: each written value fits its variable, and a resolved matter stays
 * resolved. Otherwise the engine is at fault and the step is dropped. The cost depends on what the step wrote.
 */
export function assertSound(runtime: Runtime, changes: readonly StateChange[], what: string): void {
  for (const change of changes.slice(0, MOST_CHECKED)) {
    const broken = brokenBy(runtime, change);
    if (broken !== null)
      throw new Refusal(
        `Gitnomic has a fault and did nothing: ${change.path.join('.')} ${broken} (${what}, at ${runtime.now}); ` +
          'please report this, with the game’s commit and this line',
        { code: 'assertion' },
      );
  }
}

/** Never shows the value itself, which may be secret. */
function brokenBy({ model }: Runtime, { path, before, after }: StateChange): string | null {
  const [scope = '', id = '', third, fourth] = path;
  if (!SCOPES.has(scope)) return 'is no part of a game';
  if (scope === 'posts') {
    const changed = third === 'status' && RESOLVED.has(before) && before !== after;
    return changed ? 'would be resolved again' : null;
  }
  if (after === null) return null;
  if (scope === 'game' || scope === 'dynasty' || scope === 'emperor')
    return brokenValue(model.fields[scope].get(id), after);
  if (scope === 'players')
    return third === undefined
      ? brokenFields(model.fields.player, after)
      : brokenValue(model.fields.player.get(third), after);
  if (scope !== 'things') return null;
  const collection = model.collections.get(id);
  if (collection === undefined) return 'is in a collection that no rule has';
  if (third === undefined) return null;
  return fourth === undefined
    ? brokenFields(collection.fields, after)
    : brokenValue(collection.fields.get(fourth), after);
}

function brokenFields(fields: ReadonlyMap<string, Field>, values: unknown): string | null {
  for (const [id, value] of Object.entries(values as object)) {
    const broken = brokenValue(fields.get(id), value);
    if (broken !== null) return `has a ${id} that ${broken}`;
  }
  return null;
}

function brokenValue(field: Field | undefined, value: unknown): string | null {
  if (field === undefined) return 'is tracked by no rule';
  try {
    return sameValue(encode(field.type, value, ANY_NAME), value) ? null : 'differs from its stored form';
  } catch (error) {
    if (error instanceof IllegalValue) return 'doesn’t fit its type';
    throw error;
  }
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
