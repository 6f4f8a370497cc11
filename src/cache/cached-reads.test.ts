import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readRuleset } from '../ruleset/read.ts';
import { madeOnce, madeOnceLater } from '../ruleset/memo.ts';
import { Caches } from './caches.ts';

let folder = '';
const path = (): string => join(folder, 'cache/reads.json');

/** Returns the caches that a new process finds. */
function cachesOf(engine?: string): Caches {
  const caches = new Caches(engine);
  caches.keepIn(join(folder, 'cache'));
  return caches;
}

/** Returns the value that a new process finds, and whether it had to make it. */
function ask(engine: string, text: string): { readonly value: string; readonly made: boolean } {
  let made = false;
  const caches = cachesOf(engine);
  const value = madeOnce(caches, 'shout', '', text, () => {
    made = true;
    return text.toUpperCase();
  });
  caches.save();
  return { value, made };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('the next process finds what was read once', () => {
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
  expect(ask('one', 'a')).toEqual({ value: 'A', made: false });
  expect(ask('one', 'b')).toEqual({ value: 'B', made: true });
});

test('another engine reads everything again', () => {
  ask('one', 'a');
  expect(ask('two', 'a').made).toBe(true);
});

test('a file that is missing, cut short or foreign does no harm', () => {
  ask('one', 'a');
  rmSync(path());
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
  writeFileSync(path(), readFileSync(path(), 'utf8').slice(0, -4));
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
  writeFileSync(path(), '[]');
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
});

test('recreates an altered entry, and keeps the others', () => {
  const caches = cachesOf('one');
  for (const text of ['a', 'ü\u2028\n"b":', 'c']) caches.onDisk.set('shout', '', text, { said: text });
  caches.save();
  const read = (text: string): unknown => cachesOf('one').onDisk.get('shout', '', text);
  expect(['a', 'ü\u2028\n"b":', 'c'].map(read)).toEqual([
    { said: 'a' },
    { said: 'ü\u2028\n"b":' },
    { said: 'c' },
  ]);
  writeFileSync(path(), readFileSync(path(), 'utf8').replace('{"said":"c"}', '{"said":"c}'));
  expect([read('a'), read('c')]).toEqual([{ said: 'a' }, undefined]);
});

test('keeps what a later command adds beside what was there, each as it was last', () => {
  for (const text of ['a', 'b']) {
    const caches = cachesOf('one');
    for (const one of ['a', 'b']) caches.onDisk.get('shout', '', one);
    caches.onDisk.set('shout', '', text, text.toUpperCase());
    caches.onDisk.set('last', '', 'of all', text);
    caches.save();
  }
  const { onDisk } = cachesOf('one');
  expect([
    onDisk.get('shout', '', 'a'),
    onDisk.get('shout', '', 'b'),
    onDisk.get('last', '', 'of all'),
  ]).toEqual(['A', 'B', 'b']);
});

test('remembers nothing if the engine isn’t known', () => {
  const caches = cachesOf();
  expect(madeOnce(caches, 'shout', '', 'a', () => 'A')).toBe('A');
  caches.save();
  expect(() => readFileSync(path())).toThrow('ENOENT');
});

test('keeps only what was used last', () => {
  ask('one', 'a');
  ask('one', 'b');
  expect(ask('one', 'a').made).toBe(true);
});

test('a server, which saves often, keeps what it began with and what it used last, and forgets the rest', () => {
  const caches = cachesOf('one');
  const isKnown = (text: string): boolean => caches.get('shout', '', text) !== undefined;
  const use = (text: string): void => {
    caches.onDisk.set('shout', '', text, text.toUpperCase());
    caches.save();
  };
  use('begin');
  for (let n = 0; n < 20; n++) use(`commit ${n}`);
  expect(['begin', 'commit 19', 'commit 1'].map(isKnown)).toEqual([true, true, false]);
  expect(Object.keys((JSON.parse(readFileSync(path(), 'utf8')) as { entries: object }).entries)).toHaveLength(
    3,
  );
});

test('computes only once what takes time, too', async () => {
  let asked = 0;
  for (let run = 0; run < 2; run++) {
    const caches = cachesOf('one');
    expect(await madeOnceLater(caches, 'slow', 'key', async () => Promise.resolve(++asked))).toBe(1);
    caches.save();
  }
});

test('reads an amended rule as it is now', () => {
  const read = (window: string): string | undefined => {
    const caches = cachesOf('one');
    const text = `---\ntitle: Votes\norder: 10\n---\nOpen for [${window}](#value:window) hours.\n`;
    const [rule] = readRuleset(new Map([['core/votes.md', text]]), undefined, caches).manifest.rules;
    caches.save();
    return rule?.values['window']?.text;
  };
  expect([read('48'), read('48'), read('72'), read('48')]).toEqual(['48', '48', '72', '48']);
});
