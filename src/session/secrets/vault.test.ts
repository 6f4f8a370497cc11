// What a machine keeps for itself: private values, keys and seeds, in files that only their owner reads.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { drawKey, identitiesOf, openMemoryVault, openVault, vaultKeyOf } from './vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-vault-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (n: number): string => `${JSON.stringify({ n, what: 'roll' })}\n`;
const ledger = (...months: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(months.map(([month, text]) => [`content/ledger/${month}.jsonl`, text]));

test('identifies a game state by its number of lines and its last line', () => {
  expect(vaultKeyOf(ledger())).toMatchObject({ lines: 0 });
  const one = vaultKeyOf(ledger(['2024-02', line(0) + line(1)], ['2024-03', line(7)]));
  expect(one.lines).toBe(8);
  expect(one.digest).toMatch(/^[0-9a-f]{12}$/u);
  const other = vaultKeyOf(ledger(['2024-03', `${JSON.stringify({ n: 7, what: 'toss' })}\n`]));
  expect([other.lines, other.digest === one.digest]).toEqual([8, false]);
});

test('private values are those of the state, or of the last one before it', async () => {
  const vault = await openVault(folder);
  const at = (lines: number, digest: string) => ({ lines, digest });
  await vault.write(at(3, 'aaa'), { game: { deck: 3 } });
  await vault.write(at(12, 'bbb'), { game: { deck: 12 } });
  const decks = await Promise.all(
    [at(2, 'x'), at(3, 'aaa'), at(3, 'other'), at(11, 'x'), at(12, 'bbb'), at(99, 'x')].map((key) =>
      vault.read(key),
    ),
  );
  expect(decks).toEqual(
    [{}, 3, 3, 3, 12, 12].map((deck) => (typeof deck === 'number' ? { game: { deck } } : {})),
  );
  // The next process finds them.
  expect(await (await openVault(folder)).read(at(12, 'bbb'))).toEqual({ game: { deck: 12 } });
});

test('draws keys and seeds once, and lets only their owner read them', async () => {
  const [one, again] = [await openVault(folder), await openVault(folder)];
  expect(again.key).toEqual(one.key);
  expect(again.seeds).toEqual(one.seeds);
  expect(one.seeds.dice).not.toEqual(one.seeds.secret);
  expect(one.seeds.dice).toHaveLength(32);
  expect(one.key?.recipient).toMatch(/^age1/u);
  const reader = await one.readerKey?.('bo');
  expect(await again.readerKey?.('bo')).toEqual(reader);
  expect(await again.readerKey?.('cy')).not.toEqual(reader);
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o077]);
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
});

test('a renewed key applies from the next opening on, and earlier keys are kept', async () => {
  const vault = await openVault(folder);
  const before = vault.key;
  const next = await vault.renew?.();
  const after = await openVault(folder);
  expect(after.key).toEqual(next);
  expect(after.older).toEqual([before?.identity]);
  expect(identitiesOf(after)).toEqual([next?.identity, before?.identity]);
  await after.renew?.();
  expect((await openVault(folder)).older).toEqual([before?.identity, next?.identity]);
  expect([identitiesOf(undefined), identitiesOf({})]).toEqual([[], []]);
});

test('a renewed seed for secret choices replaces the old one, which is kept', async () => {
  const vault = await openVault(folder);
  const next = vault.renewSeed?.();
  const after = await openVault(folder);
  expect(after.seeds.secret).toEqual(next);
  expect(after.seeds.older).toEqual([vault.seeds.secret]);
  expect(after.seeds.dice).toEqual(vault.seeds.dice);
});

test('notes each notice line by line, and ignores a line that was cut off', async () => {
  const vault = await openVault(folder);
  expect(vault.notified?.()).toEqual([]);
  vault.noteNotified?.(['a', 'b']);
  expect(vault.notified?.()).toEqual(['a', 'b']);
  const path = join(folder, 'told.txt');
  writeFileSync(path, `${readFileSync(path, 'utf8')}half`);
  expect(vault.notified?.()).toEqual(['a', 'b']);
  vault.noteNotified?.(['ç']);
  expect(readFileSync(path, 'utf8')).toBe('a\nb\nç\n');
});

test('a vault in memory has the values of exactly one state', async () => {
  const vault = openMemoryVault(await drawKey());
  await vault.write({ lines: 1, digest: 'a' }, { game: { deck: 1 } });
  expect(await vault.read({ lines: 1, digest: 'a' })).toEqual({ game: { deck: 1 } });
  expect(await vault.read({ lines: 1, digest: 'b' })).toEqual({});
});
