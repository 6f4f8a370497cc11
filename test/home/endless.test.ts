// Rules in force that never come back: readers wait until the clock has ended them, and then get their pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveHome, type HomeServer } from '../../src/cli/home/serve-home.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Browse } from './browse.ts';
import { START } from './open-home.ts';

/** What the clock alone ends, after five seconds: one comparison is a single step, and works through six million letters. */
const HANG = `const one = 'x'.repeat(6e6) + 'y'; const other = 'x'.repeat(6e6) + 'y';
  let same = 0; for (;;) if (one === other) same++;`;
const CLAUSE = `import { action, derive, integer, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  player: { bells: integer() },
  views: { 'late-bells': derive({ of: 'player', returns: integer(), value: (player) => { ${HANG} return player.bells; } }) },
  actions: { hang: action({ with: { word: text() }, effect({ word }) { if (word === 'endless') { ${HANG} } } }) },
}));`;
const READERS = 20;

let root = '';
let server: HomeServer;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'endless-'));
  const library = new Map(shippedLibrary)
    .set('proving/dynastic/late.md', '---\ntitle: Late\norder: 90\n---\nIt never comes back.\n')
    .set('proving/dynastic/late.ts', CLAUSE);
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    name: `Captain ${id}`,
    admin: id === 'ana',
    emperor: id === 'cy',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(join(root, 'game'), library, wish, { now: START, caches });
  server = await serveHome({ game, port: 0, caches });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

interface Read {
  readonly status: number;
  readonly text: string;
}

/** In a thread of their own, since the rules keep this one, where the server runs, from everything. */
const ASKING = `const { parentPort } = require('node:worker_threads');
parentPort.once('message', async ({ waitMs, asked }) => {
  await new Promise((done) => setTimeout(done, waitMs));
  const read = asked.map(async ({ url, cookie }) => {
    const answer = await fetch(url, { headers: { cookie } });
    const text = await answer.text();
    return { status: answer.status, text };
  });
  parentPort.postMessage(await Promise.all(read));
});`;

/** Readers who all ask at once, after a while. */
function readLater(
  asked: readonly { readonly url: string; readonly cookie: string }[],
): Promise<readonly Read[]> {
  const worker = new Worker(ASKING, { eval: true });
  return new Promise((done, failed) => {
    worker.once('error', failed).once('message', (read: readonly Read[]) => {
      done(read);
      void worker.terminate();
    });
    worker.postMessage({ waitMs: 1_000, asked });
  });
}

test('readers who ask while rules run endlessly get their pages once the clock has stopped those', async () => {
  const bo = new Browse(server.port);
  await bo.sitAs('bo');
  const cookies: string[] = [];
  for (const who of ['ana', 'cy', 'dee']) {
    const browse = new Browse(server.port);
    await browse.sitAs(who);
    cookies.push((await browse.whatItSends('/')).cookie);
  }
  await bo.get('/do/act/?action=hang');
  const paths = ['/', '/ruleset/', '/matters/', '/players/'];
  const asked = Array.from({ length: READERS }, (_, n) => ({
    url: `http://localhost:${server.port}${paths[n % paths.length]}`,
    cookie: cookies[n] ?? '',
  }));
  const reading = readLater(asked);
  const refused = await bo.send('/do/act/', { action: 'hang', 'p-word': 'endless', do: 'preview' });
  const read = await reading;
  expect(refused.text).toContain(
    'The code of the rules took too long, or used up the memory, and was stopped.',
  );
  expect(read.map(({ status }) => status)).toEqual(Array.from({ length: READERS }, () => 200));
  expect(read[0]?.text).toMatch(/You are\s+<strong>(?:<bdi>)?Captain ana</u);
  expect(read.at(-1)?.text).toContain('Who are you? ');
  // Whoever asks again has everything that can be done here.
  expect((await bo.get('/do/act/?action=hang')).text).toContain('method="post"');
});
