import { callHook } from './calls.ts';
import { withMeantRule } from './meant-rule.ts';
import { refusalOf, type RefusalData } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { Explanation, TraceLine } from './trace.ts';
import { toPerson, toPost } from './world.ts';

/** The subject of a question. Posts and people are given by their ids. */
export type WordsOfQuestion = Readonly<Record<string, string>>;

export function namedIn(runtime: Runtime, words: WordsOfQuestion): object {
  const named = Object.entries(words).map(([key, id]) => [
    key,
    // A person's id may look like a post's, such as 12.
    (key === 'by' ? toPerson(runtime, id) : null) ?? toPost(runtime, id) ?? toPerson(runtime, id) ?? id,
  ]);
  return { by: null, ...(Object.fromEntries(named) as object) };
}

/** Collects each rule's answer during a trial, then undoes everything since the mark. */
export function explained(runtime: Runtime, mark: number, run: () => void): Explanation {
  const lines: TraceLine[] = [];
  runtime.frame.trace = lines;
  try {
    return { refusal: triedOnly(runtime, mark, run), lines };
  } finally {
    runtime.frame.trace = null;
  }
}

/** The reason why something would be refused, or null. Faster than explaining it. */
export function triedOnly(runtime: Runtime, mark: number, run: () => void): RefusalData | null {
  runtime.frame.isTrial = true;
  try {
    const refusal = refusalOf(run);
    return refusal && withMeantRule(runtime, refusal.toData());
  } finally {
    runtime.frame.isTrial = false;
    runtime.store.undoTo(mark);
  }
}

export function whyRefused(runtime: Runtime, hook: string, words: WordsOfQuestion): RefusalData | null {
  runtime.frame.reading++;
  const refusal = refusalOf(() => callHook(runtime, hook, namedIn(runtime, words)));
  return refusal && withMeantRule(runtime, refusal.toData());
}
