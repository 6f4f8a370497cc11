import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { beginLocalGame } from '../src/host/embedded/begin.ts';
import { shippedLibrary } from '../src/store/fixtures/shipped-library.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = 'src/main/main.ts';

function gitnomic(...words: string[]) {
  return spawnSync(process.execPath, [main, ...words], { cwd: root, encoding: 'utf8' });
}

test('the process ends with the command’s exit code and keeps its two streams apart', () => {
  const good = gitnomic('version', '--json');
  expect(good.status).toBe(0);
  expect(JSON.parse(good.stdout)).toMatchObject({ node: process.versions.node });

  const bad = gitnomic('vresion');
  expect([bad.status, bad.stdout]).toEqual([2, '']);
  expect(bad.stderr).toContain('Did you mean `gitnomic version`?');
});

test('a command in a deleted folder says so, without an internal error', () => {
  const line = `cd "$(mktemp -d)" && rmdir "$PWD" && "${process.execPath}" ${join(root, main)} status`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toContain('error[no-folder]  The folder that you are in no longer exists.');
  expect(stderr).not.toContain('uv_cwd');
});

test('a command that needs Git says that there is none, and one that doesn’t goes on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-no-git-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, main), ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: folder, HOME: folder },
    });
  expect(run('init', '.', '--core', '2021', '--player', 'ana').status).toBe(0);
  expect(run('status').status).toBe(0);
  for (const words of [
    ['doctor', 'backup', '--git', join(folder, 'copy.git')],
    ['move', folder, '--account', 'ana=none'],
  ]) {
    const { status, stderr } = run(...words);
    expect([words, status === 0, stderr.includes('[no-git]')]).toEqual([words, false, true]);
  }
});

test('a reader that stops reading is no error', () => {
  const line = `"${process.execPath}" ${main} help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['0\n', '']);
});

/** A port that nobody listens at. */
async function freePort(): Promise<string> {
  const server = createServer();
  const port = await new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' ? address?.port : 0);
    });
  });
  await new Promise((done) => server.close(done));
  return String(port);
}

test('a command that serves until stopped says that Ctrl+C ends it, and then exits cleanly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-stop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const people = [{ id: 'ana', name: 'Ana', admin: true }];
  await beginLocalGame(
    folder,
    shippedLibrary,
    { name: 'Harbour', core: 'prose', players: people },
    { caches },
  );
  for (const words of [
    ['bridge', '--key', '0'.repeat(64), '--game', folder],
    ['mcp', '--game', folder],
    ['sign-in'],
  ]) {
    const child = spawn(process.execPath, [main, ...words, '--port', await freePort()], {
      cwd: root,
      env: {
        ...process.env,
        GITNOMIC_SITE: 'https://harbour.example/',
        GITHUB_CLIENT_ID: 'id',
        GITHUB_CLIENT_SECRET: 'secret',
      },
    });
    let [said, isEnding] = ['', false];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (!said.includes('(Ctrl+C ends it)') || isEnding) return;
        isEnding = true;
        child.kill('SIGINT');
      });
    const [code, signal] = await new Promise<readonly [number | null, string | null]>((done) => {
      child.on('close', (...how) => done(how));
    });
    expect([words[0], code, signal, said]).toEqual([
      words[0],
      0,
      null,
      expect.stringContaining('(Ctrl+C ends it)'),
    ]);
  }
});
