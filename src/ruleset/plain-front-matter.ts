import type { YamlRead } from './yaml-read.ts';

/**
 * Front matter as the engine itself writes most of it: keys, each with a word, a number, a time or an empty list, or
 * with a few of them below it. It is nearly all that there is in a long game, and a reader of all of YAML takes many
 * times as long for it. Null where anything else stands in it: whoever knows all of YAML reads that.
 */
export function readPlainFrontMatter(block: string, firstLine: number): YamlRead | null {
  if (!block.endsWith('\n')) return null;
  const data: Record<string, unknown> = {};
  const keyLines = Object.create(null) as Record<string, number>;
  const lines = block.split('\n');
  // The text after the last line end.
  lines.pop();
  for (let at = 0; at < lines.length; at++) {
    const [, key, text] = KEY.exec(lines[at] ?? '') ?? [];
    if (key === undefined || Object.hasOwn(data, key) || isWordOfYaml(key)) return null;
    keyLines[key] = firstLine + at;
    const below = text === undefined ? readBelow(lines, at + 1) : null;
    const value = text === undefined ? below?.value : IN_BRACKETS.test(text) ? wordsIn(text) : scalarOf(text);
    if (value === undefined) return null;
    data[key] = value;
    at += below?.lines ?? 0;
  }
  return { data, problems: [], keyLines };
}

/**
 * The same block with one value put in the place of another, where both are a word, a number or a time in a line of their own and
 * all of the block is what is read here: nearly all that play changes, such as when somebody was last there. Null where it isn't so.
 */
export function writePlainValue(block: string, key: string, value: unknown): string | null {
  const from = startOfLine(block, key);
  if (from < 0 || !PLAIN_KEY.test(key) || !isPlainlyWritten(value)) return null;
  const start = from + key.length + 2;
  const end = block.indexOf('\n', start);
  const before = readPlainFrontMatter(block, 1)?.data[key];
  if (before === undefined || typeof before === 'object') return null;
  return before === value ? block : `${block.slice(0, start)}${String(value)}${block.slice(end)}`;
}

function startOfLine(block: string, key: string): number {
  if (block.startsWith(`${key}: `)) return 0;
  const found = block.indexOf(`\n${key}: `);
  return found < 0 ? -1 : found + 1;
}

/** Whether it is written as it is, without quotes, and read as the same. */
function isPlainlyWritten(value: unknown): boolean {
  if (typeof value === 'number') return INTEGER.test(String(value)) && !Object.is(value, -0);
  return typeof value === 'boolean' || (typeof value === 'string' && TIME.test(value));
}

const PLAIN_KEY = /^[A-Za-z][A-Za-z0-9-]*$/u;
const KEY = /^([A-Za-z][A-Za-z0-9-]*):(?: (\S.*))?$/u;
const INNER_KEY = /^ {2}([A-Za-z][A-Za-z0-9-]*): (\S.*)$/u;
const INNER_ITEM = /^ {2}- (\S.*)$/u;

interface Below {
  readonly value: unknown;
  readonly lines: number;
}

/** The lines below a key: a list, or keys of its own, of one kind until the next key. */
function readBelow(lines: readonly string[], from: number): Below | undefined {
  const isList = INNER_ITEM.test(lines[from] ?? '');
  const list: unknown[] = [];
  const keys: Record<string, unknown> = {};
  let at = from;
  for (; lines[at]?.startsWith(' ') === true; at++) {
    const [, first = '', second = ''] = (isList ? INNER_ITEM : INNER_KEY).exec(lines[at] ?? '') ?? [];
    const value = scalarOf(isList ? first : second);
    if (value === undefined) return undefined;
    if (isList) list.push(value);
    else if (Object.hasOwn(keys, first) || isWordOfYaml(first)) return undefined;
    else keys[first] = value;
  }
  return at === from ? undefined : { value: isList ? list : keys, lines: at - from };
}

const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;
/** Nothing in them means anything but itself, and they can't be taken for a number. */
const WORDS = /^[A-Za-z](?:[A-Za-z0-9 _.,'()!?/-]*[A-Za-z0-9_.,'()!?/-])?$/u;
const IN_BRACKETS = /^\[(.+)\]$/u;
/** Such words as may stand in brackets. */
const BARE = /^[A-Za-z](?:[A-Za-z0-9 _.'()!?/-]*[A-Za-z0-9_.'()!?/-])?$/u;
const QUOTED = /^"([ !#-[\]-~]*)"$/u;

/** Undefined where it is none of what is read here. */
function scalarOf(text: string): unknown {
  if (text === 'null') return null;
  if (text === 'false' || text === 'true') return text === 'true';
  if (text === '[]') return [];
  if (text === '{}') return {};
  if (INTEGER.test(text)) return Number(text);
  if (TIME.test(text) || (WORDS.test(text) && !isWordOfYaml(text))) return text;
  return QUOTED.exec(text)?.[1];
}

/** `[cfj, dov]` */
function wordsIn(text: string): readonly string[] | undefined {
  const words = IN_BRACKETS.exec(text)?.[1]?.split(', ');
  return words?.every((word) => BARE.test(word) && !isWordOfYaml(word)) === true ? words : undefined;
}

function isWordOfYaml(text: string): boolean {
  return /^(?:null|true|false)$/iu.test(text);
}
