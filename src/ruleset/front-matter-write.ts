import { isMap, isScalar, stringify, visit, type Node, type Pair, type Scalar } from 'yaml';
import { keepLetters, parseYaml, mayNest, readYamlValue } from './parse-yaml.ts';
import { joinFile, splitFrontMatter } from './front-matter.ts';

/**
 * Sets front-matter keys (`undefined` removes one) and leaves every other byte unchanged. `---
 * title: Votes # of all
 * order: 10
 * ---
 * Text` with `{ order: 20 }` changes only `10`.
 */
export function writeFrontMatter(text: string, changes: Readonly<Record<string, unknown>>): string {
  const split = splitFrontMatter(text);
  const eol = /\r\n/.test(split.open || split.body) ? '\r\n' : '\n';
  if (split.open !== '') return joinFile({ ...split, matter: writeKeys(split.matter, changes, eol) });
  const matter = writeKeys('', changes, eol);
  if (matter === '') return text;
  return joinFile({ ...split, open: `---${eol}`, matter, close: `---${eol}` });
}

/** The same for a YAML file that consists of keys. */
export function writeYamlKeys(text: string, changes: Readonly<Record<string, unknown>>): string {
  return writeKeys(text, changes, /\r\n/.test(text) ? '\r\n' : '\n');
}

function writeKeys(block: string, changes: Readonly<Record<string, unknown>>, eol: string): string {
  let written = block;
  let pairs: readonly KeyAndValue[] | null = null;
  for (const [key, value] of Object.entries(changes)) {
    // Most keys don't change, and parsing the block is most of the work.
    pairs ??= pairsIn(written);
    if (pairs === null)
      return toYaml({ ...(readYamlValue(block).value as object), ...changes }).replaceAll('\n', eol);
    const next = writeKey(written, pairs, key, value, eol);
    if (next !== written) pairs = null;
    written = next;
  }
  return written;
}

function writeKey(
  block: string,
  pairs: readonly KeyAndValue[],
  key: string,
  value: unknown,
  eol: string,
): string {
  const pair = pairs.find((one) => isScalar(one.key) && String(one.key.value) === key);
  if (!pair) return value === undefined ? block : appendKey(block, key, value, eol);
  const segment = keySegment(block, pair);
  if (value === undefined) return block.slice(0, segment.start) + block.slice(segment.end);
  if (JSON.stringify(pair.value?.toJSON() ?? null) === JSON.stringify(value)) return block;
  const scalar = pair.value;
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (isScalar(scalar) && scalar.range && isPlain && scalar.range[1] > scalar.range[0]) {
    const inline = toYaml(value).trimEnd();
    const oneLine = !block.slice(scalar.range[0], scalar.range[1]).includes('\n') && !inline.includes('\n');
    if (oneLine) return block.slice(0, scalar.range[0]) + inline + block.slice(scalar.range[1]);
  }
  return block.slice(0, segment.start) + toLines(key, value, eol) + block.slice(segment.end);
}

type KeyAndValue = Pair<Scalar, Scalar>;

/** Null if a key that is written on a line of its own could break the others: `{ title: Votes }`, or `*title`. */
function pairsIn(block: string): readonly KeyAndValue[] | null {
  const { document } = parseYaml(block);
  const contents = document?.contents;
  if (!isMap(contents)) return [];
  const pairs = contents.items as KeyAndValue[];
  const isAtLine = ({ key: { range } }: KeyAndValue): boolean =>
    range?.[0] === 0 || block[(range?.[0] ?? 0) - 1] === '\n';
  if (contents.flow === true || !pairs.every(isAtLine) || hasAlias(contents)) return null;
  // `1.50` may be a text, so it isn't the same as 1.5.
  keepLetters(contents);
  return pairs;
}

function hasAlias(contents: Node): boolean {
  let found = false;
  visit(contents, { Alias: () => void (found = true) });
  return found;
}

/** From the start of the key's line to the end of the value's last line. Comments and blank lines after it aren't included. */
function keySegment(block: string, pair: KeyAndValue): { start: number; end: number } {
  const start = pair.key.range?.[0] ?? 0;
  const valueEnd = pair.value?.range?.[1] ?? pair.key.range?.[1] ?? start;
  // A block value's range includes its last line end, and an inline one's doesn't.
  if (block[valueEnd - 1] === '\n' && valueEnd > start) return { start, end: valueEnd };
  const lineEnd = block.indexOf('\n', valueEnd);
  return { start, end: lineEnd === -1 ? block.length : lineEnd + 1 };
}

function appendKey(block: string, key: string, value: unknown, eol: string): string {
  const gap = block === '' || block.endsWith('\n') ? '' : eol;
  return block + gap + toLines(key, value, eol);
}

function toLines(key: string, value: unknown, eol: string): string {
  return toYaml({ [key]: value }).replaceAll('\n', eol);
}

/** Brackets in people's words are escaped if there are so many that a parser would take them for nesting. */
export function toYaml(value: unknown): string {
  const text = stringify(value, { lineWidth: 0 });
  if (!mayNest(text)) return text;
  // Within double quotes, only brackets that aren't closed at once can be part of words.
  return stringify(value, {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: null,
  }).replaceAll(/\[(?!\])|\{(?!\})/gu, (bracket) => (bracket === '[' ? '\\x5b' : '\\x7b'));
}
