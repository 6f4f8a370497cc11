// Programs and scripts play a copy of a game.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { HomeGame } from '../../host/game.ts';
import { beginCoins } from '../../seat/program/fixtures/coins-game.ts';
import { type Policy, runProgram, scripted } from './read-policy.ts';
import { simulate } from './simulate.ts';

const folder = mkdtempSync(join(tmpdir(), 'simulate-'));
let game: HomeGame;

beforeAll(async () => {
  game = await beginCoins(join(folder, 'game'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const earn: Policy = async function* earnOnce() {
  yield { do: 'act', action: 'earn', with: { amount: 2 } };
};
const wish = { seed: 'a', days: 3, players: null, policy: earn };
const quiet = (): void => undefined;

test('plays a copy: the game doesn’t move, and nothing is said on its forge', async () => {
  const before = await game.main();
  const days: number[] = [];
  const report = await simulate(game, { ...wish, days: 4 }, (day) => days.push(day));
  expect(report).toMatchObject({ days: 4, ended: 'days over', winner: null });
  expect(days).toEqual([1, 2, 3, 4]);
  expect(report.players).toHaveLength(5);
  expect(report.players.every(({ machine, values }) => machine && Number(values['coins']) > 2)).toBe(true);
  expect(report.steps['earn']?.taken).toBeGreaterThan(4);
  expect(await game.main()).toBe(before);
  expect((await game.status()).roster.map(({ id }) => id)).toEqual(['ana', 'bo', 'cy', 'dee', 'eli']);
});

test('the same seed plays the same game, another seed a different one; additional players join', async () => {
  const roll: Policy = async function* rollOnce() {
    yield { do: 'act', action: 'roll', with: { roll: 'DICE6' } };
  };
  const order: string[][] = [];
  const play = (seed: string) => {
    const turns: string[] = [];
    order.push(turns);
    const policy: Policy = (turn) => {
      turns.push(turn.who.id);
      return roll(turn);
    };
    return simulate(game, { ...wish, seed, players: 7, policy }, quiet);
  };
  const [first, again] = [await play('a'), await play('a')];
  await play('b');
  expect(again).toEqual(first);
  expect(order[1]).toEqual(order[0]);
  expect(order[2]).not.toEqual(order[0]);
  expect(first.players.map(({ id }) => id).sort()).toContain('machine-2');
  expect(first.players).toHaveLength(7);
  const flown = first.neverTaken.find(({ action }) => action === 'fly');
  expect(flown).toMatchObject({ rule: 'Coins' });
  expect(first.rulesNeverUsed).toContain('Coins');
});

test('a script says who does what on which day', async () => {
  const policy = scripted(
    [
      '- { day: 1, by: bo, do: act, action: earn, with: { amount: 3 } }',
      '- { day: 1, by: bo, do: act, action: earn, with: { amount: 3 } }',
      '- { day: 2, by: bo, do: act, action: earn, with: { amount: 2 } }',
      '- { day: 1, by: cy, do: propose, title: Manners, changes: [{ do: add, title: Manners, text: Be kind. }] }',
      '- { day: 2, by: bo, do: vote, matter: s4, vote: for }',
    ].join('\n'),
  );
  const report = await simulate(game, { ...wish, policy }, quiet);
  expect(report.players.find(({ id }) => id === 'bo')).toMatchObject({ values: { coins: 5 } });
  expect(report.steps['earn']).toMatchObject({ tried: 3, taken: 2 });
  expect(report.refusedBy).toMatchObject([{ times: 1 }]);
  expect(report.steps['propose']).toMatchObject({ taken: 1 });
  expect(Object.values(report.matters).reduce((sum, one) => sum + one)).toBe(1);
});

test.each([
  ['- { day: 1, by: bo', /can’t be read: line 1: /u],
  ['day: 1', /can’t be read: the file: /u],
  [
    '- { day: 1, by: bo, do: pass }\n- { day: one, by: bo, do: pass }',
    /can’t be read: step \d(?:, \w+)*: it is /u,
  ],
])('refuses an invalid script with the place: %s', (text, why) => {
  expect(() => scripted(text)).toThrow(why);
});

test('ends when a claim to have won is enacted, and says who won', async () => {
  const votes = ['ana', 'cy', 'dee', 'eli'].map(
    (by) => `- { day: 2, by: ${by}, do: vote, matter: s1, vote: for }`,
  );
  const claim = '- { day: 1, by: bo, do: post, kind: dov, title: I have won }';
  const policy = scripted([claim, ...votes].join('\n'));
  const report = await simulate(game, { ...wish, days: 9, policy }, quiet);
  expect(report).toMatchObject({ ended: 'won', winner: 'bo', matters: { enacted: 1 } });
  expect(report.days).toBeLessThan(6);
});

test('a program of ten lines can play, and one that answers nonsense is told so', async () => {
  const howTo = readFileSync(new URL('../../../docs/how-to/write-a-bot.md', import.meta.url), 'utf8');
  const bot = join(folder, 'bot.mjs');
  writeFileSync(bot, /```js [^\n]*bot\.mjs\n(.*?)```/su.exec(howTo)?.[1] ?? '');
  const own = runProgram(process.execPath, [bot]);
  const report = await simulate(game, { ...wish, days: 1, policy: own.policy }, quiet);
  own.close();
  expect(report.steps['roll']).toMatchObject({ taken: 5 });
  writeFileSync(bot, 'process.stdin.on("data", () => console.log("hello"));\n');
  const wrong = runProgram(process.execPath, [bot]);
  await expect(simulate(game, { ...wish, policy: wrong.policy }, quiet)).rejects.toThrow('is not JSON');
  wrong.close();
  const none = runProgram(join(folder, 'nobody'), []);
  await expect(simulate(game, { ...wish, policy: none.policy }, quiet)).rejects.toThrow('ENOENT');
});
