import type { Draw } from '../kernel/chance.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { StateChange } from '../kernel/store.ts';
import { isPlainObject, sameValue } from '../kernel/values.ts';

/** `no room beside it is lit (rule 2.4 Lanterns)` */
export function describeRefusal({ reason, rule, where, code }: RefusalData): string {
  // The line of a rule that refuses tells nobody anything; that of one that fails is where to mend it.
  const line = where === undefined || code !== 'clause-fails' ? '' : `, ${where}`;
  return rule === null ? reason : `${reason} (rule ${rule.number} ${rule.title}${line})`;
}

/** What changed, one line each, as people say it; what only the engine keeps is left out. */
export function describeChanges(changes: readonly StateChange[]): readonly string[] {
  return changes.flatMap(describeChange);
}

function describeChange({ path, before, after }: StateChange): readonly string[] {
  const [scope = '', ...rest] = path;
  if (scope === 'taken' || scope === 'submissions' || scope === 'posts') return [];
  if (rest.at(-1) === 'last-active') return [];
  const place = scope === 'things' ? rest : [scope, ...rest];
  if (isPlainObject(before) && isPlainObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys
      .filter((key) => !sameValue(before[key], after[key]))
      .flatMap((key) =>
        describeChange({ path: [...path, key], before: before[key] ?? null, after: after[key] ?? null }),
      );
  }
  if (isPlainObject(after) && before === null) return [`${place.join(' ')} is new`];
  if (after === null && isPlainObject(before)) return [`${place.join(' ')} is gone`];
  return [`${place.join(' ')}: ${sayValue(before)} → ${sayValue(after)}`];
}

export function describeDraws(draws: readonly Draw[]): readonly string[] {
  return draws.flatMap(({ kind, size, result }) =>
    kind === 'dice' ? [`DICE${size}: ${sayValue(result)}`] : [],
  );
}

export function sayValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(sayValue).join(', ');
  return JSON.stringify(value);
}
