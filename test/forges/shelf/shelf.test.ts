import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caches } from '../../../src/cache/fixtures/shared-caches.ts';
import { exitCodes } from '../../../src/cli/command.ts';
import { runCli } from '../../../src/main/run-cli.ts';
import { makeTerminal } from '../../../src/cli/terminal.ts';
import type { Host } from '../../../src/host/host.ts';
import { hosts } from '../../../src/host/registry.ts';
import { afar, shelf } from './shelf.ts';

const START = '2024-03-01T09:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-shelf-'));
const gameFile = join(folder, 'shelf/content/game.yml');

async function gitnomic(at: readonly Host[] | undefined, words: readonly string[]) {
  let text = '';
  const write = (more: string): unknown => (text += more);
  const code = await runCli({
    words,
    folder,
    environment: { GITNOMIC_NOW: START },
    terminal: makeTerminal({ write }, { write }, {}, () => 0),
    caches,
    ...(at === undefined ? {} : { hosts: at }),
  });
  return { code, text };
}

const here = (...words: string[]) => gitnomic([shelf], words);
const elsewhere = (...words: string[]) => gitnomic([afar], words);

beforeAll(async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  const { code, text } = await here('init', '.', '--core', '2021', '--name', 'Harbour', ...players);
  if (code !== 0) throw new Error(text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a game of a host that only a test has begins, is found and is played', async () => {
  expect(await here('propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.')).toMatchObject({
    code: 0,
  });
  expect((await here('vote', 'for', '1', '--as', 'bo')).text).toContain('2 for');
  expect((await here('status')).text).toContain('Manners');
  expect(await gitnomic(undefined, ['status'])).toMatchObject({
    code: exitCodes.broken.code,
    text: expect.stringContaining('There is no game') as string,
  });
});

test('a host’s command and options are part of the command line', async () => {
  expect((await here('help')).text).toMatch(/ dust +dust the shelf\n/u);
  expect((await here('help', 'dust')).text).toMatch(
    /--cloth COLOUR[^]*--game FOLDER|--game FOLDER[^]*--cloth/u,
  );
  expect(JSON.parse((await here('dust', 'top', '--cloth', 'red', '--json')).text)).toEqual({
    folder: join(folder, 'shelf'),
    where: 'top',
    cloth: 'red',
  });
  expect(await here('dust', 'below')).toMatchObject({
    code: exitCodes.refused.code,
    text: expect.stringContaining('Nobody gets there.') as string,
  });
  expect((await here('version', '--boards')).text).toBe('3 boards\n');
  expect((await here('version')).text).toContain('gitnomic');
  expect((await gitnomic(undefined, ['dust', 'top'])).text).toContain('no command');
  expect((await gitnomic(undefined, ['version', '--boards'])).text).toContain('no option');
});

test('a host’s option for doctor reaches its own checks', async () => {
  // A working tree of the game's files, without what it is played on.
  cpSync(gameFile, join(folder, 'tree/content/game.yml'), { recursive: true });
  const tree = ['doctor', '--game', join(folder, 'tree')];
  expect((await here(...tree, '--deep')).text).toContain('A board is warped.');
  expect((await here(...tree)).text).not.toContain('warped');
});

test('the forge in game.yml is checked against the host’s own schema', async () => {
  const before = readFileSync(gameFile, 'utf8');
  const lint = async (forge: string): Promise<string> => {
    writeFileSync(gameFile, before.replace(/^forge:\n {2}kind: local$/mu, `forge: ${forge}`));
    return (await gitnomic([...hosts, shelf], ['lint', 'shelf'])).text;
  };
  expect(await lint('{ kind: shelf, board: 2 }')).toContain('Nothing is wrong.');
  expect(await lint('{ kind: shelf, board: two }')).toContain('forge.board: It is "two".');
  expect(await lint('{ kind: local }')).toContain('Nothing is wrong.');
  expect(await lint('{ kind: attic }')).toMatch(/unknown-forge[^]*one of local, \w+, shelf/u);
  writeFileSync(gameFile, before);
});

test('elsewhere, refuses in one sentence what needs the place of play, and does the rest', async () => {
  for (const words of [
    ['propose', '--add-rule', 'Manners', '--text', 'Please.'],
    ['post', 'story', 'Fog'],
    ['admin', 'redact', 'bo'],
    ['doctor', 'recover'],
    ['tick', '--forward', '1h'],
    ['resolve', '1', '--take', 'proposed'],
  ]) {
    const { code, text } = await elsewhere(...words, '--json');
    expect([words[0], code]).toEqual([words[0], exitCodes.refused.code]);
    expect(JSON.parse(text)).toMatchObject({ error: { problems: [{ code: 'played-elsewhere' }] } });
  }
  expect((await elsewhere('status')).text).toContain('Manners');
  expect((await elsewhere('post')).text).toContain('story');
  expect((await elsewhere('propose', '--add-rule', 'Fog', '--text', 'Fog.', '--dry-run')).code).toBe(0);
  expect((await elsewhere('comment', '1', 'Well said.')).text).toContain('bo on 1');
});
