import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { Caches } from '../../cache/caches.ts';
import { beginLocalGame } from '../../host/embedded/begin.ts';
import { openLocalGame } from '../../host/embedded/local-game.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { PageThread, toShow } from './page-thread.ts';

const root = mkdtempSync(join(tmpdir(), 'gitnomic-page-thread-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const NOW = '2024-03-01T09:00:00Z';

test(
  'the thread of the pages hands over the rules that it has put in force, and none once a game is shown',
  { timeout: 180_000 },
  async () => {
    const folder = join(root, 'game');
    const players = [{ id: 'ana', name: 'Ana', admin: true }];
    const wish = { name: 'Small', core: '2021', players };
    await beginLocalGame(folder, shippedLibrary, wish, { now: NOW, caches: new Caches(null) });
    const caches = new Caches('this engine');
    const game = await openLocalGame(folder, { now: NOW, caches });
    const pages = new PageThread({ quietMs: 600_000, caches });
    try {
      const files = await game.content();
      await pages.show(toShow(game, files));
      expect(caches.rulesHanded?.manifest.rules.length).toBeGreaterThan(10);
      const handed = caches.rulesHanded;
      await game.tick();
      // Nobody had to put them in force here: then these would be others.
      expect(caches.rulesHanded).toBe(handed);
      const rule = [...files].find(([path]) => path.startsWith('content/ruleset/') && path.endsWith('.md'));
      const changed = new Map([...files, [rule?.[0] ?? '', `${rule?.[1] ?? ''}\nMore of it.\n`]]);
      await pages.show(toShow(game, changed));
      expect(caches.rulesHanded).toBe(handed);
    } finally {
      await pages.close();
    }
  },
);

test('whoever waits for a page of a thread that is closed is told, and so is whoever asks later', async () => {
  const pages = new PageThread({ quietMs: 600_000 });
  const view = {} as Parameters<PageThread['page']>[1];
  const waiting = Promise.allSettled([pages.page('', view), pages.page('rules/', view)]);
  const closed = pages.close();
  const later = Promise.allSettled([pages.page('', view)]);
  await closed;
  expect(
    [...(await waiting), ...(await later)].map((one) => one.status === 'rejected' && String(one.reason)),
  ).toEqual(Array.from({ length: 3 }, () => 'Error: pages-closed'));
});
