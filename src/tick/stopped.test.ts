// If rules have to be stopped, the action is refused and the tick goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { readGame } from '../store/read-game.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { beginLocalGame } from '../host/embedded/begin.ts';
import { replay } from '../care/replay/replay.ts';
import {
  ana,
  bo,
  BEGINNING,
  cy,
  dee,
  eli,
  memoryVault,
  testGame,
  type TestGame,
} from './fixtures/embedded-game.ts';
import { tick, type TickReport } from './tick.ts';

const FILL = 'const all = []; for (;;) all.push({ all });';
/** Each comparison reads through two long texts, as one operator without a call. */
const TEXTS = "const one = 'x'.repeat(100_000) + 'y'; const other = 'x'.repeat(100_000) + 'y'; let same = 0;";
/** Each step does much work, so counting steps would let it run for hours. */
const CRAWL = `${TEXTS} for (;;) if (one === other) same++;`;
/** The same with steps so large that counting even one would take minutes. */
const HANG = CRAWL.replaceAll('100_000', '5_000_000');

/** A game with a rule that may have to be stopped. */
async function gameWith(clause: string): Promise<TestGame & { readonly thread: string }> {
  const game = await testGame();
  const parent = await game.mainTip();
  const settings = (await game.content()).get('content/game.yml') ?? '';
  const commit = await writeCommit(game.forge.repository, {
    parents: [parent],
    changes: new Map([
      ['content/game.yml', `${settings}sandbox: { memory-mb: 32, steps: 300 }\n`],
      ['content/ruleset/dynastic/bomb.md', '---\ntitle: Bomb\norder: 90\n---\nIt goes off.\n'],
      [
        'content/ruleset/dynastic/bomb.ts',
        `import { action, data, derive, rule } from 'gitnomic/rules';\nexport default rule(({ game, dice }) => (${clause}));\n`,
      ],
    ]),
    author: { name: 'x', email: '', at: BEGINNING },
    message: 'Bomb\n',
  });
  await game.forge.advance('main', parent, commit);
  const thread = await game.table.open(cy, { kind: 'story', title: 'Here', text: '' });
  await game.tick();
  return Object.assign(game, { thread });
}

function outcomes({ happened }: TickReport): readonly string[] {
  return happened.map(({ by, what, outcome }) =>
    outcome.ok ? `${by} ${what}` : `${by} ${what}: ${outcome.refusal.reason}`,
  );
}

async function pips(game: TestGame, id: string): Promise<unknown> {
  return readGame(await game.content()).state?.players[id]?.['pips'];
}

test('refuses an action that exhausts memory, and goes on', async () => {
  const game = await gameWith(
    `{ actions: { bomb: action({ effect({ actor }) { actor.gain('pips', 5); ${FILL} } }) } }`,
  );
  for (const line of ['/act take-pip', '/act bomb', '/act bomb', '/act take-crate'])
    await game.table.comment(bo, game.thread, line);
  const report = await game.tick();
  const acts = outcomes(report).filter((one) => !/comment|post/.test(one));
  expect(acts).toEqual([
    'bo take-pip',
    expect.stringMatching(/^bo bomb: .*memory/),
    expect.stringMatching(/^bo bomb: .*memory/),
    'bo take-crate',
  ]);
  expect(await pips(game, 'bo')).toBe(9);
  expect((await game.said(game.thread)).join('')).toContain('used up the memory');
});

test('dice rolled before memory ran out stay on record', async () => {
  const game = await gameWith(`{ actions: { bomb: action({ effect() { dice(6); ${FILL} } }) } }`);
  await game.table.comment(bo, game.thread, '/act bomb');
  await game.tick({ vault: memoryVault([4]) });
  expect(readGame(await game.content()).ledger).toMatchObject([
    { by: 'bo', what: 'bomb', changes: [], draws: [{ size: 6, result: 4 }] },
  ]);
});

const HOOK = (name: string, body: string): string =>
  `{ hooks: { '${name}'({ matter }, next) { if (matter.title === 'Bomb') { ${body} } return next(); } } }`;

async function twoMatters(game: TestGame): Promise<readonly [string, string]> {
  // Dynastic rules are asked only about proposals.
  const bomb = await game.table.open(bo, { kind: 'proposal', title: 'Bomb', text: '' });
  const other = await game.table.open(dee, { kind: 'cfj', title: 'Other', text: '' });
  for (const post of [bomb, other])
    for (const voter of [ana, cy, eli, bo, dee]) await game.table.comment(voter, post, ':for:');
  return [bomb, other];
}

test.each([
  ['exhausts memory while it is decided', 'may-enact', FILL, 'memory'],
  ['never ends while it is decided', 'may-enact', 'for (;;) {}', 'took too long'],
])('a matter that %s is stuck, and the next is enacted', async (_, hook, body, words) => {
  const game = await gameWith(HOOK(hook, body));
  const [bomb, other] = await twoMatters(game);
  // On a slow machine it takes long until the steps of a loop are counted.
  const report = await game.tick({ patienceMs: 100_000 });
  expect(outcomes(report)).toContain(`engine enact ${other}`);
  expect(report.stuck).toEqual([{ matter: bomb, why: expect.stringContaining(words) as string }]);
  const { state } = readGame(await game.content());
  expect([state?.posts[bomb]?.status, state?.posts[other]?.status]).toEqual(['pending', 'enacted']);
});

test.each([
  [
    'a view that exhausts memory',
    `{ views: { 'earliest-enactment': (of, next) => { ${FILL} } }, actions: {} }`,
    'memory',
  ],
  ['a count of its votes that exhausts memory', HOOK('tally', FILL), 'memory'],
  [
    'a view that does not end',
    `{ views: { 'earliest-enactment': (of, next) => { ${HANG} } }, actions: {} }`,
    'took too long',
  ],
])('leaves %s out of a matter’s summary', async (_, clause, words) => {
  const game = await gameWith(clause);
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Bomb', text: '' });
  await game.table.comment(bo, game.thread, '/act take-pip');
  await game.tick({ patienceMs: 400 });
  expect((await game.said(post)).join('')).toMatch(new RegExp(`the votes can’t be shown.*${words}`));
  expect(await pips(game, 'bo')).toBe(4);
});

test.each([
  ['small', CRAWL],
  ['large', HANG],
])('refuses what step counting can’t stop, made of %s steps, and goes on', async (_, crawl) => {
  const game = await gameWith(
    `{ actions: { crawl: action({ effect({ actor }) { actor.gain('pips', 5); ${crawl} } }) }, hooks: ${/hooks: (.*) }$/.exec(HOOK('may-enact', crawl))?.[1] ?? ''} }`,
  );
  const [bomb, other] = await twoMatters(game);
  for (const line of ['/act take-pip', '/act crawl', '/act take-crate'])
    await game.table.comment(bo, game.thread, line);
  const report = await game.tick({ patienceMs: 250 });
  expect(await pips(game, 'bo')).toBe(9);
  expect(outcomes(report).filter((one) => one.includes('crawl'))).toEqual([
    expect.stringMatching(/took too long/),
  ]);
  expect(outcomes(report)).toContain(`engine enact ${other}`);
  expect(report.stuck).toEqual([{ matter: bomb, why: expect.stringContaining('took too long') as string }]);
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Takes half a second or more in few steps, which is too long for an impatient tick. */
const SLOW = `${TEXTS} for (let i = 0; i < 5_000; i++) if (one === other) same++;`;

/** A home game with little memory. Anything that is called Full takes all of it once it is enacted. */
async function fullGame(rule: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-full-'));
  folders.push(folder);
  let now = BEGINNING;
  const library = new Map(shippedLibrary)
    .set(`${rule}.md`, '---\ntitle: Full\norder: 90\n---\nIt wants all there is.\n')
    .set(
      `${rule}.ts`,
      `import { rule } from 'gitnomic/rules';
       export default rule(() => ({ on: { enacted({ matter }) { if (matter.title === 'Full') { ${FILL} } } } }));\n`,
    );
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    admin: id === 'ana',
    emperor: id === 'cy',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(folder, library, wish, { now: () => now, caches });
  const { forge, vault } = game;
  const [parent, settings] = [await game.main(), (await game.content()).get('content/game.yml') ?? ''];
  const small = new Map([['content/game.yml', `${settings}sandbox: { memory-mb: 48 }\n`]]);
  const author = { name: 'x', email: '', at: BEGINNING };
  const commit = await writeCommit(forge.repository, {
    parents: [parent],
    changes: small,
    author,
    message: 'Small\n',
  });
  await forge.advance('main', parent, commit);
  const tickAfter = (hours: number): Promise<TickReport> => {
    now = `${new Date(Date.parse(now) + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
    return tick({ forge, now, vault, seeds: vault.seeds, caches });
  };
  const vote = async (post: string, text: string, ...voters: readonly (typeof ana)[]): Promise<void> => {
    for (const voter of voters) await game.people.comment(voter, post, text);
  };
  const said = async (): Promise<readonly string[]> =>
    readGame(await game.content()).ledger.map(({ what }) => what);
  const setClock = (hours: number): void => {
    now = `${new Date(Date.parse(BEGINNING) + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
  };
  return { game, tickAfter, vote, said, setClock };
}

test('a matter whose clause runs out of memory at its end is resolved without it, in its turn', async () => {
  const { game, tickAfter, vote, said } = await fullGame('proving/dynastic/full');
  const full = await game.people.open(bo, { kind: 'proposal', title: 'Full', text: '' });
  await vote(full, ':for:', ana, cy, eli);
  const other = await game.people.open(dee, { kind: 'proposal', title: 'Other', text: '' });
  await vote(other, ':for:', ana, cy, eli);
  await tickAfter(49);
  expect(await said()).toEqual([`resolve ${full}`, `enact ${full}`, `enact ${other}`]);
  expect(await replay(game)).toMatchObject({ same: true });
});

test('a matter that runs out of memory doesn’t stop any tick, even if the clock was put back', async () => {
  const { game, tickAfter, vote, said, setClock } = await fullGame('core/2021/core/full');
  const full = await game.people.open(bo, { kind: 'proposal', title: 'Full', text: '' });
  await vote(full, ':for:', ana, cy, eli);
  await tickAfter(49);
  // Core rules are never switched off, so both outcomes fail.
  expect(await said()).toEqual([`resolve ${full}`, `fail ${full}`]);
  const other = await game.people.open(dee, { kind: 'proposal', title: 'Other', text: '' });
  for (const hours of [60, 52, 56, 51, 50.5]) {
    setClock(hours);
    await vote(other, `Is it through after ${hours}?`, dee);
  }
  setClock(60);
  expect(await tickAfter(1)).toMatchObject({ stuck: [] });
  await vote(other, ':veto:', cy);
  setClock(58);
  await tickAfter(0);
  expect(await said()).toEqual([`resolve ${full}`, `fail ${full}`, `fail ${other}`]);
  expect(await replay(game)).toMatchObject({ same: true });
});

test('records what the wall clock stopped, so that a replay gives the same result', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-stopped-'));
  folders.push(folder);
  let now = BEGINNING;
  const library = new Map(shippedLibrary);
  const rule = 'proving/dynastic/slow';
  library.set(`${rule}.md`, '---\ntitle: Slow\norder: 90\n---\nIt takes its time.\n');
  library.set(
    `${rule}.ts`,
    `import { action, integer, rule } from 'gitnomic/rules';
     export default rule(({ dice }) => ({
       actions: { crawl: action({ with: { times: integer() }, effect({ actor, times }) { actor.gain('pips', times + dice(6)); ${SLOW} } }) },
       on: { enacted({ matter }) { if (matter.title === 'Slow') { ${SLOW} } } },
     }));\n`,
  );
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    admin: id === 'ana',
    emperor: id === 'cy',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(folder, library, wish, { now: () => now, caches });
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  const { forge, vault } = game;
  const tickAfter = (hours: number, patienceMs: number): Promise<TickReport> => {
    now = `${new Date(Date.parse(now) + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
    return tick({ forge, now, vault, seeds: vault.seeds, patienceMs, caches });
  };
  const ledger = async (): Promise<readonly unknown[]> => readGame(await game.content()).ledger;
  const slow = await game.people.open(bo, { kind: 'proposal', title: 'Slow', text: '' });
  const other = await game.people.open(dee, { kind: 'cfj', title: 'Other', text: '' });
  for (const post of [slow, other])
    for (const voter of [ana, cy, eli]) await game.people.comment(voter, post, ':for:');
  await game.people.comment(bo, thread, '/act crawl times=5');

  await tickAfter(13, 150);
  const refused = expect.stringMatching(/took too long/) as string;
  const stopped = expect.stringMatching(/^\d+ bo crawl 0$/) as string;
  const bad = { by: 'bo', what: 'crawl', with: { times: 5 }, changes: [], refused, stopped };
  const lines = [
    { by: 'engine', what: `enact ${other}` },
    { ...bad, draws: [{ size: 6 }], at: BEGINNING },
    {
      at: now,
      by: 'engine',
      what: `resolve ${slow}`,
      changes: [],
      refused,
      stopped: `resolve ${slow}`,
      where: 'dynastic/slow.ts',
    },
    // The slow clause was left out.
    { at: now, by: 'engine', what: `enact ${slow}` },
  ];
  expect(await ledger()).toMatchObject(lines);
  expect(await replay(game)).toMatchObject({ same: true });

  await game.people.comment(bo, thread, '/act take-pip');
  await tickAfter(1, 150);
  expect(await ledger()).toHaveLength(5);
  expect((await game.content()).get('content/ruleset/dynastic/slow.md')).toContain('clause: off');
  expect(await replay(game)).toMatchObject({ same: true });
});
