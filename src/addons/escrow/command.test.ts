// The host and their machine are gone, and some of the players continue together.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runIn } from '../../main/fixtures/run-in.ts';

const root = mkdtempSync(join(tmpdir(), 'gitnomic-escrow-test-'));
const remote = join(root, 'remote.git');
const PEOPLE = ['ana', 'bo', 'cy'];

function gitnomic(game: string, ...words: string[]): ReturnType<typeof runIn> {
  const folder = join(root, game);
  mkdirSync(folder, { recursive: true });
  return runIn(folder, '2030-06-03T09:00:00Z', words);
}

async function done(game: string, ...words: string[]): Promise<string> {
  const { code, said } = await gitnomic(game, ...words);
  expect([words.join(' '), code, said]).toEqual([words.join(' '), 0, said]);
  return said;
}

const privateIn = (game: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(root, game, '.gitnomic/private'), { recursive: true, encoding: 'utf8' })
      .map((name) => [name, join(root, game, '.gitnomic/private', name)] as const)
      .filter(([, path]) => statSync(path).isFile())
      .map(([name, path]) => [name, readFileSync(path, 'hex')]),
  );

/** A folder with the sealed secrets and these people's shares. */
function bring(name: string, ...people: string[]): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const file of ['secrets.age', ...people.map((one) => `share-${one}.txt`)])
    cpSync(join(root, 'handover', file), join(folder, file));
  return folder;
}

let saved: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await done('', 'init', 'game', ...players, '--emperor', 'eli', '--dynasty', 'gallery');
  await done('game', 'act', 'start-round', 'theme=Lamps', '--as', 'eli');
  await done('game', 'seal', 'sale', 'art=the brass lamp', '--as', 'bo');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('says beforehand what would be lost, and writes shares for those who are named', async () => {
  expect(await done('game', 'seal', 'escrow')).toMatch(
    /1 unopened submission depends on it[\s\S]*a new key replaces the lost one/u,
  );
  const of = PEOPLE.flatMap((name) => ['--of', name]);
  for (const wrong of [
    ['--of', 'ana'],
    [...of, '--needed', '4'],
    [...of, '--needed', '1'],
    ...['x', '0x2', '2e0', '2.0', '+2', '٢'].map((figures) => [...of, '--needed', figures]),
    [...of, '--of', 'Ana'],
    [...of, '--of', ''],
  ]) {
    const { code, said } = await gitnomic('game', 'seal', 'escrow', 'split', '../handover', ...wrong);
    expect([wrong, code, said]).toEqual([
      wrong,
      2,
      expect.stringMatching(
        /Shares are for two people or more|--needed takes a number|Ana is named twice|“” is not a name/u,
      ),
    ]);
    expect(existsSync(join(root, 'handover'))).toBe(false);
  }
  const said = await done('game', 'seal', 'escrow', 'split', '../handover', ...of, '--needed', '2');
  expect(said).toContain('any 2 of 3 shares open them');
  const folder = join(root, 'handover');
  expect(readdirSync(folder).sort()).toEqual([
    'secrets.age',
    'share-ana.txt',
    'share-bo.txt',
    'share-cy.txt',
  ]);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'secrets.age'), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/u);
  expect((await gitnomic('game', 'seal', 'escrow', 'split', '../handover', ...of)).said).toContain(
    'is not empty',
  );
  saved = privateIn('game');
  await done('game', 'doctor', 'backup', '--git', remote);
  rmSync(join(root, 'game'), { recursive: true });
  await done('', 'doctor', 'restore', '--git', remote, 'next');
  expect(await done('next', 'seal', 'open', '--as', 'eli')).not.toContain('the brass lamp');
});

test('too few shares, and shares of something else, open nothing and change nothing', async () => {
  const before = privateIn('next');
  const refused = async (folder: string, why: string): Promise<void> => {
    const { code, said } = await gitnomic('next', 'seal', 'escrow', 'join', folder);
    expect([folder, code === 0, said]).toEqual([folder, false, expect.stringContaining(why)]);
    expect(privateIn('next')).toEqual(before);
  };
  await refused(bring('none'), 'Only no shares are there, and 2 are needed.');
  await refused(bring('one', 'ana'), 'Only one share is there, and 2 are needed.');
  const twice = bring('twice', 'ana');
  cpSync(join(twice, 'share-ana.txt'), join(twice, 'share-ana-again.txt'));
  await refused(twice, 'Only one share is there');
  const miscopied = bring('miscopied', 'ana', 'bo');
  const share = readFileSync(join(miscopied, 'share-bo.txt'), 'utf8');
  const wrong = share.replace(/(?<=gitnomic-share-1 \S+ \d )./u, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect(wrong).not.toBe(share);
  writeFileSync(join(miscopied, 'share-bo.txt'), wrong);
  await refused(miscopied, 'copied with a mistake');
  const cut = bring('cut', 'ana', 'bo');
  writeFileSync(join(cut, 'secrets.age'), readFileSync(join(cut, 'secrets.age')).subarray(0, 400));
  await refused(cut, 'or it is damaged');
  const of = PEOPLE.flatMap((name) => ['--of', name]);
  await done('next', 'seal', 'escrow', 'split', '../other', ...of, '--needed', '2');
  const mixed = bring('mixed', 'ana');
  cpSync(join(root, 'other/share-bo.txt'), join(mixed, 'share-bo.txt'));
  await refused(mixed, 'were not made together');
  const foreign = bring('foreign', 'ana', 'bo');
  cpSync(join(root, 'other/secrets.age'), join(foreign, 'secrets.age'));
  await refused(foreign, 'don’t open secrets.age');
  await refused(join(root, 'nowhere'), 'There is no secrets.age');
});

test.each([
  ['bo', 'cy'],
  ['ana', 'bo', 'cy'],
])('enough people can go on with the game: %s and %s', async (...people) => {
  const folder = bring(people.join('-'), ...people);
  const said = await done('next', 'seal', 'escrow', 'join', folder);
  expect(said).toMatch(/Those that this game had are in \.gitnomic\/private\.before-\d/u);
  expect(privateIn('next')).toEqual(saved);
  expect(await done('next', 'seal', 'open', '--as', 'eli')).toContain('the brass lamp');
  expect(await done('next', 'roll', 'DICE6', '--as', 'ana')).toMatch(/[1-6]/u);
  expect(await done('next', 'replay')).toContain('the game is the same');
});
