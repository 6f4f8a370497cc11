import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import { afterEach, expect, test } from 'vitest';

import { olderPathsOf, pathOf } from './journal-head.ts';

const YEARS = 30;
const APPENDS = 16;

let folder = '';
afterEach(() => rmSync(folder, { recursive: true }));

/** How many times the space of their last texts the parts of a journal take, packed by Git as hosts do. */
function packedShare(place: (segment: string) => string): number {
  folder = mkdtempSync(join(tmpdir(), 'journal-packs-'));
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', ['--git-dir', folder, ...words], { input, encoding: 'utf8' });
  git(['init', '--quiet', '--bare']);
  const texts = new Map<string, string>();
  let commits = '';
  for (let n = 0; n < YEARS * APPENDS; n++) {
    const segment = `${2001 + Math.floor(n / APPENDS)}-06-0001`;
    const hash = createHash('sha256').update(String(n)).digest('hex');
    const line = `{"n":${n},"event":{"type":"commented","post":"${n % 7}"},"hash":"${hash}"}\n`;
    const text = (texts.get(segment) ?? '') + line.repeat(2);
    texts.set(segment, text);
    commits += `commit refs/heads/journal\ncommitter E <e> ${n} +0000\ndata 0\nM 100644 inline ${place(segment)}\n`;
    commits += `data ${text.length}\n${text}\n`;
  }
  git(['fast-import', '--quiet'], commits);
  git(['repack', '-adfq', '--threads=1']);
  const pack = readdirSync(join(folder, 'objects/pack')).find((name) => name.endsWith('.pack')) ?? '';
  const all = statSync(join(folder, 'objects/pack', pack)).size;
  // What commits and folders take is the same wherever a part lies.
  const rest = git(['cat-file', '--batch-all-objects', '--batch-check=%(objecttype) %(objectsize:disk)'])
    .split('\n')
    .map((line) => line.split(' '))
    .reduce((sum, [type, size]) => (type === 'blob' ? sum : sum + Number(size ?? 0)), 0);
  return (all - rest) / [...texts.values()].reduce((sum, text) => sum + deflateSync(text).length, 0);
}

test('Git keeps of each append little more than the new lines, in whatever year', () => {
  expect(packedShare(pathOf)).toBeLessThan(1.5);
});

test('as parts were named before, it kept each of them whole', () => {
  expect(packedShare((segment) => olderPathsOf(segment)[1] ?? '')).toBeGreaterThan(3);
});
