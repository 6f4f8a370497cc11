// Rules in force that never come back: whoever only reads waits for none of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
const CLAUSE = `import { action, derive, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { bells: integer() },
  views: { 'late-bells': derive({ of: 'player', returns: integer(), value: (player) => { ${HANG} return player.bells; } }) },
  actions: { hang: action({ effect() { ${HANG} } }) },
  hooks: { 'may-post': ({ title }, next) => { if (title === 'Endless') { ${HANG} } return next(); } },
}));`;
const READERS = 20;
/** A second on a quiet machine. */
const MOST_MS = 4_000;

let root = '';
let server: HomeServer;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'endless-'));
  const library = new Map(shippedLibrary)
    .set('proving/dynastic/late.md', '---\ntitle: Late\norder: 90\n---\nIt never comes back.\n')
    .set('proving/dynastic/late.ts', CLAUSE);
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    admin: id === 'ana',
    emperor: id === 'cy',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(join(root, 'game'), library, wish, { now: START, caches });
  server = await serveHome({ game, port: 0, caches });
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

test('readers get their pages while the rules are asked what they never come back from', async () => {
  const bo = new Browse(server.port);
  await bo.sitAs('bo');
  const seated = await Promise.all(
    ['ana', 'cy', 'dee'].map(async (who) => {
      const browse = new Browse(server.port);
      await browse.sitAs(who);
      await browse.get('/');
      return browse;
    }),
  );
  let isAnswered = false;
  await bo.get('/do/post/?kind=story');
  const story = { kind: 'story', title: 'Endless', text: 'x', do: 'post' };
  const asked = bo.send('/do/post/', story).finally(() => (isAnswered = true));
  await new Promise((done) => setTimeout(done, 300));
  const readers = Array.from({ length: READERS }, (_, n) => seated[n] ?? new Browse(server.port));
  const read = await Promise.all(
    readers.map(async (reader, n) => {
      const began = performance.now();
      const page = await reader.get(['/', '/ruleset/', '/matters/', '/players/'][n % 4] ?? '/');
      return { status: page.status, text: page.text, ms: performance.now() - began, isAnswered };
    }),
  );
  process.stderr.write(`readers: ${read.map(({ ms }) => Math.round(ms)).join(' ')} ms\n`);
  for (const { status, text, isAnswered: isLate } of read) {
    expect([status, isLate]).toEqual([200, false]);
    expect(text).toContain('The rules take long to answer.');
    expect(text).not.toContain('<form method="post"');
  }
  expect(read[0]?.text).toContain('Ana');
  expect((await asked).text).toMatch(/did not come back|That was refused/u);
  expect(Math.max(...read.map(({ ms }) => ms))).toBeLessThan(MOST_MS);
  // Whoever asks again has everything: what is done here, and what was to be told.
  const again = await (seated[0] as Browse).get('/');
  expect(again.text).not.toContain('The rules take long to answer.');
}, 120_000);
