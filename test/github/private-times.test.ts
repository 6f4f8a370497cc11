// Secret orders at a fixed hour, on GitHub: the engine waits for the emperor, whose machine opens them all at once.
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import { openHosted } from '../../src/host/github/hosted/open-hosted.ts';
import type { GameElsewhere } from '../../src/host/game.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { readGame, type GameRead } from '../../src/store/read-game.ts';
import { readContent } from '../../src/tick/observe.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { beginHall, cloneOfHall, environmentAt, openAt, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

vi.setConfig({ testTimeout: 480_000, hookTimeout: 240_000 });

const RULE = `---
title: Orders
order: 90
---
Before [12:00](#value:hour) each day everybody may seal an order. At that hour all of them are opened at once.
`;
const CLAUSE = `import { action, everyDay, integer, rule, text } from 'gitnomic/rules';
export default rule(({ words, submissions }) => ({
  game: { lastOrders: text() },
  player: { marches: integer() },
  emperor: { opened: integer({ private: true }) },
  actions: { wave: action({ title: 'Wave', by: 'anybody', effect: ({ actor }) => actor.gain('marches', 100) }) },
  submissions: { order: { with: { to: text() } } },
  times: {
    orders: {
      title: 'The orders are opened',
      at: everyDay(words('hour')),
      private: true,
      reveals: ['game.lastOrders', 'players.marches'],
      effect({ game, emperor }) {
        const sent = submissions('order');
        game.lastOrders = sent.map(({ by, values }) => by.label + ' ' + String(values?.to)).join(', ');
        for (const one of sent) {
          one.by.gain('marches', 1);
          one.use();
        }
        emperor.opened += sent.length;
      },
    },
  },
}));
`;

let standIn: StandIn;
let clone = '';
let thread = '';

beforeAll(async () => {
  standIn = await startWithEngine();
  const library = new Map(shippedLibrary)
    .set('gallery/dynastic/orders.md', RULE)
    .set('gallery/dynastic/orders.ts', CLAUSE);
  standIn.world.now = '2030-06-03T09:00:00Z';
  const names = ['ana', 'bo', 'cy', 'dee', 'eli'];
  const begun = await beginHall(standIn, names, { dynasty: 'gallery', emperor: 'cy', library });
  ({ thread } = begun);
  clone = cloneOfHall(standIn, 'clone', begun.files);
  cloneOfHall(standIn, 'clone-of-bo', begun.files);
});
afterAll(() => standIn.close());

const openAs = (by: string): Promise<GameElsewhere> =>
  openHosted(by === 'cy' ? clone : join(standIn.folder, `clone-of-${by}`), {
    environment: {
      GITHUB_TOKEN: standIn.world.account(by, { permission: 'write' }).token,
      GITHUB_API_URL: standIn.api,
      GITHUB_SERVER_URL: standIn.api,
    },
    now: () => standIn.world.now,
    caches,
  });

/** The engine's own run, with none of the emperor's secrets. */
async function workflow(): Promise<GameRead> {
  const environment = environmentAt(standIn);
  expect(
    await runTick({ environment, now: () => standIn.world.now, say: () => undefined, paced: false, caches }),
  ).toBe(0);
  const forge = await openAt(standIn, join(standIn.folder, 'reader'));
  return readGame(await readContent(forge, (await readBranch(forge.repository, 'main')) ?? ''));
}

async function say(by: string, text: string): Promise<void> {
  const { token } = standIn.world.account(by, { permission: 'write' });
  const response = await fetch(`${standIn.api}/repos/o/r/issues/${thread}/comments`, {
    method: 'POST',
    headers: { authorization: `token ${token}` },
    body: JSON.stringify({ body: text }),
  });
  expect(response.ok).toBe(true);
}

async function order(by: string, to: string, serial = 1): Promise<void> {
  const { vault } = await openAs('cy');
  const about = { game: 'Hall', dynasty: 1, submission: 'order', sender: by, serial, params: { to } };
  await say(by, (await sealEnvelope(vault.key?.recipient ?? '', newEnvelope(about))).text);
}

const reports = (): readonly string[] =>
  (standIn.world.posts.find(({ number }) => String(number) === thread)?.comments ?? []).flatMap(({ body }) =>
    body.startsWith('/told ') ? [body] : [],
  );

test('the emperor’s machine opens orders sealed before the hour, and later ones the day after', async () => {
  await order('ana', 'north');
  await order('bo', 'south');
  await workflow();
  standIn.world.now = '2030-06-03T12:30:00Z';
  await order('dee', 'east');
  let read = await workflow();
  // The engine waits, and meanwhile everything else goes on.
  expect(read.state?.game['last-orders']).toBe('');
  await say('bo', '/act wave');
  read = await workflow();
  expect(read.ledger.at(-1)?.what).toBe('wave');
  const waiting = await (await openAs('cy')).status();
  expect(waiting.failing.join('\n')).toMatch(/The orders are opened: .*gitnomic tick/u);

  standIn.world.now = '2030-06-03T20:00:00Z';
  expect((await (await openAs('bo')).tick()).notified).toBe(0);
  expect((await (await openAs('cy')).tick()).notified).toBe(1);
  read = await workflow();
  expect(read.state?.game['last-orders']).toBe('ana north, bo south');
  expect(read.state?.players['bo']?.['marches']).toBe(101);
  expect(read.ledger.at(-1)).toMatchObject({
    by: 'cy',
    what: 'time orders',
    told: expect.stringMatching(/^time:orders:/u),
  });
  expect(read.state?.taken['time orders']).toMatchObject({ last: '2030-06-03T12:00:00Z' });
  expect((await (await openAs('cy')).tick()).notified).toBe(0);
  const own = await (await openAs('cy')).openPosition();
  expect(own.open.play.state().emperor['opened']).toBe(2);
  own.open.play.dispose();
});

test('only the emperor can report it, a report counts once, and the next day brings the rest', async () => {
  standIn.world.now = '2030-06-04T13:00:00Z';
  const [report = ''] = reports();
  await say('bo', report);
  await say('cy', report);
  await say('bo', report.replace(/^\/told time:orders:\d+/u, '/told time:orders:9'));
  let read = await workflow();
  expect(read.state?.game['last-orders']).toBe('ana north, bo south');
  const opened = await openAs('cy');
  expect((await opened.tick()).notified).toBe(1);
  read = await workflow();
  expect(read.state?.game['last-orders']).toBe('dee east');
  expect(read.state?.players['ana']?.['marches']).toBe(1);
  const own = await (await openAs('cy')).openPosition();
  expect(own.open.play.state().emperor['opened']).toBe(3);
  own.open.play.dispose();
});

test('replays the same, with the emperor’s secrets and without them', async () => {
  for (const by of ['cy', 'bo']) expect(await replay(await openAs(by))).toMatchObject({ same: true });
});
