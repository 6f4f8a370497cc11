import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { MESSAGES } from '../../language/catalogue.ts';
import { runIn } from '../../main/fixtures/run-in.ts';

const FILE = 'content/languages/de.yml';
const NOW = '2030-06-03T09:00:00Z';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'languages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (): string => readFileSync(join(folder, FILE), 'utf8');

test('begins a translation with every text, and completes it without changing what is there', async () => {
  await runIn(folder, NOW, ['languages', 'de']);
  const all = read();
  expect(all.split('\n').filter((line) => line.startsWith('"'))).toHaveLength(MESSAGES.length);

  const own = "# ours\n'Ledger': Verlauf\n'Long gone': Vergangen\n";
  writeFileSync(join(folder, FILE), own);
  const { said } = await runIn(folder, NOW, ['languages', 'de']);
  expect(read().startsWith(own)).toBe(true);
  expect(read()).not.toContain('"Ledger":');
  expect(said).toContain(`1 of ${MESSAGES.length} texts translated`);
  expect(said).toContain('No page uses these any more:\n  "Long gone"');
});

test('leaves a file that can’t be read as it is', async () => {
  await runIn(folder, NOW, ['languages', 'de']);
  writeFileSync(join(folder, FILE), '"Ledger: [\n');
  const { code } = await runIn(folder, NOW, ['languages', 'de']);
  expect(code).not.toBe(0);
  expect(read()).toBe('"Ledger: [\n');
});

test('accepts only a tag as the name of a language', async () => {
  const { code } = await runIn(folder, NOW, ['languages', '../de']);
  expect(code).not.toBe(0);
});

test('a sample begins in the named language, and an existing game keeps its own', async () => {
  const start = ['start', '--game', 'polish', '--once', '--language', 'pl'];
  expect(await runIn(folder, NOW, [...start, '--sample'])).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'polish/content/site.yml'), 'utf8')).toContain('language: pl');
  expect(existsSync(join(folder, 'polish/content/languages/pl.yml'))).toBe(true);
  const again = await runIn(folder, NOW, start);
  expect(again).toMatchObject({ code: 2 });
  expect(again.said).toContain('this one keeps the language in its content/site.yml');
  const wrong = ['start', '--game', 'other', '--once', '--sample', '--language', 'no-such.yml'];
  expect((await runIn(folder, NOW, wrong)).said).toContain('bad-language');
});
