import type { LinkedRule } from './model.ts';
import { Refusal, type RefusalData } from './refusal.ts';
import { toKebab } from './names.ts';
import { isPlainObject, showValue } from './values.ts';

/** One rule's part in a decision, as `gitnomic why` tells it. */
export interface TraceLine {
  /** `may-enact`, `popular`, or `check of light-room`. */
  readonly question: string;
  readonly rule: { readonly title: string; readonly number: string; readonly path: string } | null;
  readonly depth: number;
  /** `refuses: …`, `answers 7`, `lets it pass`. */
  answer: string;
}

export interface Explanation {
  readonly refusal: RefusalData | null;
  readonly lines: readonly TraceLine[];
}

/** Runs something of a rule and, where somebody wants to know, notes what came of it. */
export function traced<T>(
  { trace, depth }: { readonly trace: TraceLine[] | null; readonly depth: number },
  question: string,
  rule: LinkedRule,
  run: () => T,
): T {
  if (trace === null) return run();
  const { title, number, path } = rule.entry;
  const line: TraceLine = {
    question,
    rule: { title, number, path },
    depth,
    answer: '…',
  };
  trace.push(line);
  try {
    const value = run();
    line.answer =
      value === undefined || value === null
        ? 'lets it pass'
        : value === 'permit'
          ? 'permits it'
          : `answers ${inWords(value)}`;
    return value;
  } catch (error) {
    line.answer = error instanceof Refusal ? `refuses: ${error.message}` : 'fails';
    throw error;
  }
}

/** A value in a few words: things by what they are called. */
function inWords(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.slice(0, 6).map(inWords).join(', ') + (value.length > 6 ? ` and ${value.length - 6} more` : '');
  if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label);
  return isAmounts(value) ? amounts(value) : showValue(value);
}

/** `{ oil: 1, bloodCrystals: 2 }` → `1 oil, 2 blood crystals`, which is what a cost is. */
function amounts(value: Readonly<Record<string, number>>): string {
  return Object.entries(value)
    .map(([variable, amount]) => `${amount} ${toKebab(variable).replaceAll('-', ' ')}`)
    .join(', ');
}

function isAmounts(value: unknown): value is Readonly<Record<string, number>> {
  return (
    isPlainObject(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every((amount) => typeof amount === 'number')
  );
}
