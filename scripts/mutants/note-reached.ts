// Before and after each file of tests: which mutants its tests reach.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { afterAll, beforeEach, expect } from 'vitest';

import { reached, startAnew } from './switch.ts';

beforeEach(() => {
  startAnew();
});
afterAll(() => {
  const folder = process.env['GITNOMIC_REACHED'];
  const path = expect.getState().testPath ?? '';
  if (folder === undefined || reached.size === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${basename(path)}.json`), JSON.stringify({ path, reached: [...reached] }));
  reached.clear();
});
