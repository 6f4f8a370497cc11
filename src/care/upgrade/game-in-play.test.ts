// Upgrades a game in play, with a proposal pending and a submission sealed, from an older format, and then back to an engine that doesn't
// know the new format.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { runIn } from '../../main/fixtures/run-in.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { openLocalGame } from '../../host/embedded/local-game.ts';
import { FORMAT, FORMAT_FILE, migrations, type Migration } from '../../store/formats/migrations.ts';

const PLAYERS = 'content/gamestate/players/';
/** In the older format people had `called` instead of `name`. */
const toThis: Migration = {
  to: FORMAT,
  what: 'People’s earlier names stay as they are.',
  migrate: (files) =>
    new Map(
      [...files]
        .filter(([path]) => path.startsWith(PLAYERS))
        .map(([path, text]) => [path, text.replace(/^called: /mu, 'name: ')]),
    ),
};

let folder = '';
let picture = '';
let now = '2030-06-03T09:00:00Z';
afterEach(() => {
  const at = (migrations as Migration[]).indexOf(toThis);
  if (at >= 0) (migrations as Migration[]).splice(at, 1);
  rmSync(folder, { recursive: true });
});

async function gitnomic(...words: string[]): Promise<{ code: number; text: string }> {
  const { code, said: text } = await runIn(folder, now, words);
  return { code, text };
}

async function done(...words: string[]): Promise<string> {
  const { code, text } = await gitnomic(...words);
  expect([code, text]).toEqual([0, text]);
  return text;
}

/** Main as an engine with another format leaves it, in a separate commit. */
async function inFormat(format: number, change: (text: string) => string): Promise<void> {
  const { forge, main, content } = await openLocalGame(folder, { now, caches });
  const tip = await main();
  const changes = new Map([[FORMAT_FILE, `{"format":${format}}\n`]]);
  for (const [path, text] of await content()) if (path.startsWith(PLAYERS)) changes.set(path, change(text));
  const author = { name: forge.engine.name, email: '', at: now };
  const commit = await writeCommit(forge.repository, { parents: [tip], changes, author, message: 'Other\n' });
  expect(await forge.advance('main', tip, commit)).toBe('advanced');
}

/** Plays a game of six with a collector: a rule is proposed and voted on, and something is sealed. */
async function playTo(): Promise<void> {
  now = '2030-06-03T09:00:00Z';
  folder = mkdtempSync(join(tmpdir(), 'in-play-'));
  const names = ['col', 'ana', 'bo', 'cy', 'dee', 'eli', 'fay'].flatMap((name) => ['--player', name]);
  await done('init', folder, '--dynasty', 'gallery', ...names, '--emperor', 'col', '--admin', 'ana');
  await done('seal', 'keys', 'publish', '--as', 'col');
  await done('act', 'round-summary', 'theme=Sea', '--as', 'col');
  await done('propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.');
  for (const name of ['bo', 'cy', 'dee', 'eli']) await done('vote', 'for', 'Manners', '--as', name);
  picture = join(folder, 'emptiness.png');
  writeFileSync(
    picture,
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  );
  await done('seal', 'art', 'title=Emptiness', `image=${picture}`, '--as', 'cy');
}

const everything = (): string =>
  readdirSync(join(folder, '.gitnomic/forge'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
    .map(({ parentPath, name }) => join(parentPath, name))
    // A proposal's commit may exist without a branch that leads to it.
    .filter((path) => !path.includes('/objects/'))
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    .sort()
    .join('\n');

test('enacts and opens with this engine what was proposed and sealed under an older one', async () => {
  await playTo();
  // This replaces the engine's own migration.
  (migrations as Migration[]).unshift(toThis);
  await inFormat(FORMAT - 1, (text) => text.replace(/^name: /mu, 'called: '));
  expect(await done('upgrade')).toContain(`From format ${FORMAT - 1} to ${FORMAT}`);
  expect(await done('status')).toContain('Manners');
  now = '2030-06-07T09:00:00Z';
  expect(await done('tick')).toContain('Manners');
  expect(readFileSync(join(folder, 'content/ruleset/dynastic/manners.md'), 'utf8')).toContain('Please.');
  expect(await done('seal', 'open')).toContain('Title: Emptiness');
  expect(await done('replay')).toContain('the game is the same');
});

test('an engine older than the game does nothing at all, and says so', async () => {
  await playTo();
  await inFormat(FORMAT + 1, (text) => text);
  const before = everything();
  now = '2030-06-07T09:00:00Z';
  for (const words of [
    ['tick'],
    ['upgrade'],
    ['vote', 'for', 'Manners', '--as', 'fay'],
    ['seal', 'art', 'title=Late', `image=${picture}`, '--as', 'bo'],
    ['propose', '--as', 'bo', '--add-rule', 'Bells', '--text', 'Ring.'],
  ]) {
    const { code, text } = await gitnomic(...words);
    expect([words[0], code === 0]).toEqual([words[0], false]);
    expect(text).toContain(
      `The game is in format ${FORMAT + 1}, and this engine knows formats up to ${FORMAT}.`,
    );
    expect(everything(), words.join(' ')).toBe(before);
  }
});
