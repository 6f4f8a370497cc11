import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { readPieces, writePieces } from './read-session.ts';
import { runPieces } from './run-session.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const pages = ['tutorial.md', ...readdirSync(`${docs}how-to`).map((name) => `how-to/${name}`)];

// With UPDATE_DOCS=1 the pages are written anew with what the commands say now: read the diff.
test.for(pages)('docs/%s shows the real output', async (page) => {
  const before = readFileSync(`${docs}${page}`, 'utf8');
  const after = writePieces(await runPieces(readPieces(before)));
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(`${docs}${page}`, after);
  else expect(after).toBe(before);
});
