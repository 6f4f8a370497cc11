import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';

const NOW = '2030-06-03T09:00:00Z';
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await gitnomic('init', folder, '--core', '2021', ...players, '--emperor', 'eli');
  const game = await openLocalGame(folder, { now: NOW, caches });
  const commit = await writeCommit(game.forge.repository, {
    parents: [await game.main()],
    changes: new Map([
      ['content/ruleset/dynastic/bids.md', '---\ntitle: Bids\norder: 10\n---\n\nThere are secret Bids.\n'],
      [
        'content/ruleset/dynastic/bids.ts',
        `import { action, integer, rule } from 'gitnomic/rules';

export default rule(() => ({
  submissions: { bid: { with: { amount: integer() } } },
  actions: { stake: action({ with: { amount: integer({ min: 1, private: true }) }, effect() {} }) },
}));
`,
      ],
    ]),
    author: { name: 'Gitnomic', email: '', at: NOW },
    message: 'Bids\n',
  });
  await game.forge.advance('main', await game.main(), commit);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Said {
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
}

async function gitnomic(...words: string[]): Promise<Said> {
  const { code, said } = await runIn(folder, NOW, [...words, '--json']);
  return { code, json: JSON.parse(said) as Said['json'] };
}

const reasons = (said: Said): unknown =>
  (said.json['keys'] as { reason: string; here: boolean }[]).map(({ reason, here }) => [reason, here]);

const bids = async (): Promise<unknown> =>
  ((await gitnomic('seal', 'open')).json['submissions'] as { by: string; contents: unknown }[]).map(
    ({ by, contents }) => [by, contents],
  );

test('refuses a private value beyond its limits before sealing it, and keeps the reason local', async () => {
  const log = (): string => readFileSync(join(folder, '.gitnomic/forge/events.jsonl'), 'utf8');
  await gitnomic('act', 'stake', 'amount=2', '--as', 'bo');
  const before = log();
  const beyond = await gitnomic('act', 'stake', 'amount=0', '--as', 'bo');
  expect([beyond.code, JSON.stringify(beyond.json)]).toEqual([1, expect.stringContaining('below 1')]);
  expect(log()).toBe(before);
});

test('only those concerned publish and renew keys, and what was sealed before is sealed again', async () => {
  expect(reasons(await gitnomic('seal', 'keys'))).toEqual([]);
  const beyond = await gitnomic('seal', 'bid', 'amount=-1', '--as', 'bo');
  expect([beyond.code, JSON.stringify(beyond.json)]).toEqual([1, expect.stringContaining('below zero')]);
  expect(await bids()).toEqual([]);
  await gitnomic('seal', 'bid', 'amount=3', '--as', 'bo');
  const old = readFileSync(join(folder, '.gitnomic/private/emperor.key'), 'utf8');

  expect((await gitnomic('seal', 'keys', 'new', '--as', 'bo')).code).toBe(1);
  expect(readFileSync(join(folder, '.gitnomic/private/emperor.key'), 'utf8')).toBe(old);

  expect(reasons(await gitnomic('seal', 'keys', 'publish', '--as', 'eli'))).toEqual([['first', true]]);
  const renewed = await gitnomic('seal', 'keys', 'new', '--because', 'leaked', '--as', 'eli');
  expect(reasons(renewed)).toEqual([
    ['first', true],
    ['leaked', true],
  ]);
  expect(readFileSync(join(folder, '.gitnomic/private/emperor.key'), 'utf8')).not.toBe(old);

  expect((await gitnomic('seal', 'bid', 'amount=5', '--as', 'cy')).code).toBe(0);
  expect(await bids()).toEqual([
    ['bo', { amount: 3 }],
    ['cy', { amount: 5 }],
  ]);

  expect((await gitnomic('seal', 'keys', 'reseal', '--as', 'eli')).json).toEqual({ resealed: 1, closed: 0 });
  expect((await gitnomic('seal', 'keys', 'reseal', '--as', 'eli')).json).toEqual({ resealed: 0, closed: 0 });
  expect(await bids()).toEqual([
    ['bo', { amount: 3 }],
    ['cy', { amount: 5 }],
  ]);
});

test('rejects unknown words for keys', async () => {
  for (const [words, named] of [
    [['new', '--because', 'boredom'], 'boredom'],
    [['burn'], 'burn'],
  ] as const) {
    const { code, json } = await gitnomic('seal', 'keys', ...words, '--as', 'eli');
    expect([code, JSON.stringify(json)]).toEqual([2, expect.stringContaining(named)]);
  }
});
