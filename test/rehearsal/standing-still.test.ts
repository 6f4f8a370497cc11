// Clauses that let the game go on today and stop it later: by what has happened, by numbers, by dates and by who plays. A short search of what the rules
// promise finds each, and nothing with changes that stop nothing.
import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { otherAnswers, rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { whyNotOn } from '../../src/play/say-rehearsal.ts';
import { Play } from '../../src/play/play.ts';
import { searchStandstill, SHORT } from '../../src/rehearse/search-promises.ts';
import { AT, BrickGame, type Changes } from './brick-game.ts';
import { clause } from './brick-parts.ts';
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
    '[...g.players].some((one) => one.grain === 0)',
    'player: { grain: integer({ start: 10 }) }, actions: { eat: action({ cost: { grain: 1 } }) },',
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
  'once a title occurs again': refusing(
    'new Set([...g.posts].map((post) => post.title)).size < g.posts.size - 1',
  ),
  'with fewer players': refusing('g.players.size < 6'),
};

/** None of these ever stops a game. */
const NEVER: Readonly<Record<string, string>> = {
  'a count that nobody asks': '{ game: { tides: integer({ min: 0, max: 9 }) } }',
  'a refusal that the number undoes': refusing('g.game.tides < 0', 'game: { tides: integer({ min: 0 }) },'),
  'a switch that frees': refusing('false && g.game.asleep', 'game: { asleep: boolean() },'),
};

/** A rule with this clause, which has words for all that the clauses here use. */
function ruleWith(body: string): Changes {
  const words = 'import { action, boolean, choice, integer, rule }';
  return Object.fromEntries(
    Object.entries(clause(body)()).map(([path, text]) => [path, text.replace('import { rule }', words)]),
  );
}

const ledger = { length: 0, at: () => null };

/** The way that a short search finds, or why the change is refused at once; null if there is none. */
async function foundIn(game: BrickGame, changes: Changes): Promise<string | null> {
  const { edition: before, state } = game;
  const after = game.with(changes);
  const refused = whyNotOn(rehearseRules({ before, after, state, at: AT, ledger, caches }));
  if (refused !== null) return refused;
  const { way } = searchStandstill({ before, after, state, at: AT, ledger, caches }, PROMISED, SHORT);
  // A loop may have broken the memory in which trials run, which the next game that is opened replaces.
  (await Play.start({ ...before, state, draw: () => 1, caches })).dispose();
  return way === null || way.wasSoBefore ? null : way.why;
}

const PROMISED = { hours: 28 * 24, players: 3 };
const each = (games: Readonly<Record<string, string>>): readonly (readonly [string, string, string])[] =>
  CORES.flatMap((core) => Object.entries(games).map(([name, body]) => [core, name, body] as const));
const some = <T>(all: readonly T[], one: number, from = 0): readonly T[] =>
  ALL ? all : all.filter((_, n) => n % one === from);
const opened = new Map<string, Promise<BrickGame>>();
const gameOf = (core: string): Promise<BrickGame> => {
  const game =
    opened.get(core) ?? BrickGame.begin({ core, ...(core === '2021' ? { dynasty: 'proving' } : {}) });
  opened.set(core, game);
  return game;
};

// A prime number of cases apart, so that the cores take turns.
test.each(some(each(LATER), 13))(
  '%s: a short search finds that it stops %s',
  { timeout: 300_000 },
  async (core, _, body) => {
    expect(await foundIn(await gameOf(core), ruleWith(body))).not.toBeNull();
  },
);

test.each(some(each(NEVER), 6, 2))(
  '%s: nothing is found with %s',
  { timeout: 300_000 },
  async (core, _, body) => {
    expect(await foundIn(await gameOf(core), ruleWith(body))).toBeNull();
  },
);

const harbour = BrickGame.begin({ core: '2021', dynasty: 'proving' });
const HARMLESS_TO_ALL = [...HARMLESS].filter(([name]) => !name.includes('matter.uses.length < 6'));
test.each(some(HARMLESS_TO_ALL, 25, 4))(
  'nothing is found with what is harmless: %s',
  { timeout: 300_000 },
  async (_, changes) => {
    const game = await harbour;
    expect(await foundIn(game, changes(game.edition.files))).toBeNull();
  },
);

function told(game: BrickGame, changes: Changes): string {
  const { edition: before, state } = game;
  const amendment = { before, after: game.with(changes), state, at: AT, ledger, caches };
  return otherAnswers(amendment).join('\n');
}

/** A change of one text of the rules in force. */
function amending(game: BrickGame, path: string, find: string, instead: string): Changes {
  const text = game.edition.files.get(path) ?? '';
  expect(text).toContain(find);
  return { [`content/ruleset/${path}`]: text.replace(find, instead) };
}

test('voters hear what the rules would answer otherwise', async () => {
  const game = await harbour;
  const path = 'core/proposals/resolution-of-proposals.md';
  expect(
    told(game, amending(game, path, '[12 hours](#value:minimum-age)', '[8766000 hours](#value:minimum-age)')),
  ).toContain('a Proposal that everybody supports comes into force: within 16 hours → not within ten days');
  const twice = `{ hooks: { tally(words, next) { const all = next(); return { ...all, for: all.for * 2 }; }, 'quorum-of': () => 1 } }`;
  expect(told(game, ruleWith(twice))).toMatch(
    /votes that ana has on a Proposal: 1 → 2[^]*|[^]*quorum: 4 → 1/u,
  );
});
