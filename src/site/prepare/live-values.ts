import type { LiveValueData } from '../data/rule-data.ts';
import type { RuleChange } from './rule-change.ts';

const VALUE = /\[([^\]\n]*)\]\(#value:([a-z0-9-]+)\)/g;

/** `open for [48](#value:window) hours` → `window` is `48` */
export function liveValuesIn(text: string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, shown = '', name = ''] of (text ?? '').matchAll(VALUE))
    if (!found.has(name)) found.set(name, shown);
  return found;
}

/** Each live value in a rule’s text in force, with every matter that set it, in order. */
export function liveValuesOf(text: string, changes: readonly RuleChange[]): readonly LiveValueData[] {
  return [...liveValuesIn(text)].map(([name, value]) => ({
    name,
    value,
    set: changes.flatMap(({ at, post, values }) => {
      const [from, to] = [values.before.get(name) ?? null, values.after.get(name) ?? null];
      return to === null || from === to ? [] : [{ at, post, from, to }];
    }),
  }));
}
