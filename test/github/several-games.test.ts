// Two games in one repository: one at its root, one in a folder. Nothing that happens in one is a matter of the other.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import type { ForgeEvent } from '../../src/forge/events.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { openClone } from '../../src/host/open-clone.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { wholeRepository } from '../../src/repository/repository.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { readSegment, listSegments } from '../../src/store/journal/segments.ts';
import { eventOf } from '../../src/store/journal/line.ts';
import { ana, bo, cy, dee, eli, playAt, playOnGitHub, PLAYERS, type ActionGame } from './action-game.ts';
import { openAt } from './game-at.ts';
import { pushByGit } from './stand-in/hands.ts';

const PIER = 'games/pier';
const MARK = `<!-- gitnomic:game ${PIER} -->`;
const VOTES = 'content/ruleset/core/votable-matters/votes.md';
let root: ActionGame;
let pier: ActionGame;

beforeAll(async () => {
  root = await playOnGitHub();
  const other = await playAt(root.standIn, PIER, 'Pier');
  await other.setUp();
  pier = other;
  await bothTick();
});
afterAll(() => root.standIn.close());

async function bothTick(): Promise<void> {
  await pier.tick();
  await root.tick();
}

function pass(minutes: number): void {
  const { world } = root.standIn;
  world.now = `${new Date(Date.parse(world.now) + minutes * 60_000).toISOString().slice(0, 19)}Z`;
}

const rule = (title: string): string => `---\ntitle: ${title}\norder: 90\n---\nIt is so.\n`;
const night = (title: string): Record<string, string> => ({
  [`content/ruleset/dynastic/${title.toLowerCase()}.md`]: rule(title),
});

async function fresh(): Promise<ActionGame['repository']> {
  return (await openAt(root.standIn, `${root.standIn.folder}/player`, false, PIER)).repository;
}

/** In a clone of the repository, in the game's folder, with a token of one's own. */
async function statusIn(clone: string): Promise<string> {
  let written = '';
  const write = { write: (text: string) => (written += text) };
  const { world, api } = root.standIn;
  const environment = {
    CI: '1',
    GITNOMIC_NOW: world.now,
    GITHUB_TOKEN: world.account('cy').token,
    GITHUB_API_URL: api,
    GITHUB_SERVER_URL: api,
  };
  const terminal = makeTerminal(write, write, environment, () => 0);
  await runCli({ words: ['status'], folder: clone, environment, terminal, caches });
  return written;
}

/** Everything that a game's journal holds. */
async function journalOf(branch: string, folder = ''): Promise<readonly ForgeEvent[]> {
  const repository = { ...(await fresh()), folder };
  await openAt(root.standIn, `${root.standIn.folder}/player`);
  const tip = (await readBranch(repository, branch)) ?? '';
  const events: ForgeEvent[] = [];
  for (const segment of await listSegments(repository, tip))
    for (const line of await readSegment(repository, segment)) events.push(eventOf(line) ?? never());
  return events;
}
function never(): never {
  throw new Error('a line without an event');
}
const postsIn = (events: readonly ForgeEvent[]): Set<string> =>
  new Set(events.flatMap((event) => ('post' in event ? [event.post] : [])));

test('two games at once: each has its own matters, votes, rules, journal, labels, forms and posts', async () => {
  const ofRoot = await root.propose(ana, 'Dusk', night('Dusk'));
  const ofPier = await pier.propose(bo, 'Dawn', night('Dawn'));
  pass(1);
  for (const one of [bo, cy, dee, eli]) await root.table.comment(one, String(ofRoot.number), ':for:');
  await pier.table.comment(cy, String(ofPier.number), ':for:');
  await bothTick();
  expect(root.comments(ofRoot, 'standing')[0]).toMatch(/5 for|4 for/iu);
  expect(root.comments(ofPier, 'standing')).toHaveLength(1);
  expect(root.comments(ofPier, 'standing')[0]).toMatch(/2 for/iu);
  // An action in one: it moves nothing in the other.
  const acted = await pier.table.open(dee, {
    kind: 'thing',
    title: 'Roll',
    text: `<!-- gitnomic:form act/roll -->\n${MARK}\n\n### Dice\n\n2DICE6`,
  });
  const before = await root.content();
  await bothTick();
  expect(pier.post(acted)).toMatchObject({ closed: true, locked: true });
  expect([...(await root.content())]).toEqual([...before]);
  const clone = join(root.standIn.folder, 'clone');
  execFileSync('git', ['clone', '--quiet', root.standIn.world.gitdir, clone]);
  expect(await statusIn(clone)).toMatch(/^(?=[\s\S]*Dusk)(?![\s\S]*Dawn)/u);
  expect(await statusIn(join(clone, PIER))).toMatch(/^(?=[\s\S]*Dawn)(?![\s\S]*Dusk)/u);
  // An enactment in one.
  pass(60 * 72);
  const standing = [...(await pier.content()).keys()];
  await root.tick();
  expect((await root.content()).has('content/ruleset/dynastic/dusk.md')).toBe(true);
  expect([...(await pier.content()).keys()]).toEqual(standing);
  await bothTick();
  const [ours, theirs] = [
    postsIn(await journalOf('journal')),
    postsIn(await journalOf('journal-games--pier', PIER)),
  ];
  expect([...ours].filter((post) => theirs.has(post))).toEqual([]);
  expect(ours).toContain(String(ofRoot.number));
  expect(theirs).toContain(String(ofPier.number));
  expect(theirs).toContain(acted);
  const { world } = root.standIn;
  expect(await replay(await openClone(world.gitdir))).toMatchObject({ same: true });
  expect(await replay(await openClone(world.gitdir, undefined, undefined, PIER))).toMatchObject({
    same: true,
  });
  const own = world.posts.filter(({ by }) => by?.type === 'Bot');
  const waiting = own.filter(({ title }) => title === 'Open tasks');
  expect(
    waiting.map(({ labels }) => Number(labels.includes(`of/${PIER}`))).toSorted((a, b) => a - b),
  ).toEqual([0, 1]);
  const { files } = await readTree(wholeRepository(await fresh()), await root.mainTip(), {
    under: '.github/ISSUE_TEMPLATE',
  });
  const names = [...files.keys()].map((path) => path.split('/').at(-1));
  expect(names).toContain('2-act.yml');
  expect(names).toContain('games--pier.2-act.yml');
  expect(files.get('.github/ISSUE_TEMPLATE/games--pier.2-act.yml')?.text).toContain(`of/${PIER}`);
});

test('what is said in one game does nothing in the other', async () => {
  const post = await root.propose(ana, 'Noon', night('Noon'));
  await bothTick();
  const tip = async (name: string): Promise<string | null> => readBranch(await fresh(), name);
  const [journal, notices] = [await tip('journal-games--pier'), await tip('notices-games--pier')];
  await root.table.comment(bo, String(post.number), ':for:');
  await root.table.comment(cy, String(post.number), '/idle');
  await bothTick();
  expect([await tip('journal-games--pier'), await tip('notices-games--pier')]).toEqual([journal, notices]);
  expect((await root.content()).get('content/gamestate/players/cy.md')).toMatch(/^idle-asked: \d/mu);
  expect((await pier.content()).get('content/gamestate/players/cy.md')).toMatch(/^idle-asked: null$/mu);
});

test('a pull request that changes two games is a matter of neither, and is told so once', async () => {
  const head = await writeCommit(wholeRepository(root.repository), {
    parents: [await root.mainTip()],
    changes: new Map([
      ['content/ruleset/dynastic/gloam.md', rule('Gloam')],
      [`${PIER}/content/ruleset/dynastic/gloam.md`, rule('Gloam')],
    ]),
    author: { name: 'ana', email: '', at: root.standIn.world.now },
    message: 'Gloam\n',
  });
  const post = root.post(await root.table.open(ana, { kind: 'proposal', title: 'Gloam', text: '', head }));
  await bothTick();
  await bothTick();
  expect(root.comments(post, 'several-games')).toHaveLength(1);
  expect(root.comments(post, 'several-games')[0]).toContain(`\`${PIER}/content/\``);
  expect(root.comments(post, 'standing')).toEqual([]);
  expect(post.labels).toEqual([]);
  // One that is a matter already changes nothing of either.
  const mine = await root.propose(bo, 'Morn', night('Morn'));
  await bothTick();
  const both = await writeCommit(wholeRepository(root.repository), {
    parents: [await root.mainTip()],
    changes: new Map([...Object.entries(night('Morn')), [`${PIER}/${VOTES}`, rule('Votes')] as const]),
    author: { name: 'bo', email: '', at: root.standIn.world.now },
    message: 'Votes\n',
  });
  await root.table.push(bo, String(mine.number), both);
  await bothTick();
  expect(root.comments(mine, 'standing')[0]).toContain('also changes another game');
  expect(postsIn(await journalOf('journal-games--pier', PIER))).not.toContain(String(mine.number));
});

test('an issue belongs to the game of its form, and a later label doesn’t move it', async () => {
  const { api, world } = root.standIn;
  const send = async (path: string, body: object): Promise<number> => {
    const headers = { authorization: `token ${world.account('dee').token}` };
    const sent = await fetch(`${api}/repos/o/r/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return ((await sent.json()) as { number: number }).number;
  };
  const words = { title: 'Roll', body: '### Action\n\nRoll (roll)\n\n### With\n\ndice: 2DICE6' };
  const byForm = await send('issues', { ...words, labels: ['act/form', `of/${PIER}`] });
  const blank = await send('issues', { ...words, labels: [] });
  pass(1);
  await send(`issues/${blank}/labels`, { labels: [`of/${PIER}`] });
  await bothTick();
  const [ours, theirs] = [
    postsIn(await journalOf('journal')),
    postsIn(await journalOf('journal-games--pier', PIER)),
  ];
  expect([ours.has(String(byForm)), theirs.has(String(byForm))]).toEqual([false, true]);
  expect([ours.has(String(blank)), theirs.has(String(blank))]).toEqual([true, false]);
  expect(pier.post(String(byForm)).closed).toBe(true);
});

test('puts back a push into a game, even if the other game has made a commit on top', async () => {
  const { standIn } = root;
  const good = await pier.content();
  const bad = await writeCommit(await fresh(), {
    parents: [await root.mainTip()],
    changes: new Map([[VOTES, rule('Mine')]]),
    author: { name: 'ana', email: '', at: standIn.world.now },
    message: 'Mine\n',
  });
  await pushByGit(standIn, `${standIn.folder}/player`, standIn.world.account('ana'), 'main', bad);
  const post = await root.propose(bo, 'Eve', night('Eve'));
  for (const one of PLAYERS.slice(1))
    await root.table.comment({ id: one, name: one, bot: false }, String(post.number), ':for:');
  pass(60 * 72);
  await root.tick();
  expect((await root.content()).has('content/ruleset/dynastic/eve.md')).toBe(true);
  expect((await pier.content()).get(VOTES)).toContain('Mine');
  await pier.tick();
  expect((await pier.content()).get(VOTES)).toBe(good.get(VOTES));
  expect((await root.content()).has('content/ruleset/dynastic/eve.md')).toBe(true);
});

test('doesn’t decide a game whose own file names another folder, and names both folders', async () => {
  const { standIn } = root;
  const push = async (text: string): Promise<void> => {
    const commit = await writeCommit(await fresh(), {
      parents: [await root.mainTip()],
      changes: new Map([['content/game.yml', text]]),
      author: { name: 'ana', email: '', at: standIn.world.now },
      message: 'Where it is\n',
    });
    await pushByGit(standIn, `${standIn.folder}/player`, standIn.world.account('ana'), 'main', commit);
  };
  const good = (await pier.content()).get('content/game.yml') ?? '';
  await push(good.replace(PIER, 'games/quay'));
  await expect(pier.tick()).rejects.toThrow(`The game in ${PIER} says that it is played in games/quay.`);
  await push(good);
  await pier.tick();
});
