import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { serveGame } from '../src/cli/serve-game.ts';
import { runCli } from '../src/main/run-cli.ts';
import { makeTerminal } from '../src/cli/terminal.ts';
import { openLocalGame } from '../src/host/embedded/local-game.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(...words: string[]): Promise<unknown> {
  return JSON.parse(await told(...words, '--json'));
}

async function told(...words: string[]): Promise<string> {
  let out = '';
  const terminal = makeTerminal({ write: (text) => (out += text) }, { write: () => undefined }, {});
  const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', CI: '1' };
  expect(await runCli({ caches, words, folder, environment, terminal })).toBe(0);
  return out;
}

/** One address, at which the game is read and played, and follows what is done on the command line. */
async function servedAndFollowed(play: (vote: string) => Promise<unknown>): Promise<void> {
  let stop = (): void => undefined;
  const said: string[] = [];
  const serving = serveGame(
    {
      say: (line) => said.push(line),
      terminal: makeTerminal({ write: () => undefined }, { write: () => undefined }, {}),
      values: {},
      caches,
      addons: [],
      environment: {},
    },
    {
      game: await openLocalGame(join(folder, 'game'), { now: '2024-03-01T09:00:00Z' }),
      port: 43_400,
      tries: 20,
      stop: new Promise((done) => (stop = () => done('stop'))),
    },
  );
  await expect.poll(() => said.length).toBe(1);
  const addresses = [...(said[0] ?? '').matchAll(/http:\/\/localhost:\d+\//gu)].map(String);
  expect(addresses).toHaveLength(1);
  const front = async (): Promise<string> => (await fetch(addresses[0] ?? '')).text();
  const before = await front();
  expect(before).toContain('Open votes');
  await play('against');
  await expect.poll(front).not.toBe(before);
  stop();
  await serving;
}

test('the first start begins the sample game with enacted, failed and pending matters, and the second keeps it', async () => {
  const first = (await gitnomic('start', '--once')) as {
    begun: boolean;
    status: { queue: { id: string }[] };
  };
  expect(first.begun).toBe(true);
  expect(first.status.queue.length).toBeGreaterThan(0);
  const { lines } = (await gitnomic('log')) as { lines: { what: string }[] };
  expect(lines.map(({ what }) => what.split(' ')[0])).toEqual(
    expect.arrayContaining(['enact', 'fail', 'roll']),
  );

  const [pending] = first.status.queue;
  await gitnomic('vote', 'for', pending?.id ?? '', '--as', 'goro');
  const second = (await gitnomic('start', '--once')) as typeof first;
  expect(second.begun).toBe(false);
  expect(second.status.queue.map(({ id }) => id)).toEqual(first.status.queue.map(({ id }) => id));
  expect(await told('start', '--once', '--sample', 'suber')).toContain(
    'Opening the game in game/\nIt was there before, so no sample game has begun. To begin one in a folder of its own: gitnomic start --game sample --sample suber\n',
  );
  await servedAndFollowed((vote) => gitnomic('vote', vote, pending?.id ?? '', '--as', 'goro'));
  expect(await gitnomic('lint')).toMatchObject({ problems: [] });
  expect(await gitnomic('replay')).toMatchObject({ same: true });
});
