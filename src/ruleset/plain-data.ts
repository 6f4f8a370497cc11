import { BOUNDS } from '../kernel/bounds.ts';
import { isExact } from '../kernel/number-words.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Params = { readonly [key: string]: Json };

const DEEPEST = BOUNDS.depth.read;
const MOST_PARTS = BOUNDS.parts.read;

/**
 * The reason why data can't be written as JSON, or null. YAML can express what JSON can't: a list that contains itself, or one repeated
 * by reference so often that it would fill a disk.
 */
export function whyNotPlain(value: unknown): string | null {
  let parts = 0;
  const within: unknown[] = [];
  const findFault = (one: unknown): string | null => {
    // JSON would write it as null.
    if (typeof one === 'number' && !Number.isFinite(one))
      return 'it has a number that is infinite or not a number';
    if (typeof one !== 'object' || one === null) return null;
    if (!isPlain(one)) return 'it has something other than lists, maps, texts, numbers, true and false';
    if (within.includes(one)) return 'it holds itself';
    if (within.length >= DEEPEST) return `it is nested more than ${DEEPEST} deep`;
    within.push(one);
    for (const inner of Object.values(one)) {
      parts += 1;
      if (parts > MOST_PARTS) return `it has more than ${MOST_PARTS} parts`;
      const why = findFault(inner);
      if (why !== null) return why;
    }
    within.pop();
    return null;
  };
  return findFault(value);
}

/** Dates, sets and bytes would change or disappear when written. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

export interface JsonRead {
  readonly value: unknown;
  /** The end of a sentence about the text, such as `has the key n twice`. Null if the text has a value. */
  readonly fault: string | null;
}

/**
 * Reads JSON written by a person or a program. A JSON parser silently changes 9007199254740993 to another number and drops one of two
 * equal keys. Here both are faults, and so is data that is nested too deeply.
 */
export function readWrittenJson(text: string): JsonRead {
  const read = parsed(text);
  const fault = read.fault ?? lossIn(text);
  return fault === null ? read : { value: undefined, fault };
}

/** The same for something that a person typed. No character may be lost, so numbers that would be written differently become texts. */
export function readTypedJson(text: string): JsonRead {
  const read = parsed(text);
  return read.fault === null ? readWrittenJson(withTexts(text)) : read;
}

function parsed(text: string): JsonRead {
  try {
    return { value: JSON.parse(text), fault: null };
  } catch {
    return { value: undefined, fault: 'is not JSON' };
  }
}

/** `[1.50, 2]` → `["1.50", 2]` */
function withTexts(text: string): string {
  let typed = '';
  let end = 0;
  for (const { kind, from, to } of marksIn(text)) {
    const figures = text.slice(from, to);
    if (kind !== 'number' || String(Number(figures)) === figures) continue;
    typed += `${text.slice(end, from)}${JSON.stringify(figures)}`;
    end = to;
  }
  return typed + text.slice(end);
}

/** Data may be part of a step, and a step part of a message. */
const MOST_NESTED = DEEPEST + 10;

/** The most characters of a number that are shown. */
const MOST_SHOWN = 40;

function lossIn(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let last: Mark | null = null;
  for (const mark of marksIn(text)) {
    const { kind, from, to } = mark;
    const letters = text.slice(from, to);
    if (letters === '{' || letters === '[') open.push(letters === '{' ? new Set() : null);
    else if (letters === '}' || letters === ']') open.pop();
    else if (letters === ':' && last?.kind === 'text') {
      const key = JSON.parse(text.slice(last.from, last.to)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return `has the key ${shortened(key)} twice`;
      keys?.add(key);
    } else if (kind === 'number' && !isExact(letters)) return sayInexact(letters);
    if (open.length > MOST_NESTED) return `is nested more than ${MOST_NESTED} deep`;
    last = mark;
  }
  return null;
}

/** `has the number 9007199254740993, …` */
export function sayInexact(figures: string, value = Number(figures)): string {
  const shown = shortened(figures);
  return `has the number ${shown}, which would become ${value}; write it as a text, "${shown}", or with no more than 15 digits`;
}

function shortened(letters: string): string {
  return letters.length <= MOST_SHOWN ? letters : `${letters.slice(0, MOST_SHOWN)}…`;
}

interface Mark {
  readonly kind: 'text' | 'number' | 'sign';
  readonly from: number;
  readonly to: number;
}

const OF_NUMBERS = '0123456789.eE+-';

/** The strings, numbers and signs of JSON. Words such as `true` are skipped. */
function* marksIn(text: string): Generator<Mark> {
  for (let from = 0; from < text.length; from++) {
    const sign = text[from] ?? '';
    let [kind, to] = ['sign' as Mark['kind'], from + 1];
    if (sign === '"') {
      kind = 'text';
      while (to < text.length && text[to] !== '"') to += text[to] === '\\' ? 2 : 1;
      to = Math.min(to + 1, text.length);
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      kind = 'number';
      while (to < text.length && OF_NUMBERS.includes(text[to] ?? ' ')) to++;
    } else if (!'{}[]:,'.includes(sign)) continue;
    yield { kind, from, to };
    from = to - 1;
  }
}
