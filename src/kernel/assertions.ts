import { encode } from './kinds/index.ts';
import type { References } from './kinds/kind.ts';
import type { Field } from './model.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { StateChange } from './store.ts';
import { IllegalValue, sameValue } from './values.ts';

/** More of one step are not looked at: what is wrong is nearly always wrong in many places. */
const MOST_LOOKED_AT = 1_000;
const RESOLVED: ReadonlySet<unknown> = new Set(['enacted', 'failed']);
const SCOPES: ReadonlySet<string> = new Set([
  ...(['game', 'dynasty', 'emperor', 'players', 'things', 'posts'] as const),
  ...(['taken', 'submissions'] as const),
]);

/** Whom or what a value names may be gone by now, which is for the rules; that it is a name is not. */
const ANY_NAME: References = { player: nameIn, thing: (_, value) => nameIn(value), post: nameIn };

/**
 * The invariants of every step, whatever rules do: each value that it leaves is one that its variable may have, and what is
 * resolved stays so. Where it doesn't the engine is at fault, and nothing comes of the step. Costs what the step wrote.
 */
export function assertSound(runtime: Runtime, changes: readonly StateChange[], what: string): void {
  for (const change of changes.slice(0, MOST_LOOKED_AT)) {
    const broken = brokenBy(runtime, change);
    if (broken !== null)
      throw new Refusal(
        `Gitnomic has a fault and did nothing: ${change.path.join('.')} ${broken} (${what}, at ${runtime.now}); ` +
          'please report this, with the game’s commit and this line',
        { code: 'assertion' },
      );
  }
}

/** Never the value itself, which may be secret. */
function brokenBy({ model }: Runtime, { path, before, after }: StateChange): string | null {
  const [scope = '', id = '', third, fourth] = path;
  if (!SCOPES.has(scope)) return 'is no part of a game';
  if (scope === 'posts') {
    const changed = third === 'status' && RESOLVED.has(before) && before !== after;
    return changed ? 'would be resolved once more' : null;
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
    return sameValue(encode(field.type, value, ANY_NAME), value) ? null : 'is not as it is stored';
  } catch (error) {
    if (error instanceof IllegalValue) return 'is not what its type allows';
    throw error;
  }
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
