import type { RuleChange } from './history.ts';

/** The texts of the rules as they first were, and each change as the piece of text that it replaced. */
export interface ChangeLog {
  readonly order: readonly { readonly rule: string; readonly title: string }[];
  readonly first: Readonly<Record<string, string>>;
  readonly changes: readonly {
    readonly at: string;
    readonly post: string;
    readonly rule: string;
    /** From where, how many characters, what instead; null takes the rule away. */
    readonly splice: readonly [from: number, gone: number, instead: string] | null;
  }[];
}

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
    order: [...titles, ...gone.map((rule) => ({ rule, title: rule.split('/').at(-1) ?? rule }))],
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

/** The texts of all rules after so many changes. */
export function textsAfter({ first, changes }: ChangeLog, count: number): Map<string, string> {
  const texts = new Map(Object.entries(first));
  for (const { rule, splice } of changes.slice(0, count)) {
    if (splice === null) {
      texts.delete(rule);
      continue;
    }
    const [start, gone, instead] = splice;
    const text = texts.get(rule) ?? '';
    texts.set(rule, text.slice(0, start) + instead + text.slice(start + gone));
  }
  return texts;
}
