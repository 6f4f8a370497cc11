import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

/** Makes the program take this Node for an old one, so that it runs itself on the one that the project brings. */
const AS_OLD = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})`;
const GITNOMIC = fileURLToPath(new URL('../../bin/gitnomic.mjs', import.meta.url));
/** One that does not end by itself is ended then. */
const LONGEST_MS = 120_000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-ends-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function start(...words: readonly string[]): Promise<{ readonly how: unknown; readonly said: string }> {
  return new Promise((done) => {
    const options = { cwd: folder, timeout: LONGEST_MS };
    execFile(process.execPath, [GITNOMIC, 'start', ...words], options, (error, stdout, stderr) =>
      done({ how: error?.signal ?? error?.code ?? 0, said: stdout + stderr }),
    );
  });
}

test(
  'a start that fails says so and ends, although the pages’ thread has begun',
  { timeout: 300_000 },
  async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => other.once('listening', listening));
    const { port } = other.address() as AddressInfo;
    try {
      const taken = await start('--port', String(port));
      expect(taken.said).toContain(`The port ${port} is taken.`);
      expect(taken.how).toBe(3);
    } finally {
      other.close();
    }
    put('content/game.yml', 'name: [\n');
    put('content/ruleset/core/oil.md', '---\ntitle: Oil\norder: 10\n---\nThere is oil.\n');
    const broken = await start();
    expect(broken.said).toContain('content/game.yml:2');
    expect(broken.how).toBe(3);
  },
);

/** A started server, once it says where it is. */
async function serving(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, ['--import', AS_OLD, GITNOMIC, 'start', '--sample'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  await expect.poll(() => said, { timeout: LONGEST_MS }).toContain('Play at ');
  return { child, url: /http:\S+\//u.exec(said.slice(said.indexOf('Play at ')))?.[0] ?? '' };
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

test(
  'serves a game only once at a time, and a signal that ends the command ends its server',
  { timeout: 300_000 },
  async () => {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
      const { child, url } = await serving();
      try {
        expect(await answers(url)).toBe(true);
        const again = await start();
        expect([again.how, again.said]).toEqual([3, expect.stringContaining(`served already, at ${url}`)]);
        // A command in another window goes on beside it.
        expect((await start('--once')).how).toBe(0);
        child.kill(signal);
        await expect.poll(() => answers(url), { timeout: 60_000 }).toBe(false);
      } finally {
        child.kill('SIGTERM');
      }
    }
  },
);
