import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { removeUnused } from './temporary-folder.ts';

test('deletes compiled sources that nobody has read for two weeks, whenever they were written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-modules-'));
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  for (const [name, read, written] of [
    ['unused', 15, 15],
    ['read', 13, 90],
    ['new', 0, 0],
  ] as const) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), daysAgo(read), daysAgo(written));
  }
  removeUnused(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['new', 'read']);
});
