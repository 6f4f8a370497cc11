import { afterEach, expect, test, vi } from 'vitest';

import { kernelGame, bo } from '../../src/tick/fixtures/embedded-game.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { flood, HOSTILE, idleCost, openCrowd } from './stand-in/crowd.ts';
import type { StandIn } from './stand-in/server.ts';

vi.setConfig({ testTimeout: 300_000 });

let standIn: StandIn | null = null;
afterEach(() => standIn?.close());

const many = process.env['GITNOMIC_FAULTS'] === 'all' ? 2000 : 100;

test(`${many} issues and comments of a stranger make a look at most twice as costly`, async () => {
  standIn = await startWithEngine();
  const { world } = standIn;
  const [matter] = openCrowd(world, world.account('Bo'), { matters: 1, comments: 2 });
  if (matter === undefined) throw new Error('nothing was opened');
  world.label(matter, world.account('github-actions[bot]'), ['game/pending']);
  const forge = await openAt(standIn);
  const before = await idleCost(standIn, forge);
  flood(world, world.account('eve'), matter, many, HOSTILE);
  const after = await idleCost(standIn, forge);
  expect(before.requests).toBeGreaterThan(0);
  expect(after.requests).toBeLessThanOrEqual(2 * before.requests);
  expect(after.points).toBeLessThanOrEqual(2 * before.points);
});

test('a stranger is answered once a day, and a player every time', async () => {
  const game = await kernelGame();
  const eve = { id: 'eve', name: 'eve', bot: false };
  const story = await game.table.open(bo, { kind: 'story', title: 'A tale', text: 'Once.' });
  const posts: string[] = [];
  for (let n = 0; n < 20; n++) {
    await game.table.comment(eve, story, '/help');
    posts.push(await game.table.open(eve, { kind: 'proposal', title: `Spam ${n}`, text: 'x' }));
  }
  await game.table.comment(bo, story, '/help');
  await game.table.comment(bo, story, '/help');
  const told = async (): Promise<number> => {
    const all = [];
    for (const post of [story, ...posts]) all.push(...(await game.said(post)));
    return all.length;
  };
  await game.tick();
  expect(await told()).toBe(3);
  game.later(25);
  await game.table.comment(eve, story, '/help');
  await game.table.comment(eve, story, '/help');
  await game.tick();
  expect(await told()).toBe(4);
});
