import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Caches } from '../../cache/caches.ts';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import type { Person } from '../../forge/events.ts';
import { readFileText } from '../../repository/read-file.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { beginLocalGame } from './begin.ts';
import type { HomeGame } from '../game.ts';
import { currentContent } from '../../tick/current-content.ts';
import { readStatus, type Status } from '../../tick/read-status.ts';
import { replay } from '../../care/replay/replay.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { readGame } from '../../store/read-game.ts';
import { filesOnDisk } from '../../store/content-folder.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readEdits, refreshCheckout } from '../checkout.ts';
import { openLocalGame } from './local-game.ts';
import { remakeForge } from './remake-forge.ts';
import { takeOver } from './take-over.ts';

const START = '2024-03-01T09:00:00Z';
const person = (id: string): Person => ({ id, name: id, bot: false });
const players = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map((id) => ({
  id,
  admin: id === 'ana',
  emperor: id === 'fay',
}));
const VOTES = 'content/ruleset/core/votable-matters/votes.md';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'take-over-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function propose(game: HomeGame, window: number): Promise<string> {
  const text = (await game.content()).get(VOTES) ?? '';
  const head = await writeCommit(game.forge.repository, {
    parents: [await game.main()],
    changes: new Map([
      [VOTES, text.replace(/\[\d+ hours\]\(#value:window\)/u, `[${window} hours](#value:window)`)],
    ]),
    author: { name: 'bo', email: '', at: game.now() },
    message: 'Change\n',
  });
  return game.people.open(person('bo'), {
    kind: 'proposal',
    title: `[Core] ${window} hours`,
    text: '',
    head,
  });
}

async function statusOf(game: HomeGame): Promise<Status> {
  const position = await game.openPosition();
  const status = readStatus(position, game.now());
  position.open.play.dispose();
  return status;
}

/** Only the files of this game are left. One proposal was enacted and another is pending. */
async function filesOfAGame(): Promise<string> {
  let now = START;
  const wish = { name: 'Harbour', core: '2021', players };
  const game = await beginLocalGame(join(folder, 'old'), shippedLibrary, wish, { now: () => now, caches });
  const first = await propose(game, 36);
  for (const id of ['ana', 'cy', 'dee']) await game.say(person(id), first, ':for:');
  now = '2024-03-02T09:00:00Z';
  await game.tick();
  const second = await propose(game, 24);
  await game.say(person('ana'), second, ':for:');
  // Pending matters are on main after the next action.
  await game.say(person('dee'), second, '/act roll roll=DICE6');
  await game.tick();
  for (const [path, text] of await game.content()) {
    mkdirSync(dirname(join(folder, 'files', path)), { recursive: true });
    writeFileSync(join(folder, 'files', path), text);
  }
  return join(folder, 'files');
}

test('a game whose files are here but whose forge isn’t goes on where it was', async () => {
  const from = await filesOfAGame();
  // No text, and so nothing that is read as one.
  const picture = 'content/pictures/art/r1-1.0123456789abcdef.webp';
  const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x80]);
  mkdirSync(dirname(join(from, picture)), { recursive: true });
  writeFileSync(join(from, picture), bytes);
  const said: ContentFiles[] = [];
  const composed = (_: HomeGame, texts: ContentFiles): void => void said.push(texts);
  const now = '2024-06-01T00:00:00Z';
  // Simulates a kill after the journal is begun and before the first commit.
  const killed = (): never => {
    throw new Error('killed');
  };
  await expect(takeOver(join(folder, 'game'), from, { now, caches, composed: killed })).rejects.toThrow(
    'killed',
  );
  const game = await takeOver(join(folder, 'game'), from, { now, caches, composed });
  expect(game.now()).toBe('2024-03-02T09:00:00Z');
  // Pages built from the earlier report need not be built again.
  expect(said).toEqual([await currentContent(game)]);
  expect(said[0]?.has(picture)).toBe(false);
  expect(new Uint8Array(readFileSync(join(folder, 'game', picture)))).toEqual(bytes);
  const { game: about, facts } = readGame(await game.content());
  expect([about.practice, about.dice]).toEqual([
    true,
    { source: 'committed', hash: commitmentToSeed(game.vault.seeds.dice ?? new Uint8Array()) },
  ]);
  // Neither the keys and seeds of the other machine nor its commits are here.
  expect([facts.keys, facts.seeds, facts.heads, facts.moved]).toEqual([[], [], {}, null]);
  expect(facts.dynasty).toMatchObject({ number: 1, at: START, line: expect.any(Number) as number });
  expect((await statusOf(game)).queue).toMatchObject([
    { id: '2', title: '[Core] 24 hours', counts: [{ count: 2 }, { count: 0 }] },
  ]);

  for (const id of ['cy', 'dee']) await game.say(person(id), '2', ':for:');
  expect(await propose(game, 30)).toBe('4');
  game.forward(13 * 3_600_000);
  const { commits, happened } = await game.tick();
  expect(commits.map(({ message }) => message.split('\n')[0])).toEqual(['Enact 2: [Core] 24 hours']);
  expect(happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  expect((await game.content()).get(VOTES)).toContain('[24 hours](#value:window)');
  expect((await statusOf(game)).roster.map(({ id }) => id).sort()).toEqual(players.map(({ id }) => id));
  expect(await replay(game)).toMatchObject({ same: true });
});

test('begins nothing if rules can’t be put in force, and makes a game once they are mended', async () => {
  const from = await filesOfAGame();
  const to = join(folder, 'game');
  const clause = join(from, 'content/ruleset/core/fair-play.ts');
  const whole = readFileSync(clause, 'utf8');
  writeFileSync(clause, `throw new Error('boo');\n`);
  const own = (): Caches => new Caches('this engine');
  const now = '2024-06-01T00:00:00Z';
  let caches = own();
  await expect(takeOver(to, from, { now, caches })).rejects.toThrow('boo');
  // A command leaves nothing there for the next one.
  caches.finish();
  expect(existsSync(to)).toBe(false);
  // Other people's files stay.
  mkdirSync(to);
  writeFileSync(join(to, 'notes.txt'), 'Ours.');
  caches = own();
  await expect(takeOver(to, from, { now, caches })).rejects.toThrow('boo');
  caches.finish();
  expect(readdirSync(to)).toEqual(['notes.txt']);
  const before = [...filesOnDisk(from)];
  await expect(remakeForge(from, { now, caches })).rejects.toThrow('boo');
  await expect(remakeForge(from, { now, caches, dryRun: true })).rejects.toThrow('boo');
  expect([readdirSync(from), [...filesOnDisk(from)]]).toEqual([['content'], before]);

  // Without its history a game in which nothing could be decided would stay as it is.
  writeFileSync(clause, whole);
  const votes = readFileSync(join(from, VOTES), 'utf8');
  rmSync(join(from, VOTES));
  for (const dryRun of [true, false]) {
    const made = remakeForge(from, { now, caches, dryRun });
    await expect(made).rejects.toThrow(/^Nothing could ever pass again: .*no rule says/u);
    await expect(made).rejects.toThrow(`${VOTES} is missing`);
  }
  expect(readdirSync(from)).toEqual(['content']);
  writeFileSync(join(from, VOTES), votes);

  // Nothing is left behind either if the files can't be read.
  writeFileSync(clause, whole);
  const gameFile = join(from, 'content/game.yml');
  const named = readFileSync(gameFile, 'utf8');
  writeFileSync(gameFile, 'name: [\n');
  await expect(takeOver(to, from, { now, caches })).rejects.toThrow('game.yml');
  caches.finish();
  expect(readdirSync(to)).toEqual(['notes.txt']);
  writeFileSync(gameFile, named);
  expect((await statusOf(await takeOver(to, from, { now, caches }))).queue).toHaveLength(1);
  await remakeForge(from, { now, caches });
  expect((await statusOf(await openLocalGame(from, { now, caches }))).queue).toHaveLength(1);
});

test('in a moved game, posts with a prefix keep it, and new ones have numbers of their own', async () => {
  const from = await filesOfAGame();
  const at = (name: string): string => join(from, 'content/engine', name);
  writeFileSync(at('moved.json'), JSON.stringify({ at: START, posts: 'gh-', dynasty: 1 }));
  for (const name of ['pending.json', 'heads.json'])
    writeFileSync(at(name), readFileSync(at(name), 'utf8').replaceAll('"2"', '"gh-2"'));
  const game = await takeOver(join(folder, 'game'), from, { now: '2024-06-01T00:00:00Z', caches });
  expect((await statusOf(game)).queue).toMatchObject([
    { id: 'gh-2', title: '[Core] 24 hours', counts: [{ count: 2 }, { count: 0 }] },
  ]);
  await game.say(person('cy'), 'gh-2', ':for:');
  // The engine's own thread took the number after the last one without a prefix.
  expect(await propose(game, 30)).toBe('3');
  const { queue } = await statusOf(game);
  expect(new Map(queue.map(({ id, ...matter }) => [id, matter.counts[0]?.count]))).toEqual(
    new Map([
      ['gh-2', 3],
      ['3', 1],
    ]),
  );
});

test('links of a moved game lead to its own new numbers', async () => {
  const from = await filesOfAGame();
  const at = (name: string): string => join(from, 'content/engine', name);
  writeFileSync(at('moved.json'), JSON.stringify({ at: START, posts: 'gh-', dynasty: 1 }));
  writeFileSync(at('links.json'), JSON.stringify({ 9: '2' }));
  const game = await takeOver(join(folder, 'game'), from, { now: '2024-06-01T00:00:00Z', caches });
  await game.say(person('cy'), 'gh-9', ':for:');
  expect((await statusOf(game)).queue).toMatchObject([{ id: '2', counts: [{ count: 3 }, { count: 0 }] }]);
});

test('files without a time and a dynasty belong to a game that goes on from now', async () => {
  const from = await filesOfAGame();
  for (const name of ['clock.json', 'dynasty.json'])
    rmSync(join(from, 'content/engine', name), { force: true });
  const now = '2024-06-01T00:00:00Z';
  const game = await takeOver(join(folder, 'game'), from, { now, caches });
  expect(game.now()).toBe(now);
  expect(readGame(await game.content()).facts.dynasty).toBeNull();
  expect((await game.content()).has('content/engine/dynasty.json')).toBe(false);
  await expect(takeOver(join(folder, 'game'), from, { now, caches })).rejects.toMatchObject({
    code: 'game-there',
  });
});

test('a copy’s folder may be updated later, and nothing in it counts as edited until then', async () => {
  const from = await filesOfAGame();
  const view = new Map([
    ['content/site.yml', 'accent: "#884422"\n'],
    ['content/site.css', 'h1 { color: teal; }\n'],
    ['content/pages/about.md', '# About us\n'],
  ]);
  mkdirSync(join(from, 'content/pages'));
  for (const [path, text] of view) writeFileSync(join(from, path), text);
  writeFileSync(join(from, 'content/site.png'), 'a picture');
  const at = join(folder, 'game');
  const game = await takeOver(at, from, { now: START, caches, checksOutLater: true });
  const texts = (): string[] => [...filesOnDisk(at).keys()].sort();
  expect(texts()).toEqual([...view.keys()].sort());
  expect([...(await readEdits(game)).changes]).toEqual([]);
  expect(await refreshCheckout(game)).toEqual([]);
  expect(texts()).toEqual([...new Set([...(await game.content()).keys(), ...view.keys()])].sort());
  expect(await readFileText(game.forge.repository, await game.main(), 'content/site.png')).toBe('a picture');
  expect([...(await readEdits(game)).changes]).toEqual([]);
  rmSync(join(at, VOTES));
  expect([...(await readEdits(game)).changes]).toEqual([[VOTES, null]]);
});
