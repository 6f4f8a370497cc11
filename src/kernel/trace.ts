import type { LinkedRule } from './model.ts';
import { cite, Refusal, type RefusalData } from './refusal.ts';
import { toKebab } from './names.ts';
import { isPlainObject, showValue } from './values.ts';

/** One rule's part in a decision, as `gitnomic why` shows it. */
export interface TraceLine {
  /** `may-enact`, `popular`, or `check of light-room`. */
  readonly question: string;
  readonly rule: RefusalData['rule'];
  readonly depth: number;
  /** `refuses: …`, `answers 7`, `lets it pass`. */
  answer: string;
  /** The answer's value as plain data, for showing it in the game’s own words. Long lists are cut. */
  value?: unknown;
}

export interface Explanation {
  readonly refusal: RefusalData | null;
  readonly lines: readonly TraceLine[];
}

/** Runs a rule's code and, if an explanation was requested, records the result. */
export function traced<T>(
  { trace, depth }: { readonly trace: TraceLine[] | null; readonly depth: number },
  question: string,
  rule: LinkedRule,
  run: () => T,
): T {
  if (trace === null) return run();
  const line: TraceLine = { question, rule: cite(rule), depth, answer: '…' };
  trace.push(line);
  try {
    const value = run();
    line.answer =
      value === undefined || value === null
        ? 'lets it pass'
        : value === 'permit'
          ? 'permits it'
          : `answers ${inWords(value)}`;
    if (line.answer.startsWith('answers ')) line.value = plain(value, DEEP);
    return value;
  } catch (error) {
    line.answer = error instanceof Refusal ? `refuses: ${error.message}` : 'fails';
    throw error;
  }
}

const FEW = 6;
const DEEP = 3;

/** A value that can leave the sandbox, with people, things and posts replaced by their labels. */
function plain(value: unknown, deep: number): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? null : value;
  if ('label' in value) return String(value.label);
  if (deep === 0) return null;
  if (Array.isArray(value)) return value.slice(0, FEW).map((one) => plain(one, deep - 1));
  if (!isPlainObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, deep - 1)]));
}

/** A value in a few words, with labels for things. */
function inWords(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.slice(0, FEW).map(inWords).join(', ') +
          (value.length > FEW ? ` and ${value.length - FEW} more` : '');
  if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label);
  return isAmounts(value) ? amounts(value) : showValue(value);
}

/** `{ oil: 1, bloodCrystals: 2 }` → `1 oil, 2 blood crystals`, for costs. */
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
