import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { openPathOf, closedPathOf } from './part.ts';

const YEARS = 30;
const APPENDS = 16;

let folder = '';
afterEach(() => rmSync(folder, { recursive: true }));

/** The size of a journal's parts, packed by Git as hosts do, relative to their last texts. */
function packedShare(place: (segment: string) => string, placeOpen = place): number {
  folder = mkdtempSync(join(tmpdir(), 'journal-packs-'));
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', ['--git-dir', folder, ...words], { input, encoding: 'utf8' });
  git(['init', '--quiet', '--bare']);
  const texts = new Map<string, string>();
  let commits = '';
  const put = (path: string, text: string): string =>
    `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  for (let n = 0; n < YEARS * APPENDS; n++) {
    const segment = `${2001 + Math.floor(n / APPENDS)}-06-0001`;
    const hash = createHash('sha256').update(String(n)).digest('hex');
    const line = `{"n":${n},"event":{"type":"commented","post":"${n % 7}"},"hash":"${hash}"}\n`;
    const before = [...texts].at(-1);
    const text = (texts.get(segment) ?? '') + line.repeat(2);
    texts.set(segment, text);
    commits += `commit refs/heads/journal\ncommitter E <e> ${n} +0000\ndata 0\n`;
    // The append that begins a new part completes the previous one.
    if (before !== undefined && before[0] !== segment) {
      const filled = before[1] + line;
      texts.set(before[0], filled);
      commits += `D ${placeOpen(before[0])}\n${put(place(before[0]), filled)}`;
    }
    commits += put(placeOpen(segment), text);
  }
  git(['fast-import', '--quiet'], commits);
  git(['repack', '-adfq', '--threads=1']);
  const pack = readdirSync(join(folder, 'objects/pack')).find((name) => name.endsWith('.pack')) ?? '';
  const all = statSync(join(folder, 'objects/pack', pack)).size;
  // Commits and folders take the same space wherever a part is.
  const rest = git(['cat-file', '--batch-all-objects', '--batch-check=%(objecttype) %(objectsize:disk)'])
    .split('\n')
    .map((line) => line.split(' '))
    .reduce((sum, [type, size]) => (type === 'blob' ? sum : sum + Number(size ?? 0)), 0);
  return (all - rest) / [...texts.values()].reduce((sum, text) => sum + deflateSync(text).length, 0);
}

test('Git stores little more than the new lines of each append, whatever the year', () => {
  expect(packedShare(closedPathOf, openPathOf)).toBeLessThan(1.5);
});

test.each([
  ['with longer endings', (segment: string) => `journal/${segment}.jsonl`, undefined],
  [
    'with numbers written out',
    (segment: string) => `${segment.slice(0, 4)}/${segment}.log`,
    (segment: string) => `${segment}.log`,
  ],
])('parts named %s take more space in Git', (_how, place, placeOpen) => {
  expect(packedShare(place, placeOpen)).toBeGreaterThan(1.6);
});
