import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readRuleset } from '../ruleset/read.ts';
import { createReadCache } from '../ruleset/rule-file.ts';
import { keepReadsIn, keptOr, keptOrAsked, saveReads } from './keep-reads.ts';
import { keepOnDisk } from '../play/rule-files.ts';

let folder = '';
const path = (): string => join(folder, 'cache/reads.json');

/** What a process that starts now makes of it, and whether it had to make it. */
function ask(engine: string, text: string): { readonly value: string; readonly made: boolean } {
  let made = false;
  keepReadsIn(path(), engine);
  const value = keptOr('shout', [text], () => {
    made = true;
    return text.toUpperCase();
  });
  saveReads();
  return { value, made };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
});
afterEach(() => {
  keepReadsIn(path(), null);
  rmSync(folder, { recursive: true });
});

test('what was read once is there for the next process', () => {
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
  expect(ask('one', 'a')).toEqual({ value: 'A', made: false });
  expect(ask('one', 'b')).toEqual({ value: 'B', made: true });
});

test('another engine reads anew', () => {
  ask('one', 'a');
  expect(ask('two', 'a').made).toBe(true);
});

test('a file that is gone, cut short or of something else is no harm', () => {
  ask('one', 'a');
  rmSync(path());
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
  writeFileSync(path(), readFileSync(path(), 'utf8').slice(0, -4));
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
  writeFileSync(path(), '[]');
  expect(ask('one', 'a')).toEqual({ value: 'A', made: true });
});

test('nothing is remembered where it is not known which engine this is', () => {
  keepReadsIn(path());
  expect(keptOr('shout', ['a'], () => 'A')).toBe('A');
  saveReads();
  expect(() => readFileSync(path())).toThrow('ENOENT');
});

test('only what was used last stays', () => {
  ask('one', 'a');
  ask('one', 'b');
  expect(ask('one', 'a').made).toBe(true);
});

test('what takes time is asked once, too', async () => {
  let asked = 0;
  for (let run = 0; run < 2; run++) {
    keepReadsIn(path(), 'one');
    expect(await keptOrAsked('slow', ['key'], async () => Promise.resolve(++asked))).toBe(1);
    saveReads();
  }
});

test('a rule that is amended is read as it stands now', () => {
  const read = (window: string): string | undefined => {
    keepReadsIn(path(), 'one');
    const text = `---\ntitle: Votes\norder: 10\n---\nOpen for [${window}](#value:window) hours.\n`;
    const cache = keepOnDisk(createReadCache());
    const [rule] = readRuleset(new Map([['core/votes.md', text]]), undefined, cache).manifest.rules;
    saveReads();
    return rule?.values['window']?.text;
  };
  expect([read('48'), read('48'), read('72'), read('48')]).toEqual(['48', '48', '72', '48']);
});
