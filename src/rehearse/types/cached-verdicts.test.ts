import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { CachedVerdicts } from './cached-verdicts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cached-verdicts-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The verdict in a new process, and whether the compiler had to run. */
async function ask(
  ...seenAt: readonly string[]
): Promise<{ readonly said: string; readonly looked: boolean }> {
  let seen = false;
  const said = await new CachedVerdicts(folder).of(seenAt, () => {
    seen = true;
    return Promise.resolve(`of ${seenAt.join('+')}\nand more\n`);
  });
  return { said, looked: seen };
}
const saved = (): string => join(folder, readdirSync(folder)[0] ?? '');

test('the compiler checks the same input only once, across processes', async () => {
  expect(await ask('a', 'b')).toEqual({ said: 'of a+b\nand more\n', looked: true });
  expect(await ask('a', 'b')).toEqual({ said: 'of a+b\nand more\n', looked: false });
});

test.each([['a', 'c'], ['ab'], ['b', 'a'], ['a', 'b', '']])(
  'the compiler checks any other input again: %s %s %s',
  async (...other) => {
    await ask('a', 'b');
    expect(await ask(...other.filter((part) => part !== undefined))).toMatchObject({ looked: true });
  },
);

test('the folder starts over once it holds a thousand verdicts', async () => {
  for (let n = 0; n < 999; n++) writeFileSync(join(folder, `old-${n}`), '');
  await ask('a');
  expect(readdirSync(folder)).toHaveLength(1000);
  await ask('b');
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await ask('b')).toMatchObject({ looked: false });
});

test('replaces a verdict that has an altered byte, is cut short or has another name', async () => {
  await ask('a');
  const whole = readFileSync(saved());
  for (let at = 0; at < whole.length; at++) {
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    writeFileSync(saved(), altered);
    expect(await ask('a'), `byte ${at}`).toMatchObject({ looked: true });
  }
  for (const length of [0, 10, whole.length - 1]) {
    writeFileSync(saved(), whole.subarray(0, length));
    expect(await ask('a'), `cut to ${length}`).toMatchObject({ looked: true });
  }
  const name = saved();
  await ask('b');
  const other = readdirSync(folder).find((one) => join(folder, one) !== name) ?? '';
  writeFileSync(name, readFileSync(join(folder, other)));
  expect(await ask('a')).toEqual({ said: 'of a\nand more\n', looked: true });
  expect(await ask('a')).toMatchObject({ looked: false });
});
