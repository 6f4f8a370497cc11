// Clauses that let the game go on today and stop it later: by what has happened, by numbers, by dates and by who plays. Each is told to those who
// vote, and what would have stopped the game anyway isn't held against a change.
import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { PostData, State } from '../../src/kernel/state.ts';
import { rehearseAsItIs, rehearseLater, rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { whyNotOn } from '../../src/session/play/say-rehearsal.ts';
import { Play } from '../../src/session/play/play.ts';
import { SandboxLostError } from '../../src/sandbox/host.ts';
import { AT, BrickGame, type Changes } from './brick-game.ts';
import { clause, WEEKDAY } from './brick-parts.ts';
import { HARMLESS } from './harmless.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const CORES = ['2008', '2019', '2021', 'fireside', 'suber', 'prose'];
const refusing = (condition: string, more = ''): string =>
  `{ ${more} hooks: { 'may-enact'({ refuse, matter }, next) { if (${condition}) refuse('the gulls do not like it'); return next(); } } }`;

/** Each stops a game some time after it was enacted. */
const LATER: Readonly<Record<string, string>> = {
  'once a second matter is enacted': refusing(
    "[...g.posts].filter((post) => post.status === 'enacted').length > 1",
  ),
  'once a hundred are': refusing("[...g.posts].filter((post) => post.status === 'enacted').length > 100"),
  'once there is a post beside the matter': refusing('g.posts.size > 1'),
  'once there are twenty': refusing('g.posts.size > 20'),
  'by a number that an enactment counts up': `{ game: { tides: integer({ min: 0, max: 9 }) }, on: { enacted() { if (g.game.tides < 9) g.game.tides += 1; } }, hooks: { 'may-enact'({ refuse }, next) { if (g.game.tides >= 9) refuse('the gulls do not like it'); return next(); } } }`,
  'by a number that each day counts up': refusing(
    'g.game.tides > 400',
    'game: { tides: integer({ min: 0 }) },',
  ),
  'by a switch that an action turns': refusing(
    'g.game.asleep',
    'game: { asleep: boolean() }, actions: { sing: action({ effect() { g.game.asleep = true; } }) },',
  ),
  'by a choice': refusing("g.game.wind === 'north'", "game: { wind: choice(['south', 'north']) },"),
  'by what each player has': refusing(
    '[...g.players].some((one) => one.grain === 0 && g.game.tides > 0)',
    'player: { grain: integer({ start: 10 }) }, game: { tides: integer({ start: 1 }) },',
  ),
  'by a date in three years': refusing("g.now >= '2027-01-01'"),
  'by a date that it computes': refusing('Number(g.now.slice(0, 4)) - 2024 > 4'),
  'by a post that may not be made': `{ hooks: { 'may-post'({ refuse }, next) { if (g.posts.size >= 2) refuse('the gulls do not like it'); return next(); } } }`,
  'by a loop that grows with the posts': refusing(
    '(() => { let n = 0; for (const a of g.posts) for (const b of g.posts) for (const c of g.posts) if (a.id + b.id + c.id === "") n++; return n > 0; })()',
  ),
  'by a loop that grows with the votes': refusing(
    '(() => { let n = 0; const all = [...g.posts].flatMap((post) => [...post.uses]); for (const a of all) for (const b of all) if (a.vote + b.vote === "") n++; return n > 0; })()',
  ),
  'by a loop that grows with the comments': refusing(
    '(() => { let n = 0; const all = [...g.posts].flatMap((post) => [...post.comments]); for (const a of all) for (const b of all) if (a.text + b.text === "") n++; return n > 0; })()',
  ),
  'by a loop that grows with the texts': refusing(
    '(() => { const all = [...g.posts].map((post) => post.text).join(""); for (const a of all) for (const b of all) if (a + b === "") return true; return false; })()',
  ),
  'by calls that go deeper with the posts': refusing(
    '(() => { const deep = (n) => (n === 0 ? 0 : 1 + deep(n - 1)); return deep(20 ** g.posts.size) < 0; })()',
  ),
  'by a text that grows with the posts': refusing('"x".repeat(700 ** g.posts.size).length < 0'),
  'once a title occurs again': refusing(
    'new Set([...g.posts].map((post) => post.title)).size < g.posts.size - 1',
  ),
  'by the name of somebody who may leave': refusing("![...g.players].some(({ id }) => id === 'fay')"),
  'by the size of all posts': refusing("[...g.posts].map((post) => post.text).join('').length > 500"),
  'by the order of enactments': refusing(
    "[...g.posts].findLastIndex((post) => post.status === 'enacted') - [...g.posts].findIndex((post) => post.status === 'enacted') > 3",
  ),
  'by the day of the week, from some time on': refusing(`g.now >= '2026-06-01' && ${WEEKDAY} < 7`),
  'with fewer players': refusing('g.players.size < 6'),
};

/** None of these ever stops a game. */
const NEVER: Readonly<Record<string, string>> = {
  'a count that nobody asks': '{ game: { tides: integer({ min: 0, max: 9 }) } }',
  'a refusal that the number undoes': refusing('g.game.tides < 0', 'game: { tides: integer({ min: 0 }) },'),
  'a switch that frees': refusing('false && g.game.asleep', 'game: { asleep: boolean() },'),
};

function matterIn(state: State): PostData {
  const author = Object.keys(state.players)[1] ?? '';
  return {
    id: '1',
    kind: 'proposal',
    title: 'Gulls',
    text: 'Please.',
    author,
    byEngine: false,
    at: AT,
    n: 1,
    alteredAt: null,
    status: 'pending',
    resolvedAt: null,
    resolvedBy: null,
    comments: [],
    uses: [],
    changes: [],
    tally: null,
    omitted: [],
    fields: {},
  };
}

/** A rule with this clause, which has words for all that the clauses here use. */
function ruleWith(body: string): Changes {
  const words = 'import { action, boolean, choice, dayOf, hoursAfter, integer, rule, weekOf }';
  return Object.fromEntries(
    Object.entries(clause(body)()).map(([path, text]) => [path, text.replace('import { rule }', words)]),
  );
}

/** A rehearsal may take a second of processor time, which is about as many interrupts on a quiet machine. */
const MOST_POLLS = 700;

/** What those who vote are told of it. A loop may have broken the memory in which trials run, which the next game that is opened replaces. */
async function told(game: BrickGame, changes: Changes): Promise<string> {
  const { work } = caches.sandboxes;
  const begun = work.polls;
  try {
    const said = tellOf(game, changes);
    expect(work.polls - begun).toBeLessThan(MOST_POLLS);
    return said;
  } catch (error) {
    if (!(error instanceof SandboxLostError && error.code === 'no-spare-memory')) throw error;
    (await Play.start({ ...game.edition, state: game.state, draw: () => 1, caches })).dispose();
    return tellOf(game, changes);
  }
}

function tellOf(game: BrickGame, changes: Changes): string {
  const after = game.with(changes);
  const matter = matterIn(game.state);
  const ledger = { length: 0, at: () => null };
  const state = { ...game.state, posts: { 1: matter } };
  const amendment = { before: game.edition, after, state, at: AT, ledger, caches, matter };
  const refused = whyNotOn(rehearseRules(amendment));
  return refused ?? rehearseLater(amendment, state).join('\n');
}

const some = <T>(all: readonly T[], each: number, from: number): readonly T[] =>
  ALL ? all : all.filter((_, n) => n % each === from);

for (const [n, core] of CORES.entries()) {
  const opened = BrickGame.begin({ core, ...(core === '2021' ? { dynasty: 'proving' } : {}) });
  test.each(some(Object.entries(LATER), Object.keys(LATER).length / 2, n))(
    `${core}: warns voters that it stops %s`,
    async (_, body) => {
      expect(await told(await opened, ruleWith(body))).toMatch(
        /could be changed any more|could ever be changed again|could ever pass again|in the end too many/u,
      );
    },
  );
  test.each(some(Object.entries(NEVER), 6, n))(`${core}: says nothing of %s`, async (_, body) => {
    const { work } = caches.sandboxes;
    const begun = work.polls;
    expect(await told(await opened, ruleWith(body))).toBe('');
    expect(work.polls - begun).toBeLessThan(250);
  });
}

test.each(CORES)('%s: if only one person’s matters can pass, says so and reports no freeze', async (core) => {
  const game = await BrickGame.begin({ core, ...(core === '2021' ? { dynasty: 'proving' } : {}) });
  const ledger = { length: 0, at: () => null };
  const { state, edition: before } = game;
  for (const [who, locks] of [
    ['ana', ['change a rule except by a matter of ana']],
    ['bo', ['change a rule except by a matter of bo']],
    ['x', []],
  ] as const) {
    const only = refusing(`matter.author.id ${who === 'x' ? '===' : '!=='} '${who}'`);
    const amendment = { before, after: game.with(ruleWith(only)), state, at: AT, ledger, caches };
    expect(rehearseRules(amendment)).toMatchObject({ stops: null, freezes: null, locks });
  }
});

/** Each refuses some matters in a game with posts, and not others. */
const SOME: Readonly<Record<string, string>> = {
  'by what they say': "matter.title !== 'Free the gulls'",
  'with odd numbers': 'matter.n % 2 === 1',
  'with even numbers': 'matter.n % 2 === 0',
  'by author': "matter.author.id !== 'dee'",
  'by the day of the week': `${WEEKDAY} !== 3`,
};
const partly = CORES.flatMap((core, n) =>
  Object.entries(SOME).flatMap(([name, condition], nth) =>
    ALL || nth === n % 5 ? [[core, name, condition] as const] : [],
  ),
);
test.each(partly)('%s: a game isn’t frozen if its rules refuse matters %s', async (core, _, condition) => {
  const game = await BrickGame.begin({ core, ...(core === '2021' ? { dynasty: 'proving' } : {}) });
  const matter = { ...matterIn(game.state), status: 'enacted', resolvedAt: AT };
  const state = { ...game.state, posts: { 1: matter } };
  const found = (when: string): object => {
    const { files, terms } = game.with(ruleWith(refusing(when)));
    return rehearseAsItIs({ files, terms, state, at: AT, ledger: { length: 0, at: () => null }, caches });
  };
  expect(found(condition)).toMatchObject({ stops: null, freezes: null });
  expect(found('true')).toMatchObject({ stops: expect.stringContaining('Gulls') as string });
});

const harbour = BrickGame.begin({ core: '2021', dynasty: 'proving' });
const HARMLESS_TO_ALL = [...HARMLESS].filter(([name]) => !name.includes('matter.uses.length < 6'));
test.each(some(HARMLESS_TO_ALL, 25, 4))('says nothing about harmless changes: %s', async (_, changes) => {
  const game = await harbour;
  // Answers may differ; that the game would stop is not said.
  expect(await told(game, changes(game.edition.files))).not.toMatch(/any more|too (?:many|long)/u);
});

/** A change of one text of the rules in force. */
function amending(game: BrickGame, path: string, find: string, instead: string): Changes {
  const text = game.edition.files.get(path) ?? '';
  expect(text).toContain(find);
  return { [`content/ruleset/${path}`]: text.replace(find, instead) };
}

test('tells voters what the rules would answer differently, and what is closed for long', async () => {
  const game = await harbour;
  const path = 'core/proposals/resolution-of-proposals.md';
  const long = amending(game, path, '[12 hours](#value:minimum-age)', '[8766000 hours](#value:minimum-age)');
  // A Proposal of 12 hours is never out of date, and one of a thousand years always is.
  expect(await told(game, long)).toBe(
    'by a Proposal nothing could be changed any more, only by a Call for Judgement',
  );
  const text = Object.values(long)[0]?.replace('[7 days](#value:stale)', '[9000000 hours](#value:stale)');
  expect(await told(game, { [`content/ruleset/${path}`]: text ?? null })).toBe(
    'by a Proposal nothing could be changed for 1,000 years, only by a Call for Judgement',
  );
  const until = refusing("matter.kind === 'proposal' && g.now < '2024-06-09'");
  expect(await told(game, ruleWith(until))).toBe(
    'by a Proposal nothing could be changed for 100 days, only by a Call for Judgement',
  );
  const twice = `{ hooks: { tally(words, next) { const all = next(); return { ...all, for: all.for * 2 }; }, 'quorum-of': () => 1 } }`;
  expect(await told(game, ruleWith(twice))).toMatch(
    /votes that ana has on a Proposal: 1 → 2[^]*|[^]*quorum: 4 → 1/u,
  );
});
