import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { inflateSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { kinds } from '../../src/kernel/kinds/index.ts';
import { legible } from '../../src/session/secrets/fixtures/sealed.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { openToShow } from '../../src/site/prepare/game-shown.ts';
import { readGame } from '../../src/store/read-game.ts';
import { HIDING, PACK, TELLERS, wordsWith } from './hidden-inside.ts';

/** Every word that is hidden begins with it, and no file of the rules has it. */
const SECRET = 'hush';

const root = mkdtempSync(join(tmpdir(), 'hidden-inside-'));
const folder = join(root, 'game');
let now = '2030-06-03T09:00:00Z';
/** All that commands printed for people who may not see it, and what they asked. */
const printed: { readonly path: string; readonly text: string }[] = [];

async function gitnomic(...words: string[]): Promise<{ code: number; text: string }> {
  const { code, said: text } = await runIn(folder, now, words);
  return { code, text };
}

async function done(...words: string[]): Promise<string> {
  const { code, text } = await gitnomic(...words);
  expect([code, text]).toEqual([0, text]);
  return text;
}

/** A command as somebody gives it who may not see what is private. */
async function seen(...words: string[]): Promise<void> {
  for (const form of [[], ['--json']]) {
    const { text } = await gitnomic(...words, ...form);
    printed.push({ path: `gitnomic ${[...words, ...form].join(' ')}`, text });
  }
}

const keep = (beside: string): Promise<string> =>
  done(
    'act',
    'keep',
    ...wordsWith(SECRET, 'given'),
    `seed=${SECRET}`,
    `beside=${beside}`,
    '--as',
    'col',
    '--yes',
  );

beforeAll(async () => {
  for (const [path, text] of Object.entries(PACK)) {
    mkdirSync(dirname(join(root, 'library/hidden', path)), { recursive: true });
    writeFileSync(join(root, 'library/hidden', path), text);
  }
  const names = ['col', 'ana', 'bo', 'cy', 'dee'].flatMap((name) => ['--player', name]);
  const pack = ['--dynasty', 'hidden', '--library', join(root, 'library')];
  await done('init', folder, ...pack, ...names, '--emperor', 'col', '--admin', 'ana');
  await done('seal', 'keys', 'publish', '--as', 'col');
  await keep('once');
  const sealed = [`hint=${SECRET}-open`, ...wordsWith(SECRET, 'sealed')];
  await done('seal', 'whisper', 'room=hall', ...sealed, '--as', 'bo');
  now = '2030-06-03T10:00:00Z';
  await done('act', 'count', '--as', 'col', '--yes');
  for (const teller of TELLERS) {
    await seen('why', teller, '--as', 'bo');
    await seen('act', teller, '--rehearse', '--as', 'bo');
    await seen('act', teller, '--as', 'bo');
  }
  await done('propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.');
  for (const name of ['bo', 'cy', 'dee']) await done('vote', 'for', 'Manners', '--as', name);
  now = '2030-06-07T09:00:00Z';
  await done('tick');
  await keep('twice');
  for (const asked of [
    'status',
    'log',
    'lint',
    'doctor',
    'replay',
    'can',
    'act',
    'seal',
    'seal list',
    'admin overview',
  ])
    await seen(...asked.split(' '));
  for (const asked of ['can', 'act', 'seal']) await seen(asked, '--as', 'bo');
  await seen('why', 'keep', '--as', 'bo');
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** Every file of the game but what this machine keeps to itself, and every object of its repository. */
function allFiles(): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const whole = join(entry.parentPath, entry.name);
    const path = relative(folder, whole);
    if (/^\.gitnomic\/(?:private|cache)\//u.test(path)) return [];
    const bytes = readFileSync(whole);
    const isObject = /\/objects\/[0-9a-f]{2}\//u.test(path);
    return [{ path, text: (isObject ? inflateSync(bytes) : bytes).toString() }];
  });
}

/** The hidden words in some texts, each with where it stands. */
function leaks(texts: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  return texts.flatMap(({ path, text }) =>
    [...legible(text).matchAll(/hush[\w -]*/gu)].map(([word]) => `${path}: ${word}`),
  );
}

test('the hiding types cover every type that can hold a text or another type', () => {
  const code = Object.values(HIDING).map(({ type }) => type.slice(0, type.indexOf('(')));
  const holding = Object.keys(kinds).filter((kind) => ['list', 'map', 'optional', 'record'].includes(kind));
  expect(holding.filter((kind) => !code.includes(kind))).toEqual([]);
});

test('no file of the game, and no object of its repository, contains a hidden word', () => {
  const files = allFiles();
  expect(files.filter(({ path }) => path.includes('/objects/')).length).toBeGreaterThan(100);
  expect(files.some(({ text }) => text.includes('Kept once'))).toBe(true);
  expect(leaks(files)).toEqual([]);
});

test('no command tells a hidden word to those who may not see it', () => {
  expect(printed.filter(({ text }) => text.includes('is private')).length).toBeGreaterThan(10);
  expect(leaks(printed)).toEqual([]);
});

test('the pages are built without hidden words, and without views whose values are marked', async () => {
  const game = await openLocalGame(folder, { now, caches });
  const shown = await openToShow(await game.content(), now, caches);
  const { site } = await collectSite(shown, { now });
  shown.close();
  const text = JSON.stringify(site);
  expect(text).toContain('Kept once');
  expect(leaks([{ path: 'site', text }])).toEqual([]);
});

test('everything hidden is still there for those who may see it', async () => {
  await done('act', 'count', '--as', 'col', '--yes');
  const { state } = readGame(await (await openLocalGame(folder, { now, caches })).content());
  const types = Object.keys(HIDING).length;
  // In a player, the game, the dynasty, the emperor, a vault, two chests, two posts; and in what was sealed, but for the picture.
  expect(state?.game['seen']).toBe(9 * types + types - 1);
  expect(await done('replay')).toContain('the game is the same');
  expect(await done('log', 'journal', 'verify')).toContain('intact');
});
