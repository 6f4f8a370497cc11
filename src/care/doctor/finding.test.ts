// What a doctor makes of its checks, and of what killed commands left behind.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { CodedError } from '../../kernel/coded-error.ts';
import { findKilled, runChecks, type Check } from './finding.ts';

const failing = (reason: unknown): Check => ({
  title: 'Git',
  check: async () => {
    await Promise.resolve();
    throw reason;
  },
});

test('each check has its findings, and a failing check is a finding itself', async () => {
  const found = { code: 'odd', level: 'note', what: 'Odd.', next: 'Look.' } as const;
  const results = await runChecks([
    { title: 'Files', check: () => Promise.resolve([found]) },
    failing(new Error('no disk')),
    failing(new CodedError('NO-ROOM', 'It is full.', { next: 'Make room.' })),
    failing('words'),
  ]);
  expect(
    results.map(({ title, findings: [first] }) => [title, first?.code, first?.what, first?.next]),
  ).toEqual([
    ['Files', 'odd', 'Odd.', 'Look.'],
    ['Git', 'check-failed', 'no disk', 'Fix that first, then try again.'],
    ['Git', 'no-room', 'It is full.', 'Make room.'],
    ['Git', 'check-failed', 'words', 'Fix that first, then try again.'],
  ]);
  const [better] = await runChecks([failing(new Error('x'))], () => ({ code: 'known', what: 'Known.' }));
  expect(better?.findings).toEqual([
    { code: 'known', level: 'problem', what: 'Known.', next: 'Fix that first, then try again.' },
  ]);
});

test('reports once a reason for which several checks fail, and what else they find', async () => {
  const broken = { code: 'log-broken', level: 'problem', what: 'Line 2 is odd.', next: 'Look.' } as const;
  const results = await runChecks([
    failing(new CodedError('log-broken', 'Line 2 is odd.')),
    {
      title: 'Opening',
      check: () => Promise.resolve([{ ...broken, what: 'It doesn’t open: Line 2 is odd.' }]),
    },
    { title: 'Files', check: () => Promise.resolve([]) },
    { title: 'Clock', check: () => Promise.resolve([broken, { ...broken, what: 'It is late.' }]) },
  ]);
  expect(results.map(({ title, findings }) => [title, findings.length])).toEqual([
    ['Git', 1],
    ['Files', 0],
    ['Clock', 2],
  ]);
});

test('a half-written file was left by a killed command if its process has ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-drafts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  for (const pid of [process.pid, ended]) writeFileSync(join(folder, `${pid}-1-ab.draft`), '');
  expect(findKilled([folder]).map(({ where }) => where)).toEqual([join(folder, `${ended}-1-ab.draft`)]);
});

test('finds old folders of killed commands, warns if they hold secrets, and removes them by their fix', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const old = new Date(Date.now() - 2 * 3_600_000);
  const make = (name: string, when: Date | null, secret = false): string => {
    const path = join(folder, name);
    mkdirSync(path);
    if (secret) writeFileSync(join(path, 'links.json'), '{}');
    if (when !== null) utimesSync(path, when, when);
    return path;
  };
  const [left, secret] = [make('.unfinished-abc123', old), make('forge.new', old, true)];
  make('.unfinished-def456', null);
  make('games', old);
  const found = findKilled([folder, folder, join(folder, 'none')]);
  expect(found.map(({ where, what, level }) => [where, what, level])).toEqual(
    expect.arrayContaining([
      [left, 'A killed command left this behind.', 'note'],
      [secret, 'A killed command left this behind. It holds secrets of a game.', 'note'],
    ]),
  );
  expect(found).toHaveLength(2);
  for (const { fix } of found) await fix?.run();
  expect([left, secret].map(existsSync)).toEqual([false, false]);
});
