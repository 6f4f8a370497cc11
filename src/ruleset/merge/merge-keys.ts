import { isMap, isScalar } from 'yaml';
import { isPlainObject } from '../../kernel/values.ts';
import { keepLetters, parseYaml } from '../parse-yaml.ts';
import { writeYamlKeys } from '../front-matter-write.ts';
import type { Conflict } from './conflict.ts';
import { oneSided } from './merge-sequence.ts';

export interface KeysMerge {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

interface Key {
  /** The key's lines, with the comments above them. */
  readonly source: string;
  readonly value: unknown;
}

/** Merges two versions of a YAML block key by key, including nested keys. */
export function mergeKeys(base: string, ours: string, theirs: string): KeysMerge {
  const unopposed = oneSided(base, ours, theirs);
  if (unopposed !== null) return { text: unopposed, conflicts: [] };
  const versions = [base, ours, theirs].map(readKeys) as [Keys | null, Keys | null, Keys | null];
  const [old, mine, yours] = versions;
  if (!old || !mine || !yours) {
    return {
      text: ours,
      conflicts: [{ kind: 'key', where: 'the lines above the text', base, ours, theirs }],
    };
  }
  const conflicts: Conflict[] = [];
  const keys = new Map(mine.keys);
  const rewritten = new Map<string, unknown>();
  for (const name of new Set([...old.keys.keys(), ...yours.keys.keys()])) {
    const [first, second, third] = [old.keys.get(name), mine.keys.get(name), yours.keys.get(name)];
    if (isSame(first, third) || isSame(second, third)) continue;
    if (isSame(first, second)) {
      if (third) place(keys, name, third, yours.keys);
      else keys.delete(name);
      continue;
    }
    const merged = mergeValues(first?.value, second?.value, third?.value);
    if (merged.ok) rewritten.set(name, merged.value);
    else conflicts.push(keyConflict(name, first, second, third));
  }
  const joined =
    mine.head +
    [...keys.values()].map(({ source }) => `${source.replace(/\n$/u, '')}\n`).join('') +
    mine.tail;
  return { text: writeYamlKeys(joined, Object.fromEntries(rewritten)), conflicts };
}

interface Keys {
  readonly head: string;
  readonly keys: ReadonlyMap<string, Key>;
  readonly tail: string;
}

function readKeys(text: string): Keys | null {
  const { document, faults } = parseYaml(text);
  if (document === null || faults.length > 0) return null;
  // 1.50 and 1.5 may be two different texts.
  keepLetters(document);
  if (document.contents === null) return { head: text, keys: new Map(), tail: '' };
  if (!isMap(document.contents) || document.contents.flow === true) return null;
  const pairs = document.contents.items;
  const starts: number[] = [];
  for (const { key } of pairs) {
    if (!isScalar(key) || !key.range) return null;
    starts.push(withComments(text, text.lastIndexOf('\n', key.range[0] - 1) + 1));
  }
  const keys = new Map<string, Key>();
  pairs.forEach((pair, at) => {
    const name = String((pair.key as { value: unknown }).value);
    const value = (pair.value as { toJSON?: () => unknown } | null)?.toJSON?.() ?? null;
    keys.set(name, { source: text.slice(starts[at], starts[at + 1] ?? text.length), value });
  });
  return { head: text.slice(0, starts[0] ?? text.length), keys, tail: '' };
}

/** The start of the comments directly above a line. */
function withComments(text: string, lineStart: number): number {
  let start = lineStart;
  while (start > 0) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (!text.slice(before, start).startsWith('#')) break;
    start = before;
  }
  return start;
}

function isSame(a: Key | undefined, b: Key | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.source.trimEnd() === b.source.trimEnd() || JSON.stringify(a.value) === JSON.stringify(b.value);
}

/** A changed key keeps its position, and a new one goes after the key that it follows in its own version. */
function place(keys: Map<string, Key>, name: string, key: Key, version: ReadonlyMap<string, Key>): void {
  if (keys.has(name)) {
    keys.set(name, key);
    return;
  }
  const names = [...version.keys()];
  const before = names.slice(0, names.indexOf(name)).findLast((other) => keys.has(other));
  const entries = [...keys];
  const at = before === undefined ? 0 : entries.findIndex(([other]) => other === before) + 1;
  entries.splice(at, 0, [name, key]);
  keys.clear();
  for (const [other, value] of entries) keys.set(other, value);
}

type ValueMerge = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** Maps are merged key by key at any depth. Other values may be changed by one side only. */
function mergeValues(base: unknown, ours: unknown, theirs: unknown): ValueMerge {
  const [old, mine, yours] = [base, ours, theirs].map((value) => JSON.stringify(value) ?? '');
  if (mine === yours || yours === old) return { ok: true, value: ours };
  if (mine === old) return { ok: true, value: theirs };
  const first = base ?? {};
  if (!isPlainObject(first) || !isPlainObject(ours) || !isPlainObject(theirs)) return { ok: false };
  const merged: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const own = (record: Record<string, unknown>): unknown =>
      Object.hasOwn(record, name) ? record[name] : undefined;
    const value = mergeValues(own(first), own(ours), own(theirs));
    if (!value.ok) return value;
    if (value.value !== undefined) merged.push([name, value.value]);
  }
  return { ok: true, value: Object.fromEntries(merged) };
}

function keyConflict(
  where: string,
  base: Key | undefined,
  ours: Key | undefined,
  theirs: Key | undefined,
): Conflict {
  const source = (key: Key | undefined): string | null => key?.source.trimEnd() ?? null;
  return { kind: 'key', where, base: source(base), ours: source(ours), theirs: source(theirs) };
}
