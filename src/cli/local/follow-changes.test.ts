import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followChanges, type Following } from './follow-changes.ts';

let home = '';
let following: Following | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'follow-'));
  for (const name of ['content', '.gitnomic/forge', '.gitnomic/site', '.gitnomic/cache'])
    mkdirSync(join(home, name), { recursive: true });
});
afterEach(() => {
  following?.close();
  rmSync(home, { recursive: true });
});
const write = (path: string): void => writeFileSync(join(home, path), String(Math.random()));

test('follows simultaneous changes once, and those made meanwhile once more', async () => {
  let at = 0;
  let most = 0;
  const changed = vi.fn<() => Promise<void>>(async () => {
    at += 1;
    most = Math.max(most, at);
    await setTimeout(400);
    at -= 1;
  });
  following = followChanges(home, changed);
  for (const path of ['content/game.yml', '.gitnomic/forge/events.jsonl', 'content/b.md']) write(path);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), 60_000);
  write('content/game.yml');
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2), 60_000);
  await setTimeout(1_000);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(most).toBe(1);
});

test('doesn’t follow what is made from the game, or anything once it is closed', async () => {
  const changed = vi.fn<() => Promise<void>>(() => Promise.resolve());
  following = followChanges(home, changed);
  for (const path of ['.gitnomic/site/index.html', '.gitnomic/cache/look.image']) write(path);
  await setTimeout(800);
  following.close();
  write('content/game.yml');
  await setTimeout(800);
  expect(changed).not.toHaveBeenCalled();
});
