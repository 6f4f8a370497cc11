import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { serveGame } from '../src/cli/serve-game.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { makeTerminal } from '../src/cli/terminal.ts';
import { openLocalGame } from '../src/host/embedded/local-game.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(...words: string[]): Promise<unknown> {
  let out = '';
  const terminal = makeTerminal({ write: (text) => (out += text) }, { write: () => undefined }, {});
  const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', CI: '1' };
  expect(await runCli({ caches, words: [...words, '--json'], folder, environment, terminal })).toBe(0);
  return JSON.parse(out);
}

/** What is served while the pages are made, the table and a page that waits for them; and that they follow what is played. */
async function playedWhilePagesAreMade(play: (vote: string) => Promise<unknown>): Promise<void> {
  const game = join(folder, 'game');
  const pages = join(folder, 'pages');
  let make = (): void => undefined;
  let stop = (): void => undefined;
  const made = new Promise<void>((done) => (make = done));
  const said: string[] = [];
  const again = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const serving = serveGame(
    { say: (line) => said.push(line), values: {}, caches },
    { folder: pages, were: false, made, again, stop: () => undefined },
    {
      game: await openLocalGame(game, { now: '2024-03-01T09:00:00Z' }),
      port: 43_400,
      tries: 20,
      stop: new Promise((done) => (stop = () => done('stop'))),
    },
  );
  await expect.poll(() => said.length).toBe(1);
  const [table = '', site = ''] = [...(said[0] ?? '').matchAll(/http:\/\/localhost:\d+\//gu)].map(String);
  expect((await fetch(table)).status).toBe(200);
  const coming = await fetch(site);
  expect([coming.status, await coming.text()]).toEqual([503, expect.stringContaining('being made')]);
  await play('against');
  expect(again).not.toHaveBeenCalled();
  mkdirSync(pages);
  writeFileSync(join(pages, 'index.html'), 'All there.');
  make();
  await expect.poll(() => said.at(-1)).toContain('The pages are there');
  expect(await (await fetch(site)).text()).toBe('All there.');
  await expect.poll(() => again.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const times = again.mock.calls.length;
  await play('for');
  await expect.poll(() => again.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(times);
  stop();
  await serving;
}

test('the first start begins the sample game, with something enacted, failed and pending; the second keeps it', async () => {
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
  await playedWhilePagesAreMade((vote) => gitnomic('vote', vote, pending?.id ?? '', '--as', 'goro'));
  expect(await gitnomic('lint')).toMatchObject({ problems: [] });
  expect(await gitnomic('replay')).toMatchObject({ same: true });
}, 180_000);
