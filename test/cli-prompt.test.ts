// What a terminal is asked before something that can't be taken back: it takes a real one, which script(1) of util-linux makes.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { beginLocalGame } from '../src/host/embedded/begin.ts';
import { openLocalGame } from '../src/host/embedded/local-game.ts';
import { shippedLibrary } from '../src/store/fixtures/shipped-library.ts';

const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const MAIN = fileURLToPath(new URL('../bin/gitnomic.mjs', import.meta.url));
const START = '2024-03-01T09:00:00Z';

describe.skipIf(!hasTerminal)(hasTerminal ? 'on a terminal' : 'left out: no script(1) of util-linux', () => {
  const root = mkdtempSync(join(tmpdir(), 'gitnomic-prompt-'));
  const folder = join(root, 'game');
  const clock = async (): Promise<string> => (await openLocalGame(folder, { now: START, caches })).now();
  const FORWARD = ['tick', '--forward', '13h', '--game', folder];
  const begin = (where: string, core: string) =>
    beginLocalGame(
      where,
      shippedLibrary,
      { name: 'Harbour', core, players: [{ id: 'ana', name: 'Ana', admin: true }] },
      { now: START, caches },
    );
  beforeAll(() => begin(folder, 'prose'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('moves the clock on only after a yes', async () => {
    const then = await clock();
    const said = await ask(FORWARD, 'Yes', 'n');
    expect(said).toContain('can’t be set back');
    // What is asked is not written over by what shows that a command takes long.
    const [before = '', ...after] = said.split('This moves the game’s clock');
    expect(after.join('')).not.toContain('tick …');
    // It begins in a row of its own, whatever stood in that one of how long it takes.
    expect(before).toContain('\r\u001B[K');
    expect(await clock()).toBe(then);
    await ask(FORWARD, 'Yes', 'y');
    expect(Date.parse(await clock()) - Date.parse(then)).toBe(13 * 3_600_000);
  });

  test('asks for the theme of a new dynasty; without a terminal, reports it as missing', async () => {
    const other = join(root, 'other');
    await begin(other, '2021');
    const words = ['act', 'ascend', '--as', 'ana', '--game', other];
    expect(await ask(words, 'Theme of the next dynasty', '\u0003')).toContain('Nothing was done.');
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
      encoding: 'utf8',
      env: { ...process.env, GITNOMIC_NOW: START },
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/needs “Theme of the next dynasty”\..*theme=… a text/su),
    ]);
  });

  function ask(words: readonly string[], question: string, key: string): Promise<string> {
    const line = [process.execPath, MAIN, ...words];
    const { CI: _, ...env } = process.env;
    const child = spawn(
      'script',
      ['-qec', `stty cols 200; ${line.map((word) => `'${word}'`).join(' ')}`, '/dev/null'],
      {
        env: { ...env, GITNOMIC_NOW: START },
      },
    );
    let said = '';
    return new Promise((done, failed) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const asked = said.includes(question);
        said += text;
        if (!asked && said.includes(question)) setTimeout(() => child.stdin.write(key), 2_500);
      });
      child.on('error', failed).on('close', () => done(said));
    });
  }
});
