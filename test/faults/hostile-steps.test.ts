// Clauses that do harm wherever they are asked: the next ordinary step works, and played again the game is the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ana, bo, cy, dee, eli } from '../../src/tick/fixtures/embedded-game.ts';
import { readGame } from '../../src/store/read-game.ts';
import { beginWith, pipsOf, replayOf } from './begin-with.ts';

/** Things that are thrown, each of which is trouble for whoever looks at it. */
const THROWN: readonly string[] = [
  'null',
  'undefined',
  '0n',
  "Symbol('x')",
  "'x'.repeat(100_000)",
  'Object.freeze(new Error("frozen"))',
  'Object.assign(new Error("poisoned"), { toString() { throw 1; }, toJSON() { throw 2; } })',
  'Object.assign(new Error("n"), { name: "InternalError" })',
  'Object.assign(new Error("c"), { code: "ENOSPC", message: { toString() { throw 1; } } })',
  'Object.assign(new Error("like a refusal"), { name: "Refusal", code: "refused", rule: { title: 7 }, toData() { return null; } })',
  '{ __proto__: null, constructor: null }',
  '(() => { const round = {}; round.round = round; return round; })()',
];
/** Harm that is done otherwise, to what the clause shares with other calls or with the engine. */
const DONE: readonly string[] = [
  'word.lastIndex = 3; Object.freeze(word);',
  'word.lastIndex = { valueOf() { throw 1; } };',
  'Object.freeze(list); list.push(1);',
  'seen.set(seen, seen); Object.freeze(seen);',
  'const dive = () => dive(); try { dive(); } catch { dive(); }',
  'for (;;) { }',
  'const all = []; for (;;) all.push({ all });',
  'try { for (;;) list.push([]); } catch { for (;;) { } }',
  "JSON.parse('['.repeat(100_000));",
  'for (const key of Object.getOwnPropertyNames(globalThis)) try { Object.freeze(globalThis[key]); } catch { }',
  'Object.setPrototypeOf(list, null);',
];
// One with the flag g or y is refused when the clause is loaded.
const ABOVE = 'const word = /a/; const list = []; const seen = new Map();';
const harms = [...THROWN.map((thrown) => `throw ${thrown};`), ...DONE];

const PLACES: Readonly<Record<string, (body: string) => string>> = {
  effect: (body) => `{ actions: { bomb: action({ effect() { ${body} } }) } }`,
  check: (body) => `{ actions: { bomb: action({ check() { ${body} }, effect() {} }) } }`,
  view: (body) =>
    `{ views: { boom: derive({ of: 'player', returns: data(), value() { ${body} } }) }, actions: { bomb: action({ effect({ actor }) { game.found = actor.boom; } }) }, game: { found: data({ start: null }) } }`,
  hook: (body) =>
    `{ hooks: { 'may-enact'({ matter }, next) { if (matter.title === 'Bomb') { ${body} } return next(); } }, actions: { bomb: action({ effect() {} }) } }`,
  // While a vote is read, and while it is asked whether it counts.
  ballot: (body) =>
    `{ hooks: { 'votes-in'({ text }, next) { if (text?.includes('boom')) { ${body} } return next(); } }, actions: { bomb: action({ effect() {} }) } }`,
  vote: (body) =>
    `{ hooks: { 'may-vote'({ matter }, next) { if (matter.title === 'Bomb') { ${body} } return next(); } }, actions: { bomb: action({ effect() {} }) } }`,
  'counted vote': (body) =>
    `{ hooks: { 'may-fail'({ matter }, next) { if (matter.title === 'Bomb') { ${body} } return next(); } }, actions: { bomb: action({ effect() {} }) } }`,
  // At a time that comes once it is lit, in a day.
  times: (body) =>
    `{ times: { later: { title: 'Later', at: () => (game.lit ? '2024-01-01T00:00:00Z' : null), effect() { ${body} } } }, game: { lit: integer({ start: 0 }) }, actions: { bomb: action({ effect() { game.lit = 1; } }) } }`,
  when: (body) =>
    `{ times: { later: { title: 'Later', at() { if (game.lit) { ${body} } return null; }, effect() {} } }, game: { lit: integer({ start: 0 }) }, actions: { bomb: action({ effect() { game.lit = 1; } }) } }`,
  event: (body) =>
    `{ on: { changed() { if (game.lit) { ${body} } } }, game: { lit: integer({ start: 0 }) }, actions: { bomb: action({ effect() { game.lit = 1; } }) } }`,
};

const LONG = process.env['GITNOMIC_FAULTS'] === 'all';
/** A definition is reached by a proposal alone: a game that could not be defined would not have begun. */
const cases = [...Object.keys(PLACES), 'definition'].flatMap((place) =>
  harms.map((body) => ({ place, body })),
);

async function playOn({ place, body }: (typeof cases)[number]): Promise<void> {
  const settings = 'sandbox: { memory-mb: 32, steps: 300 }\n';
  const game = await beginWith(PLACES[place]?.(body) ?? '{}', {}, ABOVE, settings);
  const bomb = await game.table.open(dee, { kind: 'cfj', title: 'Bomb', text: '' });
  if (place === 'definition') {
    const clause = `import { rule } from 'gitnomic/rules';\n${ABOVE}\nexport default rule(({ game }) => { ${body} return {}; });\n`;
    const head = await game.branch({ 'content/ruleset/dynastic/bomb.ts': clause });
    const post = await game.table.open(cy, { kind: 'proposal', title: 'Defined', text: '', head });
    for (const voter of [ana, dee, eli]) await game.table.comment(voter, post, ':for:');
  }
  const before = await pipsOf(game);
  for (const line of ['/act take-pip', '/act bomb', '/act take-crate'])
    await game.table.comment(bo, game.thread, line);
  await game.table.comment(ana, bomb, ':for: boom');
  await game.tick();
  game.later(49);
  await game.table.comment(bo, game.thread, 'And on it goes.');
  await game.table.comment(bo, game.thread, '/act take-pip');
  await game.tick();
  const { state } = readGame(await game.content());
  expect((await pipsOf(game)) - before).toBe(7);
  // A comment whose vote can't be read, or isn't let count, is refused as a whole.
  if (!['ballot', 'vote'].includes(place))
    expect(state?.posts[bomb]?.comments.length ?? 0).toBeGreaterThan(0);
  expect(state?.posts['1']?.comments.map(({ text }) => text)).toContain('And on it goes.');
  expect(await replayOf(game)).toMatchObject({ same: true });
}

test('whatever a clause does, ordinary steps go on and replay agrees', async () => {
  if (LONG) for (const one of cases) await playOn(one);
  else
    await fc.assert(fc.asyncProperty(fc.constantFrom(...cases), playOn), {
      numRuns: Number(process.env['RUNS'] ?? 2),
      endOnFailure: true,
    });
}, 3_600_000);
