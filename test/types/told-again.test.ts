import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { CachedVerdicts } from '../../src/rehearse/types/cached-verdicts.ts';
import { compareTypes } from '../../src/rehearse/types/check-types.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'told-again-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const MODEL = { fields: {}, collections: {}, views: {}, kinds: {}, submissions: {}, hooks: {}, events: {} };
const problems = (clause: string): ReturnType<typeof compareTypes> =>
  compareTypes(new Map([['core/a.ts', clause]]), MODEL as never, new CachedVerdicts(folder));

test('repeats a clause’s problems the same from the cache, and none once fixed', async () => {
  const wrong = "import { rule } from 'gitnomic/rules';\nexport default rule(() => ({ hooks: 3 }));\n";
  const said = await problems(wrong);
  expect(said).toMatchObject([
    { file: 'core/a.ts', line: 2, message: expect.stringContaining('number') as string },
  ]);
  const [name = ''] = readdirSync(folder);
  expect(await problems(wrong)).toEqual(said);
  expect(readdirSync(folder)).toEqual([name]);
  expect(await problems(wrong.replace('hooks: 3', ''))).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(2);
});
