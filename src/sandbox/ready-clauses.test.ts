import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { MadeAhead } from './made-ahead.ts';
import { makeReady } from './ready-clauses.ts';
import { SourceCache } from './sources.ts';

const CLAUSE = `let rung = 0;
export default (of: { readonly bell: string }): number => (rung += of.bell.length);
`;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ready-clauses-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('reuses a prepared clause, and compiles one that differs by a single character', () => {
  const saved = new MadeAhead(folder);
  const said = 'export default () => "as it was kept";';
  saved.writeClauses(new Map([[[...makeReady([CLAUSE]).keys()][0] ?? '', said]]));
  const sources = new SourceCache(new MadeAhead(folder));
  expect(sources.clause(CLAUSE, 'core/bell.ts')).toBe(said);
  expect(sources.clause(CLAUSE.replace('0', '1'), 'core/bell.ts')).toContain('rung = 1');
});

test('ignores the stored clauses if any byte has changed or is missing', () => {
  const written = makeReady([CLAUSE]);
  new MadeAhead(folder).writeClauses(written);
  const path = join(folder, 'clauses.json');
  const whole = readFileSync(path);
  expect(new MadeAhead(folder).readClauses()).toEqual(written);
  for (const place of [0, 40, whole.length - 1]) {
    const spoilt = Buffer.from(whole);
    spoilt[place] = (spoilt[place] ?? 0) ^ 1;
    writeFileSync(path, spoilt);
    expect(new MadeAhead(folder).readClauses().size, `byte ${place}`).toBe(0);
  }
  for (const length of [0, 10, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, length));
    expect(new MadeAhead(folder).readClauses().size, `cut to ${length}`).toBe(0);
  }
});
