import { parseDocument, isMap, isScalar, stringify } from 'yaml';
import type { Pair, Scalar } from 'yaml';
import { joinFile, splitFrontMatter } from './front-matter.ts';

/**
 * Sets front-matter keys (`undefined` removes one) and leaves every other byte as it was.
 * `---\ntitle: Votes # of all\norder: 10\n---\nText` with `{ order: 20 }` changes `10` and nothing else.
 */
export function writeFrontMatter(text: string, changes: Readonly<Record<string, unknown>>): string {
  const split = splitFrontMatter(text);
  const eol = /\r\n/.test(split.open || split.body) ? '\r\n' : '\n';
  if (split.open !== '') return joinFile({ ...split, matter: writeKeys(split.matter, changes, eol) });
  const matter = writeKeys('', changes, eol);
  if (matter === '') return text;
  return joinFile({ ...split, open: `---${eol}`, matter, close: `---${eol}` });
}

/** The same for a YAML file that is all keys. */
export function writeYamlKeys(text: string, changes: Readonly<Record<string, unknown>>): string {
  return writeKeys(text, changes, /\r\n/.test(text) ? '\r\n' : '\n');
}

function writeKeys(block: string, changes: Readonly<Record<string, unknown>>, eol: string): string {
  let written = block;
  for (const [key, value] of Object.entries(changes)) written = writeKey(written, key, value, eol);
  return written;
}

function writeKey(block: string, key: string, value: unknown, eol: string): string {
  const pair = findPair(block, key);
  if (!pair) return value === undefined ? block : appendKey(block, key, value, eol);
  const segment = keySegment(block, pair);
  if (value === undefined) return block.slice(0, segment.start) + block.slice(segment.end);
  if (JSON.stringify(pair.value?.toJSON() ?? null) === JSON.stringify(value)) return block;
  const scalar = pair.value;
  if (isScalar(scalar) && scalar.range && isPlainScalar(value) && scalar.range[1] > scalar.range[0]) {
    const inline = stringify(value, { lineWidth: 0 }).trimEnd();
    const oneLine = !block.slice(scalar.range[0], scalar.range[1]).includes('\n') && !inline.includes('\n');
    if (oneLine) return block.slice(0, scalar.range[0]) + inline + block.slice(scalar.range[1]);
  }
  return block.slice(0, segment.start) + toLines(key, value, eol) + block.slice(segment.end);
}

function findPair(block: string, key: string): Pair<Scalar, Scalar> | null {
  const { contents } = parseDocument(block);
  if (!isMap(contents)) return null;
  const pairs = contents.items as Pair<Scalar, Scalar>[];
  return pairs.find((pair) => isScalar(pair.key) && String(pair.key.value) === key) ?? null;
}

/** From the start of the key's line to the end of the value's last line; comments and blank lines after it stay. */
function keySegment(block: string, pair: Pair<Scalar, Scalar>): { start: number; end: number } {
  const start = pair.key.range?.[0] ?? 0;
  const valueEnd = pair.value?.range?.[1] ?? pair.key.range?.[1] ?? start;
  // A block value's range runs past its last line end; an inline one stops before it.
  if (block[valueEnd - 1] === '\n' && valueEnd > start) return { start, end: valueEnd };
  const lineEnd = block.indexOf('\n', valueEnd);
  return { start, end: lineEnd === -1 ? block.length : lineEnd + 1 };
}

function appendKey(block: string, key: string, value: unknown, eol: string): string {
  const gap = block === '' || block.endsWith('\n') ? '' : eol;
  return block + gap + toLines(key, value, eol);
}

function toLines(key: string, value: unknown, eol: string): string {
  return stringify({ [key]: value }, { lineWidth: 0 }).replaceAll('\n', eol);
}

function isPlainScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
