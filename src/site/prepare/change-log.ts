import { inWords } from '../../decide/naming.ts';
import type { ChangeLog } from '../data/rule-data.ts';
import type { RuleChange } from './rule-change.ts';

export function changeLog(
  now: ReadonlyMap<string, string>,
  titles: readonly { readonly rule: string; readonly title: string }[],
  changes: readonly RuleChange[],
): ChangeLog {
  const first = new Map(now);
  for (const { rule, before } of [...changes].reverse()) {
    if (before === null) first.delete(rule);
    else first.set(rule, before);
  }
  const seen = new Set(titles.map(({ rule }) => rule));
  const gone = [...new Set([...first.keys(), ...changes.map(({ rule }) => rule)])].filter(
    (rule) => !seen.has(rule),
  );
  return {
    order: [...titles, ...gone.map((rule) => ({ rule, title: inWords(rule.split('/').at(-1) ?? rule) }))],
    first: Object.fromEntries(first),
    changes: changes.map(({ at, post, rule, before, after }) => ({
      at,
      post,
      rule,
      splice: after === null ? null : spliceOf(before ?? '', after),
    })),
  };
}

/** `open for 48 hours` and `open for 36 hours` → `[9, 2, '36']` */
function spliceOf(before: string, after: string): readonly [number, number, string] {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [from, before.length - end - from, after.slice(from, after.length - end)];
}
