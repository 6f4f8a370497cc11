// What a command costs is mostly how often it opens its game, which is the same on every machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { Caches } from '../../src/cache/caches.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { Machine } from '../../src/sandbox/machine.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const NOW = '2024-03-01T09:00:00Z';
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counted-'));
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id, place) => ({ id, admin: place === 0 }));
  await beginLocalGame(
    folder,
    shippedLibrary,
    { name: 'Harbour', core: '2021', players },
    { now: NOW, caches },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In this order: each goes on from those before. */
const COMMANDS: readonly (readonly string[])[] = [
  ['propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Everybody says please.'],
  ['vote', 'for', 'Manners', '--as', 'bo'],
  ['vote', 'maybe', 'Manners', '--as', 'cy'],
  ['comment', 'Manners', 'Gladly.', '--as', 'cy'],
  ['roll', 'DICE6', '--as', 'dee'],
  ['why', 'Manners'],
  ['show', 'Manners'],
  ['status', '--as', 'eli'],
];

const NAMED = COMMANDS.map((words) => [words.slice(0, 2).join(' '), words] as const);

test.each(NAMED)('%s opens the game only as often as expected', async (_, words) => {
  const before = caches.sandboxes.work.games;
  const { code, said } = await runIn(folder, NOW, words);
  expect([code, said]).toEqual([words[1] === 'maybe' ? expect.any(Number) : 0, expect.any(String)]);
  // A proposal is tried in copies, with and without it, and its trial is read once more after the tick that made it. A status looks
  // in a copy for whether anything can still be changed, once a day and a state.
  const most = { propose: 4, status: 2 }[words[0] ?? ''] ?? 1;
  expect([said, caches.sandboxes.work.games - before]).toEqual([said, most]);
});

/** The functions of `src/` from a command line to the first question to a new sandbox, with `main.ts` and `Machine.ask`. */
async function callsToSandbox(words: readonly string[]): Promise<readonly string[]> {
  let stack = '';
  const spy = vi.spyOn(Machine.prototype, 'ask').mockImplementation(() => {
    const before = Error.stackTraceLimit;
    Error.stackTraceLimit = 100;
    stack ||= new Error().stack ?? '';
    Error.stackTraceLimit = before;
    // What it would go on to do takes long, and is counted above.
    throw new Error('enough is known');
  });
  try {
    await runIn(folder, NOW, words, new Caches());
  } catch {
    // It is over with the first question.
  } finally {
    spy.mockRestore();
  }
  const inSource = stack.split('\n').filter((line) => /\/src\/(?!main\/fixtures)/u.test(line));
  return ['Machine.ask', ...inSource, 'main.ts'];
}

test.each([
  ['vote', 'against', 'Manners', '--as', 'bo'],
  ['comment', 'Manners', 'Really.', '--as', 'cy'],
  ['propose', '--as', 'bo', '--add-rule', 'Hats', '--text', 'Hats are worn.'],
  ['act', '--as', 'ana'],
  ['status'],
  ['tick'],
])('from the command line of %s to the first rule there are at most 14 calls', async (...words) => {
  const calls = await callsToSandbox(words);
  expect(calls.join('\n')).toContain('src/sandbox/sandbox.ts');
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(14);
});

test('the overview opens no game', async () => {
  const before = caches.sandboxes.work.games;
  const { code, said } = await runIn(folder, NOW, ['help']);
  expect([code, said.includes('propose a change')]).toEqual([0, true]);
  expect(caches.sandboxes.work.games - before).toBe(0);
});
