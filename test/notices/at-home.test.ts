// A game that is served at home tells what happens without a tick, and its addresses stand in no file and in no output.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { serveGame } from '../../src/cli/serve-game.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { notices as telling } from '../../src/addons/notices/addon.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';

const SECRET = 'token-5f1c';
const NOW = '2030-06-03T09:00:00Z';

test('a served game sends each notice at once and only once, and its address is written nowhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-notices-'));
  const got: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => got.push(part.toString()));
    request.on('end', () => response.writeHead(got.length > 1 ? 404 : 204).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`;
  const notices = JSON.stringify({ to: { chat: { as: 'discord', url } } });
  const environment = { CI: '1', GITNOMIC_NOW: NOW, GITNOMIC_NOTICES: notices };
  let said = '';
  const write = { write: (text: string) => (said += text) };
  const terminal = makeTerminal(write, write, environment, () => 0);
  const run = async (...words: string[]): Promise<void> =>
    expect(await runCli({ words, folder, environment, terminal, caches }), said).toBe(0);
  try {
    const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
    await run('init', 'harbour', '--core', '2021', ...players);
    await run('admin', 'game', 'notices=chat opened', '--game', 'harbour', '--as', 'ana');
    await run('tick', '--game', 'harbour');
    let stop = (): void => undefined;
    const serving = serveGame(
      { say: (line) => (said += line), terminal, values: {}, caches, addons: [telling], environment },
      {
        game: await openLocalGame(join(folder, 'harbour'), { now: NOW }),
        port: 43_700,
        tries: 20,
        stop: new Promise((done) => (stop = () => done('stop'))),
      },
    );
    const propose = (title: string): Promise<void> =>
      run('propose', '--game', 'harbour', '--as', 'bo', '--add-rule', title, '--text', 'Everybody says so.');
    await propose('Manners');
    await expect.poll(() => got.length).toBe(1);
    await propose('Tea');
    await expect.poll(() => said).toContain('The receiver chat can’t be told');
    stop();
    await serving;
    expect(got[0]).toContain('bo posted “Manners”');
    expect(got).toHaveLength(2);
    expect(said).not.toContain(SECRET);
    expect(filesWith(folder, SECRET)).toEqual([]);
    // The search finds what is written, in objects of Git too.
    expect(filesWith(folder, 'tell:').length).toBeGreaterThan(0);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

function filesWith(folder: string, words: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return bytes.includes(words) || unpacked(bytes).includes(words);
    });
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}
