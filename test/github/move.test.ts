import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { seen } from '../../src/kernel/defuse.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { readEnvironment } from '../../src/host/github/action/environment.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import { verifyJournal } from '../../src/store/journal/verify-journal.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { openClone } from '../../src/host/open-clone.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { moveToGitHub, type MoveReport } from '../../src/addons/github-move/move-to-github.ts';
import { readGame } from '../../src/store/read-game.ts';
import { readContent } from '../../src/tick/observe.ts';
import type { Person } from '../../src/forge/events.ts';
import { environmentFor } from '../../src/forge/github/remote.ts';
import type { Forge, People } from '../../src/forge/port.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { openRepository } from '../../src/repository/repository.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { openToShow } from '../../src/site/prepare/game-shown.ts';
import { discussedAt } from '../../src/site/prepare/collect-posts.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';
const names = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const person = (id: string): Person => ({ id, name: id, bot: false });
let standIn: StandIn;
let now = '';
let said = '';

beforeEach(async () => {
  standIn = await startWithEngine();
  for (const name of names) standIn.world.account(name, { permission: 'write' });
  now = '2021-06-10T09:00:00Z';
  said = '';
});
afterEach(() => standIn.close());

/** Six people on an embedded forge: post 1 is enacted, 2 to 5 are stories. */
async function playLocally(): Promise<HomeGame> {
  const players = names.map((id) => ({ id, admin: id === 'ana', emperor: id === 'fay' }));
  const wish = { name: 'Harbour', core: '2021', players };
  const game = await beginLocalGame(join(standIn.folder, 'harbour'), shippedLibrary, wish, {
    now: () => now,
    caches,
  });
  const post = await propose(game, await game.main(), (await game.content()).get(VOTES) ?? '', 36);
  for (const id of ['ana', 'cy', 'dee']) await game.say(person(id), post, ':for:');
  now = '2021-06-11T09:00:00Z';
  await game.tick();
  for (const title of ['Fog', 'Rain', 'Hail', 'Snow'])
    await game.people.open(person('bo'), { kind: 'story', title, text: 'It came.' });
  await game.say(person('cy'), '2', 'And went.');
  await game.say(person('dee'), '3', '/act roll roll=DICE6');
  return game;
}

async function propose(
  { forge, people }: { forge: Pick<Forge, 'repository'>; people: People },
  main: string,
  text: string,
  window: number,
): Promise<string> {
  const changed = text.replace(/\[\d+ hours\]\(#value:window\)/u, `[${window} hours](#value:window)`);
  expect(changed).not.toBe(text);
  const head = await writeCommit(forge.repository, {
    parents: [main],
    changes: new Map([[VOTES, changed]]),
    author: { name: 'bo', email: '', at: now },
    message: 'Change\n',
  });
  return people.open(person('bo'), { kind: 'proposal', title: `[Core] ${window} hours`, text: '', head });
}

/** A clone of what the template brings: an engine, and the game that is shipped with it, journal and all. */
async function cloneOfTemplate(): Promise<string> {
  const folder = join(standIn.folder, 'clone');
  const files = {
    '.github/workflows/tick.yml': 'name: Tick\n',
    'content/game.yml': 'name: Shipped\nforge:\n  kind: local\n',
    'content/posts/2020/2020-01-01-old.md': 'old\n',
    'content/journal.json': JSON.stringify({
      commit: 'a'.repeat(40),
      n: 7,
      hash: 'b'.repeat(64),
      segment: '2020-01-0001',
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  gitIn(folder, 'init', '--quiet', '--initial-branch', 'main');
  gitIn(folder, 'add', '.');
  gitIn(folder, '-c', 'user.name=ana', '-c', 'user.email=', 'commit', '--quiet', '-m', 'As it is shipped');
  await push(folder, ['main']);
  return folder;
}

const gitIn = (folder: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** By Git itself, in a process of its own: the stand-in answers from this one. */
async function push(folder: string, branches: readonly string[]): Promise<void> {
  const { token } = standIn.world.account('ana');
  await new Promise<void>((done, failed) => {
    const words = ['push', '--quiet', standIn.gitUrl, ...branches];
    execFile('git', words, { cwd: folder, env: environmentFor(token) }, (error) =>
      error === null ? done() : failed(error),
    );
  });
}

const accounts = (): Map<string, { login: string; id: string }> =>
  new Map(names.map((login) => [login, { login, id: String(standIn.world.account(login).id) }]));

async function move(game: HomeGame): Promise<MoveReport> {
  const folder = await cloneOfTemplate();
  const report = await moveToGitHub({ game, into: folder, repository: 'o/r', accounts: accounts(), now });
  await push(folder, report.branches);
  return report;
}

async function tickThere(): Promise<void> {
  standIn.world.now = now;
  const environment = readEnvironment({
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: standIn.folder,
  });
  const say = (text: string): void => void (said += text);
  const code = await runTick({ environment, now: () => now, say, paced: false, caches });
  expect(code, said + standIn.world.failures.map(String).join('\n')).toBe(0);
}

test('a game goes on on GitHub with the same ids, and can be replayed there', async () => {
  const local = await playLocally();
  await local.tick();
  const before = readGame(await local.content());
  now = '2021-06-12T09:00:00Z';
  standIn.world.now = now;
  const report = await move(local);
  // Nobody changes a rule by a push: not even before the engine has looked for the first time.
  const pushed = join(standIn.folder, 'clone');
  const meddled = readFileSync(join(pushed, VOTES), 'utf8').replace('[36 hours](', '[1 hour](');
  writeFileSync(join(pushed, VOTES), meddled);
  gitIn(pushed, '-c', 'user.name=ana', '-c', 'user.email=', 'commit', '--quiet', '-am', 'Meddle');
  await push(pushed, ['main']);
  expect(report).toMatchObject({ posts: 'gh-', branches: ['main', 'embedded-main', 'embedded-journal'] });
  await tickThere();
  expect(said).not.toContain('restored');

  const folder = join(standIn.folder, 'player');
  const forge = await openAt(standIn, folder);
  const hands = handsAt(standIn, forge, folder);
  const main = (await readBranch(forge.repository, 'main')) ?? '';
  const text = (await readContent(forge, main)).get(VOTES) ?? '';
  expect(text).toContain('[36 hours](#value:window)');
  // The engine has posted issues of its own, so people's numbers on GitHub are those of local posts once more.
  const numbers = [await propose({ forge, people: hands }, main, text, 24)];
  numbers.push(await hands.open(person('cy'), { kind: 'story', title: 'Sun', text: 'At last.' }));
  expect(numbers.filter((number) => Number(number) <= 5)).toEqual(numbers);
  for (const id of ['ana', 'cy', 'dee']) await hands.comment(person(id), numbers[0] ?? '', ':for:');
  await tickThere();
  now = '2021-06-14T09:00:00Z';
  await tickThere();

  const clone = await openClone(join(standIn.folder, 'server', 'o', 'r.git'));
  const after = readGame(await clone.content());
  expect(seen(said)).toContain(`Enact gh-${numbers[0]}: [Core] 24 hours`);
  expect(after.ruleset.get(VOTES.slice('content/ruleset/'.length))).toContain('[24 hours](#value:window)');
  expect(after.ledger.slice(0, before.ledger.length)).toEqual(before.ledger);
  const posts = after.state?.posts ?? {};
  expect(Object.keys(posts)).toEqual(
    expect.arrayContaining(['1', '2', '3', '4', '5', ...numbers.map((number) => `gh-${number}`)]),
  );
  expect(posts['1']).toMatchObject({ title: '[Core] 36 hours', status: 'enacted' });
  expect(posts[`gh-${numbers[0]}`]).toMatchObject({ author: 'bo', status: 'enacted' });
  expect(posts['2']).toMatchObject({ title: 'Fog', comments: [{ by: 'cy', text: 'And went.' }] });
  expect(discussedAt(after)(`gh-${numbers[0]}`)).toBe(`https://github.com/o/r/issues/${numbers[0]}`);
  expect(discussedAt(after)('1')).toBeNull();
  const { site, problems } = await collectSite(await openToShow(await clone.content(), now, caches), {
    now,
  });
  expect(problems).toEqual([]);
  expect(site.posts.map(({ id }) => id)).toEqual([
    ...numbers.map((number) => `gh-${number}`).reverse(),
    '5',
    '4',
    '3',
    '2',
    '1',
  ]);
  expect(await replay(clone)).toEqual({ same: true, lines: 3, stopped: [], since: null });
  await expect(replay(clone, 1)).rejects.toMatchObject({ code: 'other-journal' });
  expect(Object.keys(after.state?.players ?? {}).sort()).toEqual([...names].sort());
});

test('what was played before stays on its own branches, verifies and replays', async () => {
  const local = await playLocally();
  now = '2021-06-12T09:00:00Z';
  standIn.world.now = now;
  await move(local);
  const old = join(standIn.folder, 'old.git');
  gitIn(standIn.folder, 'clone', '--quiet', '--mirror', join(standIn.folder, 'server', 'o', 'r.git'), old);
  for (const branch of ['main', 'journal'])
    gitIn(old, 'update-ref', `refs/heads/${branch}`, `refs/heads/embedded-${branch}`);
  const repository = await openRepository(old);
  const tip = (await readBranch(repository, 'journal')) ?? '';
  expect(await verifyJournal(repository, tip)).toMatchObject({ ok: true, redacted: 0 });
  expect(await replay(await openClone(old))).toMatchObject({ same: true });
});

test('by the command, as the how-to shows it', async () => {
  const around = join(standIn.folder, 'you');
  const folder = join(around, 'gitnomic');
  const clone = join(around, 'harbour-on-github');
  mkdirSync(folder, { recursive: true });
  renameSync(await cloneOfTemplate(), clone);
  gitIn(clone, 'remote', 'add', 'origin', 'https://github.com/ana/harbour.git');
  let shown = '';
  const write = { write: (text: string) => (shown += text) };
  const environment = {
    NO_COLOR: '1',
    GITNOMIC_NOW: '2030-06-05T09:00:00Z',
    GITNOMIC_GAME: '../harbour',
    GITHUB_API_URL: standIn.api,
    GITHUB_TOKEN: standIn.world.account('ana').token,
  };
  const type = async (line: string): Promise<string> => {
    shown = '';
    const terminal = makeTerminal(write, write, environment, () => 0);
    await runCli({ words: line.split(' '), folder, environment, terminal, caches });
    return shown.replaceAll(around, '/home/you').trim();
  };
  await type('init ../harbour --player ana --player bo --player cy --player dee --player eli');
  for (const login of ['ana-of-the-harbour', 'bo-the-boat']) standIn.world.account(login);
  const line =
    'move ../harbour-on-github --account ana=ana-of-the-harbour --account bo=bo-the-boat --account cy=cy --account dee=dee --account eli=none';
  const answer = await type(line);
  const page = readFileSync(new URL('../../docs/how-to/move-to-github.md', import.meta.url), 'utf8');
  expect(page.replaceAll(/ \\\n\s*/gu, ' ')).toContain(`gitnomic ${line}`);
  expect(page).toContain(answer);
  const people = JSON.parse(readFileSync(join(clone, 'content/engine/people.json'), 'utf8')) as unknown;
  const { id } = standIn.world.account('bo-the-boat');
  expect(people).toMatchObject({ [String(id)]: 'bo', 'local:eli': 'eli' });
  expect(await type(line)).toContain('game-there');
});

test('reports all obstacles to a move at once, and writes nothing', async () => {
  const local = await playLocally();
  const folder = await cloneOfTemplate();
  const move = { game: local, into: folder, repository: 'o/r', accounts: accounts() };
  const few = new Map([
    ['bo', { login: 'bo', id: '7' }],
    ['cy', { login: 'bo', id: '7' }],
    ['zoe', null],
  ]);
  await expect(moveToGitHub({ ...move, accounts: few, now })).rejects.toMatchObject({
    problems: [
      { code: 'no-account', what: expect.stringContaining('ana, dee, eli, fay') as unknown },
      { code: 'no-such-player' },
      { code: 'account-twice' },
    ],
  });
  writeFileSync(join(folder, 'content/game.yml'), 'name: Edited\n');
  await expect(moveToGitHub({ ...move, now })).rejects.toMatchObject({ problems: [{ code: 'edited' }] });
  gitIn(folder, 'checkout', '--quiet', '.');
  // What is left of another game, on the branch on which this one's would stand.
  gitIn(folder, 'branch', 'embedded-main');
  const other = gitIn(folder, 'rev-parse', 'embedded-main');
  await expect(moveToGitHub({ ...move, now })).rejects.toMatchObject({
    problems: [{ code: 'branch-there' }],
  });
  expect(gitIn(folder, 'rev-parse', 'embedded-main')).toBe(other);
  for (const branch of ['embedded-main', 'embedded-journal'])
    if (gitIn(folder, 'branch', '--list', branch) !== '') gitIn(folder, 'branch', '--quiet', '-D', branch);
  const text = (await local.content()).get(VOTES) ?? '';
  const post = await propose(local, await local.main(), text, 24);
  await expect(moveToGitHub({ ...move, now: '2021-06-01T00:00:00Z' })).rejects.toMatchObject({
    problems: [
      { code: 'matters-pending', what: `Matters are pending: ${post}, [Core] 24 hours.` },
      { code: 'clock-ahead' },
    ],
  });
  expect(gitIn(folder, 'for-each-ref', '--format=%(refname)').trim()).toBe('refs/heads/main');
});
