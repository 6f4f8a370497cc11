import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { withFileLock } from '../../repository/node-disk.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { beginLocalGame } from './begin.ts';
import { openLocalGame } from './local-game.ts';

const NOW = '2030-06-03T09:00:00Z';
const BO = { id: 'bo', name: 'Bo', bot: false };

test('a tick waits for that of another command instead of racing it for main', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'in-turn-'));
  try {
    const players = ['ana', 'bo', 'cy'].map((id) => ({ id, name: id }));
    const wish = { name: 'Small', core: '2021', players };
    await beginLocalGame(folder, shippedLibrary, wish, { now: NOW, caches });
    const one = await openLocalGame(folder, { now: NOW, caches });
    await one.people.open(BO, { kind: 'story', title: 'A tale', text: 'Once.' });
    let isDone = false;
    let waiting: Promise<unknown> | undefined;
    const aWhile = async (): Promise<boolean> => {
      waiting = one.tick().finally(() => (isDone = true));
      await pause(1500);
      return isDone;
    };
    const lock = join(folder, '.gitnomic/tick.lock');
    expect(await withFileLock(lock, aWhile, { timeoutMs: 1000 })).toBe(false);
    await expect(waiting).resolves.toMatchObject({ stuck: [] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
