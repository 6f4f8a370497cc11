import { encode } from './kinds/index.ts';
import { ANY_NAMES } from './kinds/references.ts';
import { fieldAt, type Field } from './model.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { emptyState } from './state.ts';
import type { StateChange } from './store.ts';
import { IllegalValue, sameValue } from './values.ts';

/** More changes of one step aren't checked, since a fault nearly always shows in many places. */
const MOST_CHECKED = 1_000;
const RESOLVED: ReadonlySet<unknown> = new Set(['enacted', 'failed']);
const SCOPES: ReadonlySet<string> = new Set(Object.keys(emptyState()));

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
  if (after === null || scope === 'taken' || scope === 'submissions') return null;
  if (scope === 'players' && third === undefined) return brokenFields(model.fields.player, after);
  if (scope === 'things') {
    const collection = model.collections.get(id);
    if (collection === undefined) return 'is in a collection that no rule has';
    if (third === undefined) return null;
    if (fourth === undefined) return brokenFields(collection.fields, after);
  }
  return brokenValue(fieldAt(model, path), after);
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
    return sameValue(encode(field.type, value, ANY_NAMES), value) ? null : 'differs from its stored form';
  } catch (error) {
    if (error instanceof IllegalValue) return 'doesn’t fit its type';
    throw error;
  }
}
