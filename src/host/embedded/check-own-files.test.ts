// Damages each file of `.gitnomic` in every way: `doctor` reports it with its path and restores it from what remains.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runChecks, type Finding } from '../../care/doctor/finding.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { gameChecks } from './check-game.ts';
import { readLibrary } from '../../store/library.ts';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { beginLocalGame } from './begin.ts';
import { refreshCheckout } from '../checkout.ts';
import { openLocalGame } from './local-game.ts';

const NOW = '2030-06-03T09:00:00Z';
const LATER = '2030-06-05T21:00:00Z';
const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-spoilt-'));
const whole = join(scratch, 'whole');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

beforeAll(async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id }));
  await beginLocalGame(whole, readLibrary(), { name: 'Hall', core: '2021', players }, { now: NOW, caches });
  const game = await openLocalGame(whole, { now: NOW, caches });
  await game.vault.renew?.();
  game.vault.renewSeed?.();
  await game.vault.readerKey?.('bo');
  game.pictures.keepCopy(new Uint8Array([1, 2, 3]));
  game.forward(Date.parse(LATER) - Date.parse(NOW));
  const story = { kind: 'story', title: 'Rain', text: 'It rains.' };
  await game.people.open({ id: 'ana', name: 'Ana', bot: false }, story);
  await game.tick();
  await refreshCheckout(game);
});

const SPOILT = {
  empty: () => '',
  cut: (text: string) => text.slice(0, Math.floor(text.length / 2)),
  foreign: () => '<html>Sign in to the network</html>\n',
} as const;
type How = keyof typeof SPOILT | 'missing';

function spoil(file: string, how: How): string {
  const folder = mkdtempSync(join(scratch, 'game-'));
  cpSync(whole, folder, { recursive: true, preserveTimestamps: true });
  const own = join(folder, '.gitnomic');
  const name = file.endsWith('*') ? join(file, '..', readdirSync(join(own, file, '..'))[0] ?? '') : file;
  const path = join(own, name);
  const text = readFileSync(path, 'utf8');
  if (how === 'missing') rmSync(path);
  else writeFileSync(path, SPOILT[how](text));
  return folder;
}

async function view(folder: string): Promise<readonly Finding[]> {
  return (await runChecks(gameChecks(folder, { now: NOW, caches }))).flatMap(({ findings }) => findings);
}

const codes = (findings: readonly Finding[]): readonly string[] => findings.map(({ code }) => code);

/** Each file, with the problems that are left after `doctor --fix`. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'clock.json': [],
  'checkout.json': [],
  'private/dice.seed': ['secret-missing'],
  'private/secret.seed': ['secret-missing'],
  'private/emperor.key': ['secret-missing'],
  'private/reader-bo.key': [],
  'private/older-keys.txt': [],
  'private/older-secret-seeds.txt': [],
  'private/values/*': [],
  'private/pictures/addresses.json': [],
};

test.each(Object.keys(FILES))(
  'reports %s if it is cut, foreign or empty, and no command takes it for anything else',
  async (file) => {
    const folder = spoil(file, 'cut');
    for (const how of ['cut', 'foreign', 'empty'] as const) {
      const [found, ...more] = await view(folder);
      const path = found?.where ?? '';
      expect(found).toMatchObject({
        code: 'spoilt-file',
        where: expect.stringContaining(basename(file).replace('*', '')),
        what: expect.stringContaining(how === 'empty' ? 'empty' : 'cut off'),
        next: expect.stringContaining('doctor --fix'),
      });
      expect(more).toEqual([]);
      await expect(useAll(folder)).rejects.toMatchObject({ code: 'spoilt-file', where: path });
      if (how !== 'empty') writeFileSync(path, how === 'cut' ? SPOILT.foreign() : '');
      else await found?.fix?.run();
      expect(existsSync(`${path}.spoilt-1`)).toBe(how === 'empty');
    }
    const left = await view(folder);
    expect(codes(left), JSON.stringify(left)).toEqual(FILES[file]);
    await (await openLocalGame(folder, { now: NOW, caches })).tick();
  },
);

/** Reads each file that a command may read. */
async function useAll(folder: string): Promise<void> {
  const game = await openLocalGame(folder, { now: NOW, caches });
  await game.openPosition();
  await game.vault.readerKey?.('bo');
  await refreshCheckout(game);
}

test.each(['missing', 'empty', 'cut', 'foreign'] as const)(
  'restores the game’s time if clock.json is %s',
  async (how) => {
    const folder = spoil('clock.json', how);
    const found = await view(folder);
    expect(found).toHaveLength(1);
    await found[0]?.fix?.run();
    expect((await openLocalGame(folder, { now: NOW, caches })).now()).toBe(LATER);
  },
);

test.each(['missing', 'empty'] as const)('keeps what somebody edited if checkout.json is %s', async (how) => {
  const folder = spoil('checkout.json', how);
  writeFileSync(join(folder, 'content/ruleset/dynastic/manners.md'), '---\ntitle: Manners\n---\n\nPlease.\n');
  if (how === 'empty') await (await view(folder))[0]?.fix?.run();
  const rule = join(folder, 'content/ruleset/core/votable-matters/votes.md');
  writeFileSync(rule, readFileSync(rule, 'utf8').replace('48', '72'));
  expect(await view(folder)).toMatchObject([{ code: 'edited', what: expect.stringContaining('manners.md') }]);
  expect(await refreshCheckout(await openLocalGame(folder, { now: NOW, caches }))).toEqual([
    'content/ruleset/core/votable-matters/votes.md',
  ]);
  expect(readFileSync(rule, 'utf8')).toContain('72');
});

test('keeps older keys and seeds that are whole', async () => {
  const folder = spoil('private/older-keys.txt', 'empty');
  const path = join(folder, '.gitnomic/private/older-keys.txt');
  const before = readFileSync(join(whole, '.gitnomic/private/older-keys.txt'), 'utf8');
  writeFileSync(path, `${before}AGE-SECRET-KEY-1QQQ`);
  await (await view(folder))[0]?.fix?.run();
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test.each(['missing', 'empty'] as const)(
  'doesn’t take a game for a new one if its forge’s log is %s',
  async (how) => {
    const folder = spoil('forge/events.jsonl', how);
    expect(codes(await view(folder))).toContain('log-lost');
    await expect(openLocalGame(folder, { now: NOW, caches })).rejects.toMatchObject({ code: 'forge-lost' });
    expect(existsSync(join(folder, 'content/ruleset'))).toBe(true);
  },
);

test('notices a log cut after a whole line by what the journal had read', async () => {
  const folder = spoil('forge/events.jsonl', 'empty');
  const lines = readFileSync(join(whole, '.gitnomic/forge/events.jsonl'), 'utf8').split('\n');
  writeFileSync(join(folder, '.gitnomic/forge/events.jsonl'), `${lines.slice(0, 3).join('\n')}\n`);
  expect(codes(await view(folder))).toContain('log-lost');
});

test('files that only save time do no harm, whatever they contain', async () => {
  const folder = mkdtempSync(join(scratch, 'game-'));
  cpSync(whole, folder, { recursive: true });
  mkdirSync(join(folder, '.gitnomic/cache'), { recursive: true });
  for (const text of ['', '{"engine":', SPOILT.foreign()]) {
    for (const file of ['forge/state.json', 'cache/reads.json', 'cache/trials.json'])
      writeFileSync(join(folder, '.gitnomic', file), text);
    await (await openLocalGame(folder, { now: NOW, caches })).status();
  }
  const found = await view(folder);
  expect(codes(found)).toEqual(['cache-wrong']);
  await found[0]?.fix?.run();
  expect(codes(await view(folder))).toEqual([]);
});

test('what a broken-off command wrote is nobody’s edit, and is brought up to date', async () => {
  const folder = mkdtempSync(join(scratch, 'game-'));
  cpSync(whole, folder, { recursive: true });
  const game = await openLocalGame(folder, { now: NOW, caches });
  const path = 'content/ruleset/core/votable-matters/votes.md';
  const checkout = join(folder, '.gitnomic/checkout.json');
  const noted = readFileSync(checkout, 'utf8');
  const text = readFileSync(join(folder, path), 'utf8');
  for (const hours of ['60', '72']) {
    const main = await game.main();
    const commit = await writeCommit(game.forge.repository, {
      parents: [main],
      changes: new Map([[path, text.replace('48', hours)]]),
      author: { name: 'Gitnomic', email: '', at: NOW },
      message: 'Longer\n',
    });
    await game.forge.advance('main', main, commit);
  }
  // Simulates a command that was killed after the first of the two commits, before it noted them.
  writeFileSync(join(folder, path), text.replace('48', '60'));
  expect(readFileSync(checkout, 'utf8')).toBe(noted);
  expect(codes(await view(folder))).not.toContain('edited');
  expect(await refreshCheckout(game)).toEqual([]);
  expect(readFileSync(join(folder, path), 'utf8')).toContain('72');
});
