import {
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { isExact } from '../kernel/number-words.ts';
import { sayInexact, whyNotPlain } from './plain-data.ts';

const MAX_ALIASES = 32;

export interface YamlFault {
  readonly message: string;
  /** The line of the text, counted from 1. */
  readonly line: number;
}

export interface ParsedYaml {
  /** Null if parsing the text would take too long. */
  readonly document: Document | null;
  readonly faults: readonly YamlFault[];
  readonly lineAt: (offset: number) => number;
}

/** Parses all YAML, in time linear in the length of the text. */
export function parseYaml(source: string): ParsedYaml {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const nested = whyTooNested(source);
  if (nested !== null) return { document: null, faults: [{ message: `Here ${nested}`, line: 1 }], lineAt };
  try {
    const document = parseDocument(source, {
      lineCounter: lines,
      logLevel: 'error',
      // With these options the parser would search the whole text for the place of each error, and compare each key with all before it.
      prettyErrors: false,
      uniqueKeys: false,
    });
    if (hasOwnMeaning(document))
      return { document: null, faults: [{ message: NO_DIRECTIVES, line: 1 }], lineAt };
    // An unknown tag such as `!!js/function` would leave a text that nobody intended.
    const known = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
      message: firstSentence(message),
      line: lineAt(pos[0]),
    }));
    return { document, faults: [...known, ...repeatedKeys(document, lineAt)], lineAt };
  } catch (error) {
    return { document: null, faults: [faultOf(error)], lineAt };
  }
}

/**
 * `%YAML 1.1` would turn `no` into false, 010 into eight and 1:30 into ninety, and `%TAG` changes a tag in a way that can't be seen at
 * the tag.
 */
const NO_DIRECTIVES = 'Here a directive, such as %YAML or %TAG, changes what YAML means; leave it out';

function hasOwnMeaning({ directives }: Document): boolean {
  const { version = '1.2' } = directives?.yaml ?? {};
  return version !== '1.2' || Object.keys(directives?.tags ?? {}).some((handle) => handle !== '!!');
}

export function readYamlValue(source: string): {
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
} {
  const { document, faults } = parseYaml(source);
  return document === null || faults.length > 0 ? { value: undefined, faults } : yamlValueOf(document);
}

/** The same for something that a person typed. No character may be lost, since it may be meant as text. */
export function readTypedValue(source: string): ReturnType<typeof readYamlValue> {
  const { document, faults } = parseYaml(source);
  if (document === null || faults.length > 0) return { value: undefined, faults };
  keepLetters(document);
  return yamlValueOf(document);
}

/** Reads one typed word. If it is neither such a scalar nor in brackets, it is a text too, such as `|`, `-`, `#a` or `a: b`. */
export function readTypedWord(text: string): unknown {
  const { document, faults } = parseYaml(text);
  if (document === null || faults.length > 0) return text;
  const { contents } = document;
  const isWhole = isScalar(contents)
    ? contents.type === 'PLAIN'
      ? contents.source === text
      : /^(?:".*"|'.*')$/su.test(text)
    : /^(?:\[.*\]|\{.*\})$/su.test(text);
  if (!isWhole) return text;
  keepLetters(document);
  const read = yamlValueOf(document);
  return read.faults.length > 0 ? text : read.value;
}

/**
 * Only numbers and booleans in the engine's own form count as such. 007, 0x10, 1.50, True and 9007199254740993 are texts, because they
 * would be changed by reading and writing them.
 */
export function keepLetters(document: Document | Node): void {
  visit(document, {
    Scalar(_, scalar: Scalar) {
      const { value, source } = scalar;
      const isNothing = value === null && (source === '' || source === '~');
      if (typeof value !== 'string' && source !== undefined && !isNothing && String(value) !== source)
        scalar.value = source;
    },
  });
}

export function yamlValueOf(document: Document): {
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
} {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const why = whyNotPlain(value) ?? whyOddNumber(document);
    return why === null
      ? { value, faults: [] }
      : { value: undefined, faults: [{ message: `This is not plain data: ${why}`, line: 1 }] };
  } catch (error) {
    return { value: undefined, faults: [faultOf(error)] };
  }
}

/** Numbers as people write them, and as the engine does. */
const FIGURES = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u;

/** YAML has other forms of numbers, some of which people read differently: 0x10 is 16, 010 is ten and 1e3 a thousand. */
function whyOddNumber(document: Document): string | null {
  let why: string | null = null;
  visit(document, {
    Scalar(_, { value, source = '' }: Scalar) {
      if (typeof value !== 'number' || source === String(value)) return undefined;
      if (FIGURES.test(source) && isExact(source)) return undefined;
      why = Number.isSafeInteger(value)
        ? `it has the number ${source}, which would be read as ${value}; write ${value}, or "${source}" if it is a text`
        : `it ${sayInexact(source, value)}`;
      return visit.BREAK;
    },
  });
  return why;
}

/** yaml throws if aliases multiply or have no target, and if things are nested without end. */
function faultOf(error: unknown): YamlFault {
  if (error instanceof ReferenceError || error instanceof RangeError)
    return { message: firstSentence(error.message), line: 1 };
  throw error;
}

function repeatedKeys(document: Document, lineAt: (offset: number) => number): readonly YamlFault[] {
  const found: YamlFault[] = [];
  visit(document, {
    Map(_, map: YAMLMap) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        // Data has texts as keys, so 1 and "1" are the same key, and so are null and "".
        const { value }: { readonly value: unknown } = key;
        const name = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
        if (seen.has(name))
          found.push({
            message: `The key ${name} occurs twice`,
            line: lineAt(key.range?.[0] ?? 0),
          });
        seen.add(name);
      }
    },
  });
  return found;
}

/** `Unexpected end:` and more lines → `Unexpected end` */
function firstSentence(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
}

/** Deeper than anybody writes. Parsing time grows with the third power of the depth of brackets. */
const DEEPEST = 200;

/** Each of these is an error of its own, and a million of them take ten seconds. */
const MOST_STRAY = 1_000;

/** More than anybody writes. Each may be inside the previous one, and parsing time grows with the fourth power of the depth. */
const MOST_ASKED_KEYS = 50;
/** After one of these signs, or at the beginning of a line, `? ` marks a key. */
const SIGNS = new Set(['-', '?', ':', '\n']);

/** The reason why a text must not be given to a YAML parser, or null. Brackets within words count too, since they never get this deep. */
export function whyTooNested(text: string): string | null {
  const { deepest, stray } = bracketsIn(text);
  if (deepest > DEEPEST) return `brackets are nested more than ${DEEPEST} deep`;
  if (stray > MOST_STRAY) return `more than ${MOST_STRAY} closing brackets have no opening one`;
  return askedKeysIn(text) > MOST_ASKED_KEYS
    ? `more than ${MOST_ASKED_KEYS} keys stand behind a question mark`
    : null;
}

function askedKeysIn(text: string): number {
  let asked = 0;
  let before = '\n';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '?' && SIGNS.has(before) && !/\S/u.test(text[at + 1] ?? '')) asked++;
    if (!/[ \t\r]/u.test(letter)) before = letter;
  }
  return asked;
}

/** True if brackets in a written value, together with those of other keys, might one day make the file unreadable. */
export function mayNest(text: string): boolean {
  const { deepest, open } = bracketsIn(text);
  return open > 0 || deepest > DEEPEST / 2;
}

function bracketsIn(text: string): {
  readonly deepest: number;
  readonly open: number;
  readonly stray: number;
} {
  let deepest = 0;
  let stray = 0;
  let open = 0;
  for (const letter of text) {
    if (letter === '{' || letter === '[') open++;
    else if (letter === '}' || letter === ']') {
      if (open > 0) open--;
      else stray++;
    }
    deepest = Math.max(deepest, open);
  }
  return { deepest, open, stray };
}
