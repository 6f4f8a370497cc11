// A game played in a language that marks each text: whatever the engine says without a mark was forgotten, or is the game’s own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  seenAfterTick,
  testGame,
  VOTES,
} from '../../src/tick/fixtures/embedded-game.ts';
import { labelsFor } from '../../src/host/github/action/labels-for.ts';
import { troubleFor } from '../../src/host/github/action/trouble.ts';
import { describeTick } from '../../src/host/github/action/words.ts';
import type { Position } from '../../src/session/position/position.ts';
import { finalVerdict, verdictOn } from '../../src/host/github/summary/say-summary.ts';
import { inWords } from '../../src/wording/naming.ts';
import { capitalised } from '../../src/kernel/sentence.ts';
import { MESSAGES } from '../../src/language/catalogue.ts';
import { wordingIn } from '../../src/language/wording.ts';
import { renderAsMarkdown } from '../../src/site/prepare/render-markdown.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { Trials } from '../../src/rehearse/trials.ts';
import { answerChat } from '../../src/addons/chat-bridge/chat-commands.ts';
import { commandsToRegister } from '../../src/addons/chat-bridge/discord.ts';
import { beginCoins } from '../../src/seat/program/fixtures/coins-game.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { SeatKeys } from '../../src/seat/program/seat-keys.ts';
import { clausesInWords } from '../../src/rehearse/clause-in-words.ts';

const texts = Object.fromEntries(MESSAGES.map((message) => [message, `⟦${message}⟧`]));
const MARKED = /⟦[^⟦⟧]*⟧/gu;
/** As the language has it. */
const A_TIME = /\d{4}-\p{L}+-\d\d, \d\d:\d\d UTC/gu;
const PEOPLE = [ana, bo, cy, dee, eli, fay];
const wording = wordingIn({ tag: 'eo', texts });

/** The words that nothing marks, without those that people said, code, tags, titles and names. */
function unmarkedIn(text: string, own: ReadonlySet<string>): readonly string[] {
  // Rule by rule the question is the name of a hook in words; a paragraph shows what a rule says.
  let left = text
    .replaceAll(/^> .*$|<p>.*<\/p>/gmu, '')
    .replaceAll(/`[^`]*`|<[^>]*>/gu, ' ')
    .replaceAll(/^ *- [a-z -]+: /gmu, '')
    .replaceAll(A_TIME, '');
  while (MARKED.test(left)) left = left.replaceAll(MARKED, ' ');
  for (const name of [...own].sort((a, b) => b.length - a.length)) left = left.replaceAll(name, ' ');
  return left.match(/\p{L}{2,}/gu) ?? [];
}

/** What the rules of a game call things: it stays as they have it. */
function namesIn({ open: { play } }: Position): ReadonlySet<string> {
  const { ballot, kinds, actions, fields } = play.model;
  const titled = [ballot.counts, ballot.states, Object.values(kinds), Object.values(actions)].flat();
  return new Set([
    ...PEOPLE.map(({ name }) => name),
    ...play.manifest.rules.map(({ title }) => title),
    ...titled.flatMap(({ title }) =>
      title === null ? [] : [title, title.toLowerCase(), capitalised(title)],
    ),
    // Rules tell in their own words what was done.
    ...Object.values(actions).flatMap(({ sentence }) => sentence ?? []),
    ...Object.values(fields).flatMap((all) =>
      Object.entries(all).map(([id, { type }]) => inWords(type.title ?? id)),
    ),
    'Quorum',
    ...ballot.votes.map(({ vote }) => vote),
  ]);
}

const inGame = new Map([
  ['content/site.yml', 'language: eo\n'],
  ['content/languages/eo.yml', JSON.stringify(texts)],
]);

test('everything that the engine says below posts is in the game’s language', async () => {
  const game = await testGame({}, inGame);
  const { table } = game;
  const votes = (await game.content()).get(VOTES) ?? '';
  const head = await game.branch({ [VOTES]: votes.replace('[48 hours]', '[36 hours]') });
  const open = (title: string, more: object = {}): Promise<string> =>
    table.open(bo, { kind: 'proposal', title, text: '', ...more });
  const posts = [await open('Sooner', { head }), await open('Later')];
  await game.tick();
  for (const [at, command] of [
    '/act nothing-such',
    '/roll DICE6',
    '/roll words',
    '/help',
    '/why',
    '/bridge none',
    '/bridge somebody',
    '/key age1',
    '/seed x',
    '/game practice=on',
    '/merge 1234567',
    '/idle',
    '/recover',
    '/nonsense',
  ].entries())
    await table.comment(PEOPLE[at % PEOPLE.length] ?? bo, posts[1] ?? '', command);
  for (const who of [ana, cy, dee, eli]) await table.comment(who, posts[0] ?? '', ':for:');
  for (const who of [ana, cy, dee, eli]) await table.comment(who, posts[1] ?? '', ':against:');
  await table.comment(fay, posts[0] ?? '', ':against: :nothing-such:');
  await game.tick();
  game.later(100);
  await game.tick();
  // The names of values, and their units, are words of the rules.
  const own = new Set([...(await seenAfterTick(game, namesIn)), 'Sooner', 'Later', 'window', 'hours']);
  const said = (await Promise.all(posts.map((post) => game.said(post)))).flat();
  expect(said.length).toBeGreaterThan(10);
  expect(said.join('\n')).toContain('⟦**Sooner** was enacted.⟧');
  expect(
    said.flatMap((text) => unmarkedIn(text, own).map((word) => `${word}: ${text.slice(0, 300)}`)),
  ).toEqual([]);
});

const BELLS = 'content/ruleset/dynastic/bells';
const CLAUSE = `import { daily, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { tolled: integer() },
  actions: { toll: daily({ title: 'Ring', effect({ actor }) { actor.tolled += 1; } }) },
}));
`;
/** With every way to begin, to take a step and to expect something. */
const SCENARIO = `title: Bells ring
start: 2024-03-01T09:00:00Z
players: { ana: { admin: true, emperor: true }, bo: { idle: 2024-02-01T09:00:00Z }, cy: {} }
given: { players: { cy: { tolled: 0 } } }
steps:
  - { at: +1h, by: cy, act: toll, then: { players: { cy: { tolled: { gte: 1, lte: 3 } } } } }
  - { at: +2h, by: cy, act: toll, refused: day }
  - { at: +3h, by: cy, propose: { title: More, text: Please }, dice: [1], secret: [1] }
  - { at: +4h, tick: true }
then: { players: { cy: { tolled: 9 }, dee: { absent: true } } }
`;

test('a trial’s report is in the game’s language, with its scenarios in words', async () => {
  const game = await testGame({}, inGame);
  const folder = mkdtempSync(join(tmpdir(), 'told-'));
  const head = await game.branch({
    [`${BELLS}.md`]: '---\ntitle: Bells\norder: 90\n---\nAs a Daily Action a player may ring.\n',
    [`${BELLS}.ts`]: CLAUSE,
    [`${BELLS}.scenario.yml`]: SCENARIO,
  });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Bells', text: '', head });
  await game.tick({ trials: new Trials(join(folder, 'trials.json')) });
  rmSync(folder, { recursive: true });
  const said = (await game.said(post)).join('\n');
  expect(said).toContain('⟦It adds the test “Bells ring”; ⟦it fails: ');
  expect(said).toMatch(/⟦Then ⟦players cy tolled is 9⟧⟧/u);
  // The ids of a game stay as its rules have them, and so do the words that a scenario looks for.
  const ids = ['players', 'tolled', 'toll', 'ana', 'bo', 'cy', 'dee', 'day', 'Bells ring', 'Bells', 'Ring'];
  const own = new Set([...(await seenAfterTick(game, namesIn)), ...ids, 'More', 'Please', 'of']);
  expect(said.split('\n').flatMap((line) => unmarkedIn(line, own).map((word) => `${word}: ${line}`))).toEqual(
    [],
  );
});

test('a run’s report on the forge, chat answers and the note on too much markup are in the game’s language', async () => {
  const { title, text } = troubleFor({ GITHUB_REPOSITORY: 'ana/harbour' } as never, 'x', wording);
  const report = {
    commits: [],
    undone: ['content/a.md'],
    stuck: [{ matter: '3', why: 'x' }],
    happened: [],
    restored: 'rewritten',
    notified: 2,
  } as const;
  const html = renderAsMarkdown('> '.repeat(60), { anchor: null, wording });
  const told = [
    title,
    text,
    describeTick(report, wording, true),
    describeTick({ ...report, undone: [], stuck: [], restored: null, notified: 0 }, wording),
    html,
  ];
  const folder = mkdtempSync(join(tmpdir(), 'told-'));
  const game = await beginCoins(folder);
  const { forge } = game;
  const main = await readBranch(forge.repository, 'main');
  const author = { name: 'ana', email: '', at: game.now() };
  const change = { parents: [main ?? ''], changes: inGame, author, message: 'Speak\n' };
  await forge.advance('main', main, await writeCommit(forge.repository, change));
  const keys = new SeatKeys(game.folder);
  const asked = (name: string, words = {}): Promise<string> =>
    answerChat(game, keys, { account: '1', name, words });
  told.push(await asked('status'), await asked('link', { code: 'x' }));
  keys.link(keys.invite('bo', game.now(), 'code'), '1', game.now());
  const post = await game.people.open(bo, { kind: 'proposal', title: 'Later', text: '' });
  await game.tick();
  for (const [name, words] of [
    ['status', {}],
    ['vote', { matter: post, vote: ':nonsense:' }],
    ['comment', { post, text: 'x' }],
    ['act', { action: 'nothing' }],
    ['why', { what: post }],
    ['nothing', {}],
  ] as const)
    told.push(await asked(name, words));
  const own = new Set([
    ...(await withPosition(game, namesIn)),
    // What a rule counts has the rule's names.
    'for',
    'valid',
    'pending',
    'Coins',
    'Later',
    'content',
    'md',
  ]);
  rmSync(folder, { recursive: true });
  expect(told.flatMap((one) => unmarkedIn(one, own).map((word) => `${word}: ${one}`))).toEqual([]);
  expect(JSON.stringify(commandsToRegister(wording))).toContain('⟦Vote on a proposal⟧');
});

test('checks, labels and descriptions of a clause are in the game’s language', async () => {
  const game = await testGame({}, inGame);
  const own = new Set([...(await seenAfterTick(game, namesIn)), 'for', 'against']);
  for (const status of ['enacted', 'failed', 'removed', 'resolved'])
    expect(unmarkedIn(finalVerdict(status, '', wording).title, own)).toEqual([]);
  const facts = { matter: { state: 'undecided', counts: [], outlook: null }, stuck: null, later: 'a' };
  expect(unmarkedIn(verdictOn(facts as never, '', wording).title, own)).toEqual([]);
  const found = await seenAfterTick(game, ({ open: { play } }) => {
    const { files, terms, model } = play;
    const labels = labelsFor(model, 'games/a', wording).map(({ description }) => description);
    const clauses = play.manifest.rules.flatMap((rule) =>
      clausesInWords({ files, terms, model, wording })(rule),
    );
    expect(clauses.length).toBeGreaterThan(50);
    return [...labels, ...clauses].filter((text) => !/^[^\p{L}]*⟦|: ⟦/u.test(text));
  });
  expect(found).toEqual([]);
});
