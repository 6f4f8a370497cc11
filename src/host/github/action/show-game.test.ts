// What people see on GitHub after a tick, and what one run leaves for the next, on a forge in memory.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

import { ForgeError } from '../../../forge/events.ts';
import { openMemoryForge } from '../../../forge/embedded/local-forge.ts';
import { markerOf, type OnPost } from '../../../forge/github/on-posts.ts';
import { actionsBot } from '../../../forge/github/people.ts';
import { readTree } from '../../../repository/read-tree.ts';
import { readBranch } from '../../../repository/refs.ts';
import { ownBranch } from '../../../repository/repository.ts';
import { kernelCaches } from '../../../scenario/on-kernel/fixtures/runner.ts';
import { commitmentToSeed } from '../../../session/chance/committed-seed.ts';
import { IN_ENGLISH } from '../../../language/wording.ts';
import { SMALL } from '../../../session/fixtures/desk.ts';
import { sessionWith } from '../../../session/fixtures/session.ts';
import type { NewGame } from '../../../session/play/create-game.ts';
import { readGame } from '../../../store/read-game.ts';
import { CachedGame } from '../../../tick/cached-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  type TestGame,
} from '../../../tick/fixtures/embedded-game.ts';
import type { GameToTell } from '../../tellers.ts';
import { summariesOf, type SummaryFacts } from '../summary/facts.ts';
import { reopenPending, tellInline, tellMergedByHand, tellSummaries, type AfterTick } from './after-tick.ts';
import { gitHubOver, type GitHubInMemory } from './fixtures/github-in-memory.ts';
import { NO_NOTES, readNotes, writeNotes, type MatterNotes, type Notes } from './notes.ts';
import { readBeforeTick, readSinceJournal } from './read-before-tick.ts';
import { explainSeveralGames } from './run-tick.ts';
import { showGame } from './show-game.ts';
import { tickAndShow, type TickAndShow } from './tick-and-show.ts';
import { slowTest } from '../../../../test/slowly.ts';

const kept = new CachedGame();
afterEach(() => kept.close());

const FORMS = '.github/ISSUE_TEMPLATE';
const NO_NEWS = { main: false, journal: false };
const night = (words = 'It is night.'): Record<string, string> => ({
  'content/ruleset/dynastic/night.md': `---\ntitle: Night\norder: 95\n---\n${words}\n`,
});

async function begin(wish: Partial<NewGame> = SMALL): Promise<{ game: TestGame; github: GitHubInMemory }> {
  const game = await kernelGame(wish);
  return { game, github: gitHubOver(game.forge) };
}

async function ticked(game: TestGame, { forge }: GitHubInMemory): Promise<Omit<AfterTick, 'notes'>> {
  await game.tick({ cached: kept });
  const { position } = kept;
  if (position === null) throw new Error('no game is kept');
  return { forge, position, files: await game.content(), stuck: new Map(), now: game.now };
}

async function proposeNight(game: TestGame, github: GitHubInMemory): Promise<{ post: string; head: string }> {
  const head = await game.branch(night());
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: '', head });
  github.shows(post, { head });
  return { post, head };
}

async function push(game: TestGame, changes: Readonly<Record<string, string | null>>): Promise<void> {
  const main = await game.mainTip();
  expect(await game.forge.advance('main', main, await game.branch(changes))).toBe('advanced');
}

async function formsOn(game: TestGame): Promise<readonly string[]> {
  const { files } = await readTree(game.forge.repository, await game.mainTip(), { under: [FORMS] });
  return [...files.keys()].map((path) => path.slice(FORMS.length + 1)).sort();
}

const notesTip = ({ forge: { repository } }: TestGame): Promise<string | null> =>
  readBranch(repository, ownBranch(repository, 'standing'));

test('a run makes labels and forms, reports on matters, and notes what the next one needn’t repeat', async () => {
  const { game, github } = await begin();
  await push(game, { [`${FORMS}/act-old.yml`]: 'name: Old\n', [`${FORMS}/bug.yml`]: 'name: Bug\n' });
  const { post, head } = await proposeNight(game, github);
  const words = await game.table.open(cy, { kind: 'proposal', title: 'Words', text: 'Nothing changes.' });
  const after = await ticked(game, github);
  const shown = await showGame(after, NO_NEWS);
  expect(shown).toEqual({ forms: true, publish: true, due: expect.stringMatching(/^2024-03-0/u) as string });
  expect(await formsOn(game)).toEqual([
    '1-propose.yml',
    '2-act.yml',
    '3-join.yml',
    '4-declare.yml',
    '5-ask.yml',
    'bug.yml',
    'config.yml',
  ]);
  expect(github.labels.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['kind/proposal', 'game/pending']),
  );
  expect(github.done).toEqual([
    `say standing on ${post}`,
    `label kind/proposal ${post}`,
    `label game/pending ${post}`,
    `say standing on ${words}`,
    `label kind/proposal ${words}`,
    `label game/pending ${words}`,
    'keep waiting as 3',
  ]);
  expect(github.checks).toMatchObject([{ head, known: null, verdict: { conclusion: null } }]);
  const notes = await readNotes(game.forge);
  expect(notes).toMatchObject({
    forms: expect.stringMatching(/^[0-9a-f]{32}$/u) as string,
    engine: game.forge.engine,
    quiet: { main: await game.mainTip(), due: shown.due },
    publishing: { at: [game.now], pending: false },
    matters: {
      [post]: { post, head, check: { id: 1 }, trial: { ok: true }, workflows: false },
      [words]: { post: words, head: null, check: null, tried: null, trial: null },
    },
  });
  expect(Date.parse(notes.quiet?.until ?? '')).toBeGreaterThan(Date.parse(game.now));
  const tip = await notesTip(game);
  const soon = game.now.replace('09:00:00', '09:00:30');
  expect(await showGame({ ...after, now: soon }, NO_NEWS)).toMatchObject({ forms: false, publish: false });
  expect([github.checks.length, await notesTip(game)]).toEqual([1, tip]);
  // A trial is not repeated until the matter or the rules change.
  const known = notes.matters[post];
  const shownAs = async (tried: string | null): Promise<string> => {
    const trial = { ok: false, problems: ['It was tried before.'], omitted: [], typed: false };
    const before = { ...notes, matters: { [post]: { ...known, tried, trial } as MatterNotes } };
    await tellSummaries({ ...after, notes: before });
    return github.texts.get(`standing on ${post}`) ?? '';
  };
  expect(await shownAs(known?.tried ?? null)).toContain('It was tried before.');
  expect(await shownAs('another')).not.toContain('It was tried before.');
});

slowTest('a commit has one check run, which changes as the vote does', async () => {
  const { game, github } = await begin();
  const { post, head } = await proposeNight(game, github);
  const show = async (): Promise<unknown> => showGame(await ticked(game, github), NO_NEWS);
  await show();
  const later = await game.branch(night('It is dark.'));
  await game.table.push(bo, post, later);
  github.shows(post, { head: later });
  await show();
  await game.table.comment(ana, post, ':for:');
  await show();
  await show();
  expect(github.checks.map((one) => [one.head, one.known])).toEqual([
    [head, null],
    [later, null],
    [later, 2],
  ]);
});

test('the next run writes forms that a push overtook, and the workflow’s bot isn’t noted', async () => {
  const game = await kernelGame(SMALL);
  let moved = 0;
  const github = gitHubOver({
    ...game.forge,
    engine: actionsBot,
    advance: async (branch, ...commits) =>
      branch === 'main' && moved++ === 0 ? 'moved' : game.forge.advance(branch, ...commits),
  });
  const after = await ticked(game, github);
  expect(await showGame(after, NO_NEWS)).toMatchObject({ forms: false });
  expect(await readNotes(game.forge)).toMatchObject({ forms: '', engine: null });
  expect(await showGame(after, NO_NEWS)).toMatchObject({ forms: true, publish: true });
  const { forms } = await readNotes(game.forge);
  expect(await showGame(after, NO_NEWS)).toMatchObject({ forms: false, publish: false });
  expect([(await readNotes(game.forge)).forms, github.labels.length % 2]).toEqual([forms, 0]);
});

const HEAD = 'a'.repeat(40);
const LATER = 'b'.repeat(40);
const matterNotes = (post: string, more: Partial<MatterNotes> = {}): MatterNotes => ({
  post,
  head: HEAD,
  check: { id: 7, says: 'x' },
  tried: null,
  trial: null,
  workflows: false,
  ...more,
});

test('reports the end on the commit, and in a comment if GitHub shows something else', async () => {
  const { game, github } = await begin();
  const votes = { Tea: ':for:', Gin: ':against:' };
  for (const [title, vote] of Object.entries(votes)) {
    const post = await game.table.open(bo, { kind: 'proposal', title, text: '' });
    for (const voter of [ana, cy, dee, eli, fay]) await game.table.comment(voter, post, vote);
  }
  game.later(60);
  const after = await ticked(game, github);
  const told = async (id: string, known: MatterNotes, head: string | null): Promise<readonly unknown[]> => {
    for (const list of [github.done, github.checks]) list.length = 0;
    github.shows('9', { head });
    const { notes, summaries } = await tellSummaries({
      ...after,
      notes: { ...NO_NOTES, matters: { [id]: known } },
    });
    expect([notes.matters, summaries]).toEqual([{}, []]);
    return [github.checks.map((one) => [one.head, one.known, one.verdict.conclusion]), github.done];
  };
  const said = (): string => github.texts.get('enacted-as on 9') ?? '';
  const success = [[HEAD, 7, 'success']];
  expect(await told('1', matterNotes('9'), HEAD)).toEqual([success, []]);
  expect(await told('1', matterNotes('9'), null)).toEqual([success, []]);
  expect(await told('1', matterNotes('9'), LATER)).toEqual([success, ['say enacted-as on 9']]);
  expect([said().includes('A later push'), said().includes('outside the game')]).toEqual([true, false]);
  expect(await told('1', matterNotes('9', { workflows: true, check: null }), HEAD)).toEqual([
    [],
    ['say enacted-as on 9'],
  ]);
  expect([said().includes('A later push'), said().includes('outside the game')]).toEqual([false, true]);
  expect(await told('2', matterNotes('9', { workflows: true }), LATER)).toEqual([[[HEAD, 7, 'failure']], []]);
  expect(await told('1', matterNotes('9', { head: null, workflows: true }), LATER)).toEqual([[], []]);
  expect(await told('77', matterNotes('9', { workflows: true }), LATER)).toEqual([[], []]);
});

test('names reviews of a commit other than the one voted on, the last one of each author', async () => {
  const { game, github } = await begin();
  const { post, head } = await proposeNight(game, github);
  const reviews = [
    { by: ana, head: LATER },
    { by: cy, head },
    { by: cy, head: LATER },
    { by: ana, head },
    { by: { id: 'zed', name: 'Zed', bot: false }, head: HEAD },
  ];
  github.shows(post, { head: LATER, reviewed: reviews });
  const words = await game.table.open(dee, { kind: 'proposal', title: 'Words', text: '' });
  github.shows(words, { reviewed: reviews });
  await showGame(await ticked(game, github), NO_NEWS);
  const said = github.texts.get(`standing on ${post}`) ?? '';
  const voted = head.slice(0, 7);
  expect(said).toContain(`than \`${voted}\`, which is being voted on: cy on \`bbbbbbb\`. It still counts`);
  expect(said).toContain('moved on to `bbbbbbb`');
  expect(github.texts.get(`standing on ${words}`)).not.toMatch(/Reviewed|moved on/u);
});

test('tells what stands in the way of passing and of failing until it no longer does', async () => {
  const { game, github } = await begin({ core: '2021' });
  for (const [title, voters] of [
    ['Gin', []],
    ['Tea', [ana, cy, dee, eli, fay]],
  ] as const) {
    const post = await game.table.open(bo, { kind: 'proposal', title, text: '' });
    for (const voter of voters) await game.table.comment(voter, post, ':for:');
  }
  const { position } = await ticked(game, github);
  const unseen = { headOf: () => null, reviewsOf: () => [] };
  const waysAt = (time: string): readonly unknown[] =>
    summariesOf(position, time, new Map(), unseen).map(({ matter, whyNotEnacted, whyNotFailed }) => [
      matter.title,
      whyNotEnacted,
      whyNotFailed,
    ]);
  const why = expect.stringMatching(/\(rule .+\)$/u) as string;
  expect(waysAt(game.now)).toEqual([
    ['Gin', why, why],
    ['Tea', why, why],
  ]);
  game.later(60);
  expect(waysAt(game.now)).toEqual([
    ['Gin', why, null],
    ['Tea', why, why],
  ]);
});

test('if the branch of a matter can’t be read, the next run looks again at once', async () => {
  const { game, github } = await begin();
  const { head } = await proposeNight(game, github);
  const untilIn = async (forge: TestGame['forge']): Promise<string | undefined> => {
    await game.tick({ cached: kept, forge });
    const { position } = kept;
    if (position === null) throw new Error('no game is kept');
    const after = {
      forge: github.forge,
      position,
      files: await game.content(),
      stuck: new Map(),
      now: game.now,
    };
    await showGame(after, NO_NEWS);
    return (await readNotes(game.forge)).quiet?.until;
  };
  const { bring } = game.forge;
  expect(await untilIn({ ...game.forge, bring: async (one) => one !== head && bring(one) })).toBe(game.now);
  expect((await untilIn(game.forge)) ?? '').not.toBe(game.now);
});

test('the first of several games that a pull request changes says that it counts in none', async () => {
  const { github } = await wordsOnly();
  const posts: Record<string, Partial<OnPost>> = {
    1: { games: ['', 'games/b', 'games/c'] },
    2: { games: ['games/a', 'games/b'] },
    3: { games: ['', 'games/b'], closed: true },
    4: {},
  };
  for (const [post, more] of Object.entries(posts)) github.shows(post, more);
  await explainSeveralGames(github.forge, IN_ENGLISH);
  expect(github.done).toEqual(['say several-games on 1']);
  expect(github.texts.get('several-games on 1')).toContain(
    'several games at once: `content/` and `games/b/content/` and `games/c/content/`. So it counts in none',
  );
});

test('a post that was deleted on GitHub doesn’t stop a run, but any other failure does', async () => {
  const { game, github } = await begin();
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Tea', text: '' });
  const after = await ticked(game, github);
  github.gone.add(post);
  const notes = { ...NO_NOTES, matters: { [post]: matterNotes(post) } };
  expect((await tellSummaries({ ...after, notes })).notes.matters).toEqual(notes.matters);
  for (const error of [new ForgeError('unavailable', 'GitHub is down.'), new Error('no')]) {
    const forge = { ...github.forge, comment: () => Promise.reject(error) };
    await expect(tellSummaries({ ...after, forge, notes })).rejects.toBe(error);
  }
});

const about = (...posts: readonly string[]): readonly SummaryFacts[] =>
  posts.map((post) => ({ post }) as SummaryFacts);
async function wordsOnly(): Promise<{
  github: GitHubInMemory;
  after: Pick<AfterTick, 'forge' | 'position'>;
}> {
  const { forge } = await openMemoryForge({ clock: () => '2024-03-01T09:00:00Z' });
  const github = gitHubOver(forge);
  const { position } = (await sessionWith(SMALL)).session;
  return { github, after: { forge: github.forge, position } };
}

test('reopens what is pending, and says so once if GitHub can’t do that', async () => {
  const { github, after } = await wordsOnly();
  const closed: Record<string, Partial<OnPost>> = {
    1: { closed: false },
    2: { closed: true },
    3: { closed: true, locked: true },
    4: { closed: true, mergedByHand: true },
    5: { closed: true, said: new Map([['closed-for-good', { id: 1, body: '' }]]) },
    6: { closed: true },
    7: { closed: true },
  };
  for (const [post, more] of Object.entries(closed)) github.shows(post, more);
  github.shut.add('6');
  github.gone.add('7');
  const summaries = about(...Object.keys(closed), '8');
  await reopenPending(after, summaries);
  expect(github.done).toEqual(['open 2', 'open 3', 'open 6', 'say closed-for-good on 6', 'open 7']);
  expect(github.texts.get('closed-for-good on 6')).toContain('The vote goes on all the same');
  github.done.length = 0;
  await tellMergedByHand(after, summaries);
  expect(github.done).toEqual(['say merged-by-hand on 4']);
  expect(github.texts.get('merged-by-hand on 4')).toContain('merged by hand');
});

test('answers votes and commands beside a line of a file, but no other words there', async () => {
  const { github, after } = await wordsOnly();
  const inline = [[], ['Nice.'], ['Nice.', 'I say\n :for: \n'], ['/why roll'], ['Not :for: it', 'a/b']];
  for (const [at, said] of inline.entries()) github.shows(String(at), { inline: said });
  await tellInline(after);
  expect(github.done).toEqual(['say inline on 2', 'say inline on 3']);
  expect(github.texts.get('inline on 2')).toContain('Comment on the pull request itself');
});

test('closes answered forms and the issue about trouble, and reminds those who asked for it', async () => {
  const { game, github } = await begin({ core: '2021' });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Tea', text: '' });
  await showGame(await ticked(game, github), NO_NEWS);
  const waiting = github.forge.onPosts.called('waiting')?.post ?? '';
  const eyes = (by: OnPost['reacted'][number]['by'], reaction = 'eyes') => ({ by, reaction });
  const reacted = [eyes(dee), eyes(eli, '+1'), eyes({ ...fay, bot: true })];
  Object.assign(github.forge.onPosts.get(waiting) ?? {}, { reacted });
  const answered = (key: string, more: Partial<OnPost> = {}): Partial<OnPost> => ({
    said: new Map([[key, { id: 1, body: '' }]]),
    ...more,
  });
  github.shows('11', answered('c-form-11-3'));
  github.shows('12', answered('c-form-1-3'));
  github.shows('13', answered('c-form-13-1', { closed: true, locked: true }));
  github.shows('14', answered('c-form-14-1', { closed: true }));
  github.shows('15', { byEngine: true, body: `Stuck.\n\n${markerOf('trouble', '')}` });
  game.later(25);
  github.done.length = 0;
  await showGame(await ticked(game, github), NO_NEWS);
  const [standing, kind, pending, keep, ...others] = github.done;
  expect([standing, kind, pending, keep]).toEqual([
    `say standing on ${post}`,
    `label kind/proposal ${post}`,
    `label game/pending ${post}`,
    `keep waiting as ${waiting}`,
  ]);
  expect(others).toEqual([`say remind-vote-dee on ${post}`, 'settle 11', 'settle 14', 'close 15']);
  github.gone.add(post);
  await showGame(await ticked(game, github), NO_NEWS);
  expect(github.done.at(-1)).toBe('settle 14');
});

test('a run ends at once only if nothing happened since the last, nothing is due and no pages wait', async () => {
  const { game, github } = await begin();
  const { forge } = github;
  const empty = gitHubOver((await openMemoryForge({ clock: () => game.now })).forge).forge;
  expect([await readBeforeTick(empty, game.now), await readSinceJournal(empty)]).toEqual([
    { quiet: false, seen: null },
    null,
  ]);
  for (let runs = 0; runs < 2; runs++) await showGame(await ticked(game, github), NO_NEWS);
  const notes = await readNotes(forge);
  const { quiet } = notes;
  if (quiet === null) throw new Error('the game is not quiet');
  const look = (now = game.now): ReturnType<typeof readBeforeTick> => readBeforeTick(forge, now);
  const { seen, ...first } = await look();
  expect([first.quiet, seen?.observation.events, seen]).toEqual([true, [], await readSinceJournal(forge)]);
  const just = new Date(Date.parse(quiet.until) - 1000).toISOString().replace('.000', '');
  expect([(await look(just)).quiet, await look(quiet.until)]).toEqual([true, { quiet: false, seen: null }]);
  // A matter as it should be, one that somebody locked, and one whose label somebody took off.
  const matter = { post: '9', head: null, check: null, tried: null, trial: null, workflows: false };
  await writeNotes(forge, { ...notes, matters: { m: matter } }, game.now);
  for (const [more, isQuiet] of [
    [{ labels: ['game/pending'] }, true],
    [{ labels: ['game/pending'], locked: true }, false],
    [{ labels: ['kind/proposal'] }, false],
    [{ labels: ['game/pending'] }, true],
  ] as const) {
    github.shows(matter.post, { ...more, labels: [...more.labels] });
    expect([more, (await look()).quiet]).toEqual([more, isQuiet]);
  }
  const post = await game.table.open(bo, { kind: 'story', title: 'Tea', text: '' });
  expect(await look()).toMatchObject({ quiet: false, seen: { observation: { events: [{ post }] } } });
  const others: readonly Partial<Notes>[] = [
    { quiet: null },
    { quiet: { ...quiet, main: HEAD } },
    { quiet: { ...quiet, journal: HEAD } },
    { quiet: { ...quiet, journal: null } },
    { publishing: { at: [], pending: true } },
  ];
  for (const other of others) {
    await writeNotes(forge, { ...notes, ...other }, game.now);
    expect([other, await look()]).toEqual([other, { quiet: false, seen: null }]);
  }
});

const run = (
  game: TestGame,
  { forge }: GitHubInMemory,
  more: Partial<TickAndShow> = {},
): ReturnType<typeof tickAndShow> =>
  tickAndShow({
    forge,
    now: game.now,
    dice: null,
    picturesFolder: join(tmpdir(), 'gitnomic-no-pictures'),
    seen: null,
    tellers: [],
    caches: kernelCaches,
    ...more,
  });

test('a run publishes what others did, hears what was read before, and informs those elsewhere', async () => {
  const { game, github } = await begin({ ...SMALL, forge: { kind: 'github', repository: 'ana/hall' } });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Tea', text: '' });
  const told: GameToTell[] = [];
  const tellers = [
    async (one: GameToTell) => {
      told.push(one);
      return ['chat can’t be told'];
    },
    async () => [],
  ];
  expect(await run(game, github, { tellers })).toMatchObject({
    forms: true,
    publish: true,
    untold: ['chat can’t be told'],
    due: expect.any(String) as string,
  });
  expect(github.done.filter((one) => one === `say standing on ${post}`)).toHaveLength(1);
  const [elsewhere] = told;
  expect([elsewhere?.now, elsewhere?.files.has('content/game.yml'), elsewhere?.pageOf?.('99')]).toEqual([
    game.now,
    true,
    null,
  ]);
  expect(elsewhere?.pageOf?.(post)).toBe(`https://github.com/ana/hall/issues/${post}`);
  // What the engine itself did is no news.
  expect(await run(game, github)).toMatchObject({ forms: false, publish: false, untold: [] });
  await game.forge.post({ key: 'note', kind: 'story', title: 'Note', text: 'Its own.' });
  expect(await run(game, github)).toMatchObject({ publish: false });
  let looks = 0;
  const counted = (): GitHubInMemory => {
    looks = 0;
    const observe: typeof github.forge.observe = (mark) => {
      looks += 1;
      return github.forge.observe(mark);
    };
    return { ...github, forge: { ...github.forge, observe } };
  };
  await game.table.comment(ana, post, 'Hear, hear.');
  const seen = await readSinceJournal(github.forge);
  expect(await run(game, counted(), { seen })).toMatchObject({ publish: true });
  const heard = looks;
  await game.table.comment(ana, post, 'Hear, hear.');
  const old = seen === null ? null : { ...seen, mark: 'old' };
  expect(await run(game, counted(), { seen: old })).toMatchObject({ publish: true });
  expect(looks).toBe(heard + 1);
});

test('defuses an answer, and rolls dice from the seed given to the run', async () => {
  const seed = new Uint8Array(32).fill(3);
  const dice = { source: 'committed', hash: commitmentToSeed(seed) } as const;
  const { game, github } = await begin({ ...SMALL, dice });
  const post = await game.table.open(bo, { kind: 'story', title: 'Tea', text: '' });
  await run(game, github, { dice: seed });
  await game.table.comment(bo, post, '/act [pay](https://a.example) to="@everyone"');
  await game.table.comment(bo, post, '/roll DICE6');
  await run(game, github, { dice: seed });
  const answers = [...github.texts].filter(([key]) => key.endsWith(` on ${post}`)).map(([, text]) => text);
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.join('\n')).not.toMatch(/\]\(https|@everyone/u);
  expect(readGame(await game.content()).ledger).toMatchObject([
    { what: 'roll', proof: { from: 'committed-seed' } },
  ]);
});

test('asks the beacon for dice if the game takes them from there', async () => {
  const { game, github } = await begin({ ...SMALL, dice: { source: 'drand' } });
  const post = await game.table.open(bo, { kind: 'story', title: 'Tea', text: '' });
  const genesisSeconds = Date.parse(game.now) / 1000;
  const chain = { hash: 'a'.repeat(64), publicKey: 'b'.repeat(96), periodSeconds: 3, genesisSeconds };
  const asked: number[] = [];
  const round = (one: number): never => {
    asked.push(one);
    throw new Error('no network');
  };
  await run(game, github, { beacon: { chain, round } });
  expect(asked).toEqual([]);
  await game.table.comment(bo, post, '/roll DICE6');
  await expect(run(game, github, { beacon: { chain, round } })).rejects.toThrow('no network');
  expect(asked).not.toEqual([]);
});

test('fails if there is no game to show', async () => {
  const game = await kernelGame(SMALL);
  const { forge } = await openMemoryForge({ clock: () => game.now });
  await expect(run(game, gitHubOver(forge))).rejects.toMatchObject({ code: 'no-game' });
});
