// start, links, bans and going back, with a host whose game is in memory and whose folder is on the disk.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { FAIR, LIGHTS, ODD } from './fixtures/games.ts';
import { placedGames } from './fixtures/placed.ts';
import { Typed } from '../../src/cli/commands/fixtures/typed.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { Wish } from '../../src/host/host.ts';
import { CodedError } from '../../src/kernel/coded-error.ts';
import { UnplayableError } from '../../src/session/play/unplayable-error.ts';

const { root, place: at, told } = placedGames();
const golden = (name: string): string => `./__golden__/${name}.txt`;

test('start --once: opens an existing game, and suggests what to do next', async () => {
  const typed = await at();
  await expect(
    await told(
      typed,
      'start --once',
      'start --once --json --language de',
      'start --once --language de',
      'start --once --sample',
      'start --once --sample suber --port 70000',
      'start --once --sample suber',
      'vote for 1 --as ana',
      'vote for 2 --as bo',
      'tick --forward 1h',
      'post join-request "May I?" --as zed',
      'start --once',
    ),
  ).toMatchFileSnapshot(golden('start'));
  const alone = await at({}, { ...FAIR, practice: true, posts: [] });
  const { out } = await alone.type('start --once');
  expect(out).toContain(': 2 active Players, nothing pending\n');
  expect(out).toContain('  gitnomic tick --forward 2d --game .\n');
  expect(await typed.json('start --once')).toMatchObject({ folder: typed.folder, begun: false, commits: [] });
});

test('start --once: suggests who could do what, in a game with a head and with a single player', async () => {
  const led = await at({}, { ...ODD, posts: [{ by: 'ana', title: 'Tea' }] });
  const { out } = await led.type('start --once');
  expect(out).toContain('\n  gitnomic vote for 1 --as sgt --game .\n  gitnomic propose --as sgt --add-rule');
  expect(out).not.toContain('--forward');
  const players = ODD.players.slice(1, 2);
  const single = await at({}, { ...FAIR, players, posts: [] });
  expect((await single.type('start --once')).out).toMatch(
    /: 1 active Player, nothing pending\n\nTry\n {2}gitnomic status --game \.\n {2}gitnomic tick --forward 2d --game \.\n$/u,
  );
});

test('start --once: says if there are too few players', async () => {
  const few = await at({}, { core: '2021', players: FAIR.players });
  expect((await few.type('start --once')).out).toMatch(
    /\nTry\n {2}gitnomic status --game \.\n\nThese rules need 5 players, and you have 2: /u,
  );
});

test('start: a port that is taken, and what begins a sample', async () => {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, 'localhost', done));
  const { port } = server.address() as AddressInfo;
  let found: HomeGame | null = null;
  const wishes: Wish[] = [];
  const home = {
    begin: async (_: string, __: unknown, wish: Wish) => {
      wishes.push(wish);
      found = await homeWith({ ...wish, rolls: Array.from({ length: 99 }, () => 3) });
      return found;
    },
    open: () => Promise.resolve(found ?? typed.game),
  };
  const typed = await at({ find: () => null, home });
  expect((await typed.type(`start --port ${port}`)).err).toMatch(/^\w+\[port-taken\]/u);
  server.close();
  const { out } = await typed.type(`start --once --port ${port}`);
  expect(out).toMatch(/^A sample game has begun in game\/\.\n[^]*\nTry\n {2}gitnomic status\n/u);
  expect(wishes).toMatchObject([{ practice: true, players: expect.any(Array) as unknown }]);
  expect(wishes[0]).not.toHaveProperty('language');
  await typed.type('start --once --sample suber --language de');
  expect(wishes[1]).toMatchObject({ core: 'suber', language: { tag: 'de' } });
});

test('start --once with only content/: continues the game, or says what is wrong with it', async () => {
  const taken: unknown[] = [];
  let isThere = false;
  let wrong: Error | null = null;
  const game = await Typed.in(FAIR);
  const home = {
    begin: () => Promise.reject(new CodedError('asked', 'A sample was asked for.')),
    takeOver: (folder: string, from: string) => {
      taken.push([folder.slice(root.length), from.slice(root.length)]);
      return wrong === null ? Promise.resolve(game.game) : Promise.reject(wrong);
    },
  };
  const typed = await at({ find: (folder) => (isThere ? folder : null), home });
  mkdirSync(join(typed.folder, 'content'));
  writeFileSync(join(typed.folder, 'content/game.yml'), 'name: Harbour\n');
  const { out } = await typed.type('start --once');
  expect(out).toContain(
    'The game in content/ is continued in game/, with its own forge; content/ stays as it is.\n',
  );
  const here = typed.folder.slice(root.length);
  expect(taken).toEqual([[`${here}/game`, here]]);
  expect(await typed.json('start --once')).toMatchObject({ begun: true });
  const languageNeedsNew = await typed.type('start --once --language de');
  expect([languageNeedsNew.code, languageNeedsNew.err]).toEqual([
    2,
    expect.stringContaining('is for a new game'),
  ]);
  expect((await typed.type('start --once --sample')).err).toMatch(/^error\[asked\]/u);
  wrong = new UnplayableError(['core/votes.ts: no']);
  expect((await typed.type('start --once')).err).toMatch(
    /^error\[unplayable\] {2}The game in content\/ can’t be played: .*core\/votes\.ts: no.*\n {2}next {6}Correct this in content\//su,
  );
  wrong = new CodedError('forge-there', 'There is a forge.');
  expect((await typed.type('start --once')).err).toMatch(/^error\[forge-there\] {2}There is a forge\./u);
  isThere = true;
});

test('start with a file from a browser: a game without secrets is read-only', async () => {
  const typed = await at();
  const pack = (name: string, more: object): void =>
    writeFileSync(
      join(typed.folder, `${name}.gitnomic.json`),
      JSON.stringify({ 'gitnomic-game': 1, name: 'Port', files: { 'a.txt': 'YQ==' }, ...more }),
    );
  pack('port', { reader: true });
  const { out } = await typed.type('start --game port.gitnomic.json');
  const folder = join(typed.folder, 'port');
  expect(out).toBe(
    `This file has no secrets, so the game can be read and checked, but not continued. It is in ${folder}.\n\nNext\n  gitnomic site --game ${folder} --out ${folder}/pages\n  gitnomic replay --clone ${folder}/game.git\n`,
  );
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a');
  pack('other', { reader: true });
  expect(await typed.json('start --game other.gitnomic.json')).toEqual({
    folder: join(typed.folder, 'other'),
    begun: false,
    reader: true,
  });
});

test('links: giving, showing with codes, replacing and withdrawing them', async () => {
  const typed = await at();
  const mask = (said: string): string =>
    said.replaceAll(/seat\/[\w-]+/gu, 'seat/…').replaceAll(/(?:^[ █▀▄]{20,}\n)+/gmu, '(a code)\n');
  await expect(
    mask(
      await told(
        typed,
        'links',
        'links --json',
        'links --give bo',
        'links --give :host',
        'links --give :newcomers',
        'links --json',
        'links --codes',
        'links --withdraw bo --codes',
        'links --json',
        'links --give bob',
        'links --give :hots',
        'links --withdraw zacharias',
      ),
    ),
  ).toMatchFileSnapshot(golden('links'));
});

test('bans: blocking and unblocking an address, without a trace in the public record', async () => {
  const typed = await at();
  const bans = (): unknown => {
    const path = join(typed.folder, '.gitnomic/bans.json');
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  };
  const mask = (said: string): string => said.replaceAll(/ban-\w+/gu, 'ban-…');
  expect((await typed.type('admin moderation ban 192.168.1.x --why floods --as ana')).err).toBe(
    'usage[no-address]  “192.168.1.x” is not an address.\n  expected  one such as 192.168.1.7 or fe80::1\n',
  );
  expect((await typed.type('admin moderation ban 192.168.1.7 --why floods --as bo')).code).toBe(1);
  expect(bans()).toEqual({});
  const { code, out } = await typed.type('admin moderation ban 192.168.1.7 --why floods --as ana');
  expect([code, mask(out)]).toEqual([0, 'Ana blocked an address, recorded as ban-…: floods\n']);
  const [name = ''] = Object.keys(bans() as object);
  expect(bans()).toEqual({ [name]: '192.168.1.7' });
  // Refused, it stays as it was.
  expect((await typed.type('admin moderation ban 192.168.1.7 --why again --as bo')).code).toBe(1);
  expect((await typed.type(`admin moderation unban ${name} --why over --as bo`)).code).toBe(1);
  expect(bans()).toEqual({ [name]: '192.168.1.7' });
  const listed = (await typed.type('admin moderation')).out;
  expect([listed.includes(name), listed.includes('192.168.1.7')]).toEqual([true, false]);
  expect(await typed.json('admin moderation')).toMatchObject({
    bans: { [name]: { by: 'ana', why: 'floods' } },
  });
  // By its address or its name, and again after that under another name.
  expect((await typed.type('admin moderation unban 192.168.1.7 --why over --as ana')).code).toBe(0);
  expect(bans()).toEqual({});
  expect((await typed.type('admin moderation ban ::ffff:192.168.1.7 --why again --as ana')).code).toBe(0);
  const [other = '', ...more] = Object.keys(bans() as object);
  expect([bans(), more]).toEqual([{ [other]: '192.168.1.7' }, []]);
  expect((await typed.type(`admin moderation unban ${other} --why over --as ana`)).code).toBe(0);
  expect(bans()).toEqual({});
  expect((await typed.type('admin moderation unban ban-none --why over --as ana')).code).toBe(1);
});

test('recover: the game goes back once enough players consent', async () => {
  const typed = await at({}, LIGHTS);
  await typed.type('act dark --as bo');
  const { moments } = (await typed.json('doctor recover --moments')) as { moments: { commit: string }[] };
  const to = moments.at(-1)?.commit.slice(0, 10) ?? '';
  const mask = (said: string): string => said.replaceAll(/\b[0-9a-f]{7,10}\b/gu, 'COMMIT');
  await expect(
    mask(
      await told(
        typed,
        'doctor recover --to abcdef12 --as bo',
        'doctor recover --to nothing --as bo',
        `doctor recover --to ${to} --dry-run --as bo`,
        `doctor recover --to ${to} --as bo`,
        `doctor recover --to ${to} --as bo --json`,
        `comment 5 "/recover ${to}" --as dee`,
        `doctor recover --to ${to} --post 5 --as dee`,
        'doctor recover --to abcdef12 --post 5 --as dee',
        `doctor recover --to ${to} --post "A tale" --as dee`,
        `doctor recover --to ${to} --as dee --json`,
        `doctor recover --to ${to} --as bert --dry-run`,
        `doctor recover --to ${to} --as bert --why "It was too loud."`,
        `doctor recover --to ${to} --as bert`,
        `doctor recover --to ${to} --post 5 --as bert`,
        'log',
        'show game.dark',
        'log journal --last 7',
        'doctor recover --as ana',
        'tick',
        'show 7',
        'replay',
      ),
    ),
  ).toMatchFileSnapshot(golden('recover'));
});
