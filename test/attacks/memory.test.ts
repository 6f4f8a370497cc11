// A clause that fills all memory, in each place where clauses run: it is stopped, everybody else is served, and the game goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import {
  ana,
  BEGINNING,
  bo,
  cy,
  dee,
  eli,
  memoryVault,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { openSession } from '../../src/tick/open-session.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { Trials } from '../../src/rehearse/trials.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { readGame } from '../../src/store/read-game.ts';

const folder = mkdtempSync(join(tmpdir(), 'memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pictures = openPictureStore(folder);
const TRIED = 'in a trial alone';
const RULE = 'content/ruleset/dynastic/bomb';
/** By little things, by large ones, so that no word is left for the error, and behind a catch. */
const FILLS = [
  'const all = []; for (;;) all.push({ all });',
  'const all = []; for (;;) all.push(new Array(1000).fill(all));',
  'const all = []; try { for (;;) all.push({ all }); } catch { all.length = 0; }',
];
const clauseOf = (body: string, top = ''): string =>
  `import { action, data, derive, rule } from 'gitnomic/rules';\n${top}\nexport default rule(({ players }) => (${body}));\n`;

interface Place {
  /** In force from the beginning. */
  readonly now?: string;
  /** Proposed, and voted for by all. */
  readonly proposed?: string;
  /** Somebody's words that lead there. */
  readonly says?: string;
}

const PLACES: Readonly<Record<string, (fill: string) => Place>> = {
  'as it is loaded': (fill) => ({ proposed: clauseOf('{}', fill) }),
  'as it is asked what it defines': (fill) => ({ proposed: clauseOf(`(() => { ${fill} return {}; })()`) }),
  'in an action': (fill) => ({
    now: clauseOf(`{ actions: { bomb: action({ effect() { ${fill} } }) } }`),
    says: '/act bomb',
  }),
  'in the check of an action': (fill) => ({
    now: clauseOf(`{ actions: { bomb: action({ check() { ${fill} }, effect() {} }) } }`),
    says: '/act bomb',
  }),
  'as it is asked why': (fill) => ({
    now: clauseOf(`{ actions: { bomb: action({ check() { ${fill} }, effect() {} }) } }`),
    says: '/why bomb',
  }),
  'in a hook that lets posts in': (fill) => ({
    now: clauseOf(
      `{ hooks: { 'may-post': ({ title }, next) => { if (title === 'Bomb') { ${fill} } return next(); } } }`,
    ),
    proposed: clauseOf('{}'),
  }),
  'in a hook that lets matters be enacted': (fill) => ({
    now: clauseOf(
      `{ hooks: { 'may-enact': ({ matter }, next) => { if (matter.title === 'Bomb') { ${fill} } return next(); } } }`,
    ),
    proposed: clauseOf('{}'),
  }),
  'in a view': (fill) => ({
    now: clauseOf(
      `{ views: { 'earliest-enactment': ({ title }, next) => { if (title === 'Bomb') { ${fill} } return next(); } } }`,
    ),
    proposed: clauseOf('{}'),
  }),
  'as a matter is enacted': (fill) => ({ proposed: clauseOf(`{ on: { enacted() { ${fill} } } }`) }),
  [TRIED]: (fill) => ({
    proposed: clauseOf(`{ hooks: { 'may-enact': (of, next) => { ${fill} return next(); } } }`),
  }),
  'as it is asked when something happens by itself': (fill) => ({
    now: clauseOf(
      `{ times: { bomb: { at() { if (players.some(({ pips }) => pips > 3)) { ${fill} } return null; }, effect() {} } } }`,
    ),
  }),
  'as something happens by itself': (fill) => ({
    now: clauseOf(`{ times: { bomb: { at: () => '2024-03-01T10:00:00Z', effect() { ${fill} } } } }`),
  }),
};

async function gameWith(clause: string | undefined): Promise<TestGame> {
  const game = await testGame();
  const parent = await game.mainTip();
  const settings = (await game.content()).get('content/game.yml') ?? '';
  const commit = await writeCommit(game.forge.repository, {
    parents: [parent],
    changes: new Map([
      ['content/game.yml', `${settings}sandbox: { memory-mb: 32, steps: 1000 }\n`],
      [`${RULE}.md`, '---\ntitle: Bomb\norder: 90\n---\nIt goes off.\n'],
      [`${RULE}.ts`, clause ?? clauseOf('{ actions: {} }')],
    ]),
    author: { name: 'x', email: '', at: BEGINNING },
    message: 'Bomb\n',
  });
  await game.forge.advance('main', parent, commit);
  return game;
}

const cases = Object.keys(PLACES).map((name, at) => [name, FILLS[at % FILLS.length] ?? ''] as const);

test.each(cases)('%s', async (name, fill) => {
  const { now, proposed, says } = PLACES[name]?.(fill) ?? {};
  const game = await gameWith(now);
  const thread = await game.table.open(cy, { kind: 'story', title: 'Here', text: '' });
  await game.tick();
  const head = proposed === undefined ? null : await game.branch({ [`${RULE}.ts`]: proposed });
  const proposal = { kind: 'proposal', title: 'Bomb', text: '' };
  const bomb = head === null ? null : await game.table.open(bo, { ...proposal, head });
  const other = await game.table.open(dee, { kind: 'cfj', title: 'Other', text: '' });
  for (const post of [...(bomb === null ? [] : [bomb]), other])
    for (const voter of [ana, cy, eli, bo, dee]) await game.table.comment(voter, post, ':for:');
  for (const line of ['/act take-pip', ...(says === undefined ? [] : [says]), '/act take-crate'])
    await game.table.comment(bo, thread, line);
  await look(game);
  await game.tick(name === TRIED ? { trials: new Trials(join(folder, 'trials.json')) } : {});
  await game.table.comment(eli, thread, '/act take-pip');
  game.later(13);
  await game.tick();
  const { state } = readGame(await game.content());
  expect(['bo', 'eli'].map((id) => state?.players[id]?.['pips'])).toEqual([9, 4]);
  const said = await Promise.all(
    [bomb, thread].map((post) => (post === null ? Promise.resolve([]) : game.said(post))),
  );
  if (proposed !== undefined || says !== undefined)
    expect(said.flat().join('')).toMatch(/used up the memory|MB of memory/u);
  expect(state?.posts[other]?.status).toBe('enacted');
  // A view only tells how a matter stands. A clause that a matter brings is switched off where it fills the memory, and its words come into force.
  const isOff = /^clause: off$/mu.test((await game.content()).get(`${RULE}.md`) ?? '');
  if (name !== 'in a view') expect(state?.posts[bomb ?? '']?.status === 'enacted').toBe(isOff);
});

/** What a command sees before any tick has taken it in. */
async function look({ forge, now, mainTip }: TestGame): Promise<void> {
  const { position } = await openSession(
    { forge, vault: memoryVault(), pictures, now, caches },
    await mainTip(),
  );
  readStatus(position, now, { stuck: [] });
  position.open.play.dispose();
}
