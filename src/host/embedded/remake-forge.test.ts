// A game whose forge is lost goes on from its journal, its Git or its files.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
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
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { caches } from '../../cache/fixtures/shared-caches.ts';
import { readCommit } from '../../repository/commit.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { readGame } from '../../store/read-game.ts';
import { refreshCheckout } from '../checkout.ts';
import type { HomeGame } from '../game.ts';
import type { Remade } from '../host.ts';
import { beginLocalGame } from './begin.ts';
import { openLocalGame } from './local-game.ts';
import { remakeForge } from './remake-forge.ts';

const person = (id: string) => ({ id, name: id, bot: false });
const NOW = '2030-06-03T09:00:00Z';
const VOTED = '2030-06-03T11:00:00Z';
const LATER = '2030-06-03T15:00:00Z';
const RULE = 'content/ruleset/core/votable-matters/votes.md';
const OTHER_RULE = 'content/ruleset/core/fair-play.md';

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-remade-'));
const whole = join(scratch, 'whole');
let main = '';
let folder = '';
beforeAll(async () => {
  let now = NOW;
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, admin: id === 'ana' }));
  const wish = { name: 'Harbour', core: '2021', players };
  const game = await beginLocalGame(whole, shippedLibrary, wish, { now: () => now, caches });
  const post = await game.people.open(person('bo'), { kind: 'proposal', title: 'Tea', text: 'With milk.' });
  // Pending matters are on main after the next action.
  await game.say(person('dee'), post, '/roll DICE6');
  await game.tick();
  main = await game.main();
  // Main does not have this vote yet, and the journal does.
  now = VOTED;
  await game.say(person('cy'), post, ':for:');
  await game.tick();
  await refreshCheckout(game);
});
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'game-'));
  cpSync(whole, folder, { recursive: true, preserveTimestamps: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const own = (...path: readonly string[]): string => join(folder, '.gitnomic', ...path);
const log = (): string => own('forge/events.jsonl');
const gitdir = (): string => own('forge/repository.git');
const git = (...words: readonly string[]): string =>
  execFileSync('git', [...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const deleteBranch = (name: string): string =>
  git('--git-dir', gitdir(), 'update-ref', '-d', `refs/heads/${name}`);
const remake = (dryRun = false, now = LATER): Promise<Remade> => remakeForge(folder, { now, caches, dryRun });

/** The folder's own Git has the game's branches as those of its origin. */
function cloneForge(): void {
  git('init', '-q', '-b', 'notes');
  git('fetch', '-q', gitdir(), '+refs/heads/*:refs/remotes/origin/*');
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
}

const votesOn = async (game: HomeGame): Promise<unknown> =>
  (await game.status()).queue.map(({ id, counts }) => [id, counts[0]?.count]);

test('without its log, a game goes on from its journal, with every vote in it', async () => {
  rmSync(log());
  const filesOf = (): ReadonlySet<unknown> =>
    new Set(readdirSync(own(), { recursive: true, encoding: 'utf8' }));
  const before = filesOf();
  const said = await remake(true);
  expect(said).toEqual({
    folder,
    name: 'Harbour',
    from: 'journal',
    until: VOTED,
    pending: ['1'],
    lost: [expect.stringMatching(/^Comments and votes after .*, the last moment that the journal holds\.$/u)],
    aside: null,
  });
  expect(filesOf()).toEqual(before);
  // What somebody edits stays, and what is missing comes back.
  const edited = readFileSync(join(folder, RULE), 'utf8').replace('48', '72');
  writeFileSync(join(folder, RULE), edited);
  rmSync(join(folder, OTHER_RULE));
  expect(await remake()).toEqual(said);
  expect(readFileSync(join(folder, RULE), 'utf8')).toBe(edited);
  expect(existsSync(join(folder, OTHER_RULE))).toBe(true);
  const game = await openLocalGame(folder, { now: LATER, caches });
  expect([await game.main(), game.now()]).toEqual([main, LATER]);
  expect(await votesOn(game)).toEqual([['1', 2]]);
  await expect(remake()).rejects.toMatchObject({ code: 'forge-there' });
});

test('moves a clock that is behind the events, and leaves any other alone', async () => {
  rmSync(log());
  await remake(false, NOW);
  expect((await openLocalGame(folder, { now: NOW, caches })).now()).toBe(VOTED);
  const clock = existsSync(own('clock.json')) ? readFileSync(own('clock.json'), 'utf8') : '';
  rmSync(log());
  await remake(false, LATER);
  expect(existsSync(own('clock.json')) ? readFileSync(own('clock.json'), 'utf8') : '').toBe(clock);
});

test.each([
  ['is missing', () => rmSync(own('checkout.json'))],
  [
    'names a commit that nobody has',
    () => writeFileSync(own('checkout.json'), `{"commit":"${'0'.repeat(40)}"}\n`),
  ],
])('if checkout.json %s, edits are still recognized as such', async (_, spoil) => {
  rmSync(log());
  spoil();
  const edited = readFileSync(join(folder, RULE), 'utf8').replace('48', '72');
  writeFileSync(join(folder, RULE), edited);
  await remake();
  expect(await refreshCheckout(await openLocalGame(folder, { now: LATER, caches }))).toEqual([RULE]);
  expect(readFileSync(join(folder, RULE), 'utf8')).toBe(edited);
});

test('loses nothing if only main is gone', async () => {
  deleteBranch('main');
  const said = await remake(true);
  expect(said).toMatchObject({ from: 'journal', until: VOTED, pending: ['1'], lost: [], aside: null });
  expect(await remake()).toEqual(said);
  const game = await openLocalGame(folder, { now: LATER, caches });
  expect([await game.main(), await votesOn(game)]).toEqual([main, [['1', 2]]]);
});

test('promises another seed on record if main and the seed are gone', async () => {
  deleteBranch('main');
  rmSync(own('private'), { recursive: true });
  expect(await remake()).toMatchObject({ lost: [] });
  const game = await openLocalGame(folder, { now: LATER, caches });
  const { dice } = game.vault.seeds;
  const { parents, message } = await readCommit(game.forge.repository, await game.main());
  expect([parents, message]).toEqual([
    [main],
    expect.stringMatching(/^Go on with another seed of the dice\n/u),
  ]);
  expect(readGame(await game.content()).game.dice).toEqual({
    source: 'committed',
    hash: commitmentToSeed(dice ?? new Uint8Array()),
  });
  expect(readFileSync(join(folder, 'content/game.yml'), 'utf8')).toContain(
    commitmentToSeed(dice ?? new Uint8Array()),
  );
});

test('a game in which nothing has happened yet goes on from its log', async () => {
  rmSync(folder, { recursive: true });
  const wish = { name: 'New', core: '2021', players: [{ id: 'ana' }] };
  const begun = await (await beginLocalGame(folder, shippedLibrary, wish, { now: NOW, caches })).main();
  deleteBranch('main');
  expect(await remake()).toMatchObject({ name: 'New', from: 'journal', pending: [], lost: [], aside: null });
  const game = await openLocalGame(folder, { now: LATER, caches });
  expect([await game.main(), game.now()]).toEqual([begun, LATER]);
});

test('doesn’t go on from the log alone if its commit or the journal is gone', async () => {
  deleteBranch('main');
  appendFileSync(log(), `{"type":"engine-moved","to":"${'0'.repeat(40)}"}\n`);
  expect(await remake(true)).toMatchObject({ from: 'content' });
});

test('a clone goes on without its forge, which is set aside under an unused name', async () => {
  cloneForge();
  rmSync(own('forge'), { recursive: true });
  expect(await remake(true)).toMatchObject({ from: 'journal', until: VOTED, pending: ['1'], aside: null });
  expect(existsSync(own('forge'))).toBe(false);
  expect(await remake()).toMatchObject({
    from: 'journal',
    lost: [expect.stringContaining('Comments and votes')],
    aside: null,
  });
  const game = await openLocalGame(folder, { now: LATER, caches });
  expect([await game.main(), await votesOn(game)]).toEqual([main, [['1', 2]]]);
  // Origin's HEAD is no branch of the game.
  expect(git('--git-dir', gitdir(), 'for-each-ref', '--format=%(refname)')).not.toMatch(/HEAD|notes/u);
  // The journal of this forge is spoilt as well, and that of the clone is not.
  rmSync(log());
  deleteBranch('journal');
  mkdirSync(own('forge.lost-1'));
  expect(await remake()).toMatchObject({ from: 'journal', aside: own('forge.lost-2') });
  expect(existsSync(own('forge.lost-2/repository.git/HEAD'))).toBe(true);
  expect(existsSync(own('forge.new'))).toBe(false);
});

test('a clone without secrets goes on with new ones, and reports what that costs', async () => {
  cloneForge();
  for (const path of ['forge', 'private', 'clock.json']) rmSync(own(path), { recursive: true, force: true });
  const { lost } = await remake();
  expect(lost).toEqual([
    expect.stringContaining('Comments and votes after'),
    'The seed of the dice: a new one is drawn, and its hash published in game.yml.',
    expect.stringMatching(
      /^Private values, and the keys to sealed submissions\. Put \.gitnomic\/private back/u,
    ),
    expect.stringMatching(/^The seed of secret choices/u),
  ]);
  const game = await openLocalGame(folder, { now: LATER, caches });
  const { parents } = await readCommit(game.forge.repository, await game.main());
  expect(parents).toEqual([main]);
  await game.say(person('bo'), await game.thread(), '/roll DICE6');
  expect((await game.tick()).happened.every(({ outcome }) => outcome.ok)).toBe(true);
});

test.each<readonly [string, () => void, boolean]>([
  ['the log and the journal', () => (rmSync(log()), deleteBranch('journal')), true],
  ['the forge', () => rmSync(own('forge'), { recursive: true }), true],
  [
    'everything but the files',
    () => {
      rmSync(own(), { recursive: true });
      rmSync(join(folder, 'content/dynasties'), { recursive: true, force: true });
    },
    false,
  ],
])('without %s, a game goes on from its files alone', async (_, lose, keepsSecrets) => {
  lose();
  const hadForge = existsSync(own('forge'));
  const said = await remake(true);
  expect(said).toMatchObject({
    folder,
    name: 'Harbour',
    from: 'content',
    until: NOW,
    pending: ['1'],
    aside: null,
  });
  const [words, history, ...more] = said.lost;
  expect(words).toMatch(/^Posts, comments and votes after the last commit on main, of .*2030/u);
  expect(history).toMatch(/^The journal and the history of main/u);
  expect(more.some((one) => one.startsWith('The seed of the dice'))).toBe(!keepsSecrets);
  expect(more.some((one) => one.startsWith('The beginning of this dynasty'))).toBe(
    !existsSync(join(folder, 'content/dynasties')),
  );
  expect(existsSync(own('forge'))).toBe(hadForge);
  expect(await remake()).toEqual({ ...said, aside: hadForge ? own('forge.lost-1') : null });
  expect(await votesOn(await openLocalGame(folder, { now: LATER, caches }))).toEqual([['1', 1]]);
});

test('rules without a gamestate are too little to go on with', async () => {
  rmSync(own(), { recursive: true });
  rmSync(join(folder, 'content/gamestate'), { recursive: true });
  await expect(remake()).rejects.toMatchObject({ code: 'no-content' });
});

test('names a clause left without its rule, but no helpers and no changed texts', async () => {
  rmSync(own(), { recursive: true });
  rmSync(join(folder, RULE));
  writeFileSync(join(folder, 'content/ruleset/core/helper.ts'), 'export const two = 2;\n');
  const made = remake();
  await expect(made).rejects.toMatchObject({ code: 'unreadable' });
  await expect(made).rejects.toThrow(`${RULE} is missing, and its clause is there.`);
  await expect(made).rejects.not.toThrow(/helper\.md|fair-play\.md/u);
});
