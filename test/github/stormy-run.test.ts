import { afterEach, expect, test, vi } from 'vitest';

import { ana, bo, cy, dee, eli, playOnGitHub, type ActionGame } from './action-game.ts';
import { dice } from './random-play.ts';
import { gitWeatherFrom, weatherFrom } from './stand-in/weather.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';
vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 });

let game: ActionGame;
afterEach(() => game.standIn.close());

/** Runs until one came to its end with nothing left to do; each that GitHub stops ends by itself. */
async function runInWeather(): Promise<void> {
  const before = game.said().length;
  for (let tries = 0; tries < 60; tries++) {
    const from = game.said().length;
    const code = await game.run();
    if (code === 0 && !game.said().slice(from).includes('::warning::')) return;
  }
  throw new Error(`It never came to an end: ${game.said().slice(before)}`);
}

test('whatever GitHub does to each request, a run’s output appears once, and a vote is enacted once', async () => {
  game = await playOnGitHub();
  const { table, standIn } = game;
  const { world } = standIn;
  const votes = (await game.content()).get(VOTES) ?? '';
  const post = await game.propose(bo, 'Six', {
    [VOTES]: votes.replace('[48 hours](#value:window)', '[6 hours](#value:window)'),
  });
  for (const voter of [ana, cy, dee, eli])
    await table.comment(voter, String(post.number), ':for:\n/roll DICE6');
  const weather = weatherFrom(dice(5));
  world.weather = weather.next;
  world.gitWeather = gitWeatherFrom(dice(6));
  await runInWeather();
  world.now = '2021-06-18T22:30:00Z';
  await runInWeather();
  await runInWeather();
  world.weather = () => null;
  world.gitWeather = () => null;
  // What could not be read in the storm was not decided in it.
  await runInWeather();
  expect(weather.met()).toBeGreaterThan(5);
  expect(world.failures).toEqual([]);
  for (const { comments, number } of world.posts) {
    const keys = comments.flatMap(({ by, body }) =>
      by?.type === 'Bot' ? [/gitnomic:key (\S+)/u.exec(body)?.[1] ?? ''] : [],
    );
    expect(new Set(keys).size, `post ${number}: ${keys.join(' ')}`).toBe(keys.length);
  }
  expect(game.comments(post, 'standing')).toHaveLength(1);
  expect(world.posts.filter(({ title }) => title === 'Open tasks')).toHaveLength(1);
  expect(world.checks.map(({ name }) => name)).toEqual(['Gitnomic']);
  expect(new Set(world.labels.map(({ name }) => name)).size).toBe(world.labels.length);
  expect(post).toMatchObject({ merged: true, closed: true, locked: true });
  const ledger = [...(await game.content())].flatMap(([path, text]) =>
    path.startsWith('content/ledger/') ? text.split('\n').filter(Boolean) : [],
  );
  const deeds = ledger.map((line) => (JSON.parse(line) as { what: string }).what);
  expect(deeds.filter((what) => what === 'roll')).toHaveLength(4);
  expect(deeds.filter((what) => what === `enact ${post.number}`)).toHaveLength(1);
});
