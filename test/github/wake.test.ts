import { readFileSync, writeFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ana, bo, cy, dee, eli, playOnGitHub, type ActionGame } from './action-game.ts';
import { jobOf, runJob } from './run-job.ts';
import type { Post } from './stand-in/world.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';
const TOKEN = 'token-of-github-actions[bot]';

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

const at = (time: string): void => void (game.standIn.world.now = time);
const plus = (time: string, seconds: number): string =>
  `${new Date(Date.parse(time) + seconds * 1000).toISOString().slice(0, 19)}Z`;

/** A tick, and what it hands on to the jobs after it. */
async function ticked(): Promise<Record<string, string>> {
  const output = game.environment.GITHUB_OUTPUT ?? '';
  writeFileSync(output, '');
  await game.tick();
  const lines = readFileSync(output, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/su)));
}

const runner = () => ({
  folder: game.standIn.folder,
  environment: { ...process.env, RUNNER_TEMP: game.standIn.folder },
});
/** Steps of the job that starts other workflows after a tick. */
async function follow(steps: readonly string[], wake = ''): Promise<string> {
  const { world, api } = game.standIn;
  world.permissions = jobOf('tick.yml', 'follow').permissions;
  const given = {
    'github.token': TOKEN,
    'github.api_url': api,
    'github.repository': 'o/r',
    'needs.tick.outputs.wake': wake,
    'inputs.path': '.',
  };
  const said = await runJob('tick.yml', 'follow', { ...runner(), steps, given });
  world.permissions = null;
  return said;
}

async function popular(): Promise<{ readonly post: Post; readonly due: string }> {
  const text = (await game.content()).get(VOTES) ?? '';
  const post = await game.propose(bo, '[Core] Shorter', {
    [VOTES]: text.replace('[48 hours](#value:window)', '[6 hours](#value:window)'),
  });
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, String(post.number), ':for:');
  at(plus(game.standIn.world.now, 3600));
  expect((await ticked())['wake']).toBe('');
  return { post, due: plus(post.at, 12 * 3600) };
}

test('a run waits for what falls due by the clock alone, and enacts it at that moment', async () => {
  const { world } = game.standIn;
  const { post, due } = await popular();
  // Nothing happens until the clock looks half an hour before, and a quarter: both know what is due, and leave no trace.
  at(plus(due, -1800));
  expect((await ticked())['wake']).toBe(due);
  const stood = [...world.refs()];
  at(plus(due, -900));
  expect(await ticked()).toMatchObject({ wake: due, publish: 'false' });
  expect([...world.refs()]).toEqual(stood);

  expect(await follow(['wake'], due)).toContain(`A run of Clock waits for ${due}.`);
  expect(world.dispatched.at(-1)).toMatchObject({ workflow: 'clock.yml', inputs: { until: due, path: '.' } });
  at(plus(due, 1));
  await ticked();
  expect(game.post(String(post.number))).toMatchObject({ merged: true, closed: true });
  expect(game.said()).toContain(`Enact ${post.number}`);
});

test('the waiting step ends when the time has come, and not before', async () => {
  const until = plus(new Date().toISOString(), 2);
  const waiting = { ...runner(), steps: ['wait'] };
  await runJob('clock.yml', 'clock', { ...waiting, given: { 'github.event.inputs.until': until } });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
  // It has gone by already, or it says nothing that could be waited for.
  const began = Date.now();
  const past = { 'github.event.inputs.until': '2021-06-18T09:00:00Z' };
  await runJob('clock.yml', 'clock', { ...waiting, given: past });
  const nothing = { 'github.event.inputs.until': '$(sleep 90)' };
  await runJob('clock.yml', 'clock', { ...waiting, given: nothing });
  expect(Date.now() - began).toBeLessThan(80_000);
});

test('a switched-off clock restarts once somebody plays, unless switched off by hand, and no run fails over it', async () => {
  const { world } = game.standIn;
  world.states['clock.yml'] = 'disabled_inactivity';
  expect(await follow(['wake'], '2021-06-18T09:00:00Z')).toContain('::notice::No run waits');
  expect(await follow(['clock'])).toContain('The clock goes again.');
  expect(world.states).toEqual({});
  expect(await follow(['wake'], '2021-06-18T09:00:00Z')).toContain('A run of Clock waits');
  world.states['clock.yml'] = 'disabled_manually';
  expect(await follow(['clock'])).toBe('');
  expect(world.states).toEqual({ 'clock.yml': 'disabled_manually' });
  // A game without a clock is no failure either.
  world.workflows.splice(world.workflows.indexOf('clock.yml'), 1);
  expect(await follow(['clock'])).toBe('');
  expect(world.failures).toEqual([]);
});
