// People are called as they like: each has a page that can be reached, and stands on every page by that name.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { hosts } from '../../src/host/registry.ts';
import { findBrokenLinks } from './find-broken-links.ts';
import { readHtml, type HtmlPage } from './read-html.ts';

const ODD = [
  '🍎',
  '×“',
  'Sgt. Zed',
  'Ελένη',
  '90000',
  'constructor',
  '__proto__',
  'a/b',
  'n'.repeat(100),
  'index',
  'CON',
  '<b>Bo</b>',
];
const folder = mkdtempSync(join(tmpdir(), 'odd-pages-'));
let files: readonly string[] = [];
let pages: ReadonlyMap<string, HtmlPage>;

async function run(...words: string[]): Promise<void> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const environment = { CI: '1', GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
  const terminal = makeTerminal(sink, sink, {}, () => 0);
  const code = await runCli({ words, folder, environment, terminal, hosts, caches });
  expect(code, out).toBe(0);
}

beforeAll(async () => {
  await run('init', 'g', '--core', '2021', ...ODD.flatMap((name) => ['--player', name]));
  const [first = '', ...others] = ODD;
  await run(
    'propose',
    '--add-rule',
    'One',
    '--text',
    'Words.',
    '--as',
    first,
    '--title',
    'One',
    '--game',
    'g',
  );
  for (const name of others) await run('vote', 'for', '1', '--as', name, '--game', 'g');
  for (const name of ODD) await run('comment', '1', `Said by ${name}.`, '--as', name, '--game', 'g');
  await run('site', '--out', 'pages', '--game', 'g');
  const out = join(folder, 'pages');
  files = readdirSync(out, { recursive: true, encoding: 'utf8' });
  const html = files.filter((path) => path.endsWith('.html'));
  pages = new Map(html.map((path) => [path, readHtml(readFileSync(join(out, path), 'utf8'))]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every link leads somewhere', () => {
  expect(pages.size).toBeGreaterThan(60);
  expect(findBrokenLinks(pages, new Set(files), '/')).toEqual([]);
});

test('each person has their own page, with an address that every system can store', () => {
  const own = files.filter((path) => /^players\/[^/]+\/index\.html$/u.test(path));
  expect(own).toHaveLength(ODD.length);
  for (const path of own)
    expect(path).toMatch(/^players\/(?!(?:con|nul|aux|prn)\/)[\w~-][\w.~-]*(?<!\.)\/index\.html$/iu);
  const titled = own.map((path) => /<h1[^>]*>\s*([^]*?)\s*<\/h1>/u.exec(readPage(path))?.[1] ?? '');
  for (const name of ODD) expect(titled.filter((title) => title.includes(escaped(name)))).toHaveLength(1);
});

test('a matter’s page calls each of them by name, at their vote and at their comment', () => {
  const matter = readPage('matters/1/index.html');
  for (const name of ODD) expect(matter.split(escaped(name)).length).toBeGreaterThan(2);
  expect(matter).not.toContain('<b>Bo</b>');
});

function readPage(path: string): string {
  return readFileSync(join(folder, 'pages', path), 'utf8');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
