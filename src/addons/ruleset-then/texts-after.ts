import type { ChangeLog } from '../../site/data/site-data.ts';

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
