import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runCli } from '../src/cli/run-cli.ts';
import { makeTerminal } from '../src/cli/terminal.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gitnomic(...words: string[]): Promise<unknown> {
  let out = '';
  const terminal = makeTerminal({ write: (text) => (out += text) }, { write: () => undefined }, {});
  const environment = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', CI: '1' };
  expect(await runCli({ words: [...words, '--json'], folder, environment, terminal })).toBe(0);
  return JSON.parse(out);
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
  expect(await gitnomic('lint')).toMatchObject({ problems: [] });
  expect(await gitnomic('replay')).toMatchObject({ same: true });
}, 180_000);
