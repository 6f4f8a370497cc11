// A game with a past: what is made of dynasties that are over, and what is not made again.
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matterFiles } from '../../bench/site-history.ts';
import { wholeHistory } from '../../bench/whole-history.ts';
import { buildPages } from '../../src/cli/local/build-pages.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { gameFiles } from '../../src/site/prepare/past-sites.ts';
import { findBrokenLinks } from './find-broken-links.ts';
import { readHtml } from './read-html.ts';

const SIZE = { matters: 12, dynasties: 2, players: 30 };
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-past-'));
const out = join(folder, 'site');
const options = { out, cacheFolder: join(folder, 'kept'), now: '2026-01-01T00:00:00Z' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (place = out): ReadonlySet<string> =>
  new Set(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1)),
  );
const written = (): ReadonlyMap<string, number> =>
  new Map([...filesIn()].map((path) => [path, statSync(join(out, path)).mtimeMs]));
const page = (path: string): string => readFileSync(join(out, path, 'index.html'), 'utf8');

/** The site once more, elsewhere, as it was built before, but for a dynasty that has still to be made. */
function withoutDynasty(number: number, name: string): typeof options {
  const [copy, cacheFolder] = [join(folder, name), join(folder, `kept-${name}`)];
  linkAll(out, copy);
  linkAll(options.cacheFolder, cacheFolder);
  const folderOfIt = readdirSync(join(cacheFolder, 'past')).find((one) => one.startsWith(`${number}-`)) ?? '';
  for (const made of [join(copy, `dynasties/${number}`), join(cacheFolder, 'past', folderOfIt)])
    rmSync(made, { recursive: true });
  return { ...options, out: copy, cacheFolder };
}

/** Files of a build are never written to again, so that two folders can have the same. */
function linkAll(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = join(to, relative(from, path));
    mkdirSync(dirname(copy), { recursive: true });
    linkSync(path, copy);
  }
}

const wordsOn = (html: string): string => html.replaceAll(/<[^>]*>/gu, '').replaceAll(/\s+/gu, ' ');
const wordsAtTheEnd = (text: string): string => text.trim().split(' ').slice(-8).join(' ');

let before: ReadonlyMap<string, number>;
let files: Map<string, string>;
beforeAll(async () => {
  files = new Map(await wholeHistory(SIZE));
  // The library's clauses come ready: JavaScript is made, and kept, of those alone that a game has changed.
  const clause = [...files.keys()].find((path) => /^content\/ruleset\/dynastic\/.*\.ts$/u.test(path)) ?? '';
  files.set(clause, `${files.get(clause) ?? ''}// As it reads in this game alone.\n`);
  await buildSite(files, options);
  before = written();
  for (const [path, text] of matterFiles(SIZE.matters + 1)) files.set(path, text);
  await buildSite(files, options);
});

test('each dynasty has its rules, matters and gamestate, and no link of the site is broken', () => {
  const all = filesIn();
  for (const number of [1, 2])
    for (const path of ['', 'ruleset/', 'first/', 'gamestate/', 'matters/', 'ledger/'])
      expect(all).toContain(`dynasties/${number}/${path}index.html`);
  expect(all).toContain('dynasties/1/matters/1/index.html');
  const pages = [...all].filter((path) => path.endsWith('.html'));
  const read = new Map(pages.map((path) => [path, readHtml(readFileSync(join(out, path), 'utf8'))]));
  expect(findBrokenLinks(read, all, '/')).toEqual([]);
});

test('gives the same pages of a dynasty if its rules must be asked, and the winner was in office at its end', async () => {
  const asked = new Map([...files].filter(([path]) => path !== 'content/dynasties/2/shown.json'));
  expect(asked.size).toBe(files.size - 1);
  const last = 'content/dynasties/2/last.json';
  const { emperor = '', successor = '' } = parse(
    files.get('content/dynasties/2/dynasty.yml') ?? '',
  ) as Record<string, string>;
  const ended = asked.get(last) ?? '';
  asked.set(last, ended.replace(`emperor: ${emperor}\\n`, `emperor: ${successor}\\n`));
  expect(asked.get(last)).not.toBe(ended);
  expect(emperor).not.toBe(successor);
  const elsewhere = withoutDynasty(2, 'asked');
  await buildSite(asked, elsewhere);
  const past = [...filesIn()].filter((path) => path.startsWith('dynasties/2/'));
  expect(past.length).toBeGreaterThan(30);
  const differ = past.filter(
    (path) => !readFileSync(join(out, path)).equals(readFileSync(join(elsewhere.out, path))),
  );
  expect(differ).toEqual([]);
});

test('a dynasty has its pages whatever a later engine makes of its rules', async () => {
  const last = 'content/dynasties/1/last.json';
  const texts = JSON.parse(files.get(last) ?? '') as Record<string, string>;
  // One that no table of another rule names.
  const clause = Object.keys(texts).findLast((path) => /^ruleset\/dynastic\/.*\.ts$/u.test(path)) ?? '';
  const broken = JSON.stringify({ ...texts, [clause]: 'export const odd = ;' });
  const own = new Map([...files, [last, broken]]);
  const elsewhere = withoutDynasty(1, 'later');
  expect(await buildSite(own, elsewhere)).toEqual([]);
  expect(readFileSync(join(elsewhere.out, 'dynasties/1/gamestate/index.html'), 'utf8')).toBe(
    page('dynasties/1/gamestate'),
  );
  own.delete('content/dynasties/1/shown.json');
  expect(await buildSite(own, elsewhere)).toEqual([
    expect.stringMatching(/^Dynasty 1 is shown without its values, .*: dynastic\//u),
  ]);
  const now = (path: string): string => readFileSync(join(elsewhere.out, path, 'index.html'), 'utf8');
  // The menu has no pages any more of what the rules showed.
  const main = (html: string): string => html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect(main(now('dynasties/1/ledger'))).toBe(main(page('dynasties/1/ledger')));
  expect(wordsOn(main(now('dynasties/1/ruleset')))).toBe(wordsOn(main(page('dynasties/1/ruleset'))));
  // What the rules counted besides is gone with them; what people said and voted is on record.
  const [then, later] = [page, now].map((of) => wordsOn(of('dynasties/1/matters/1')));
  const cast = /ana(?:FOR|AGAINST)[^]*$/u.exec(then ?? '')?.[0] ?? '';
  expect(cast).toContain('fay');
  expect(later).toContain(cast);
});

test('the content above a past dynasty’s pages is in its own landmark', () => {
  const above = [...filesIn()]
    .filter((path) => /^dynasties\/1\/.*\.html$/u.test(path))
    .map(
      (path) =>
        /<\/header>(?<above>[^]*?)<main/u.exec(readFileSync(join(out, path), 'utf8'))?.groups?.['above'] ??
        '',
    );
  expect(above.length).toBeGreaterThan(5);
  for (const html of above)
    expect(html.trim()).toMatch(/^<aside [^>]*aria-label="[^"]+"[^>]*>[^]*<\/aside>$/u);
});

test('people, search and lists of the whole game have one place that covers all dynasties', () => {
  expect(page('matters')).toContain('/dynasties/1/matters/1/');
  expect(page('dynasties')).toContain('The Dynasty No 1');
  expect(page('dynasties/1')).toContain('href="/players/');
  expect(filesIn()).not.toContain('dynasties/1/search/index.html');
  const index = JSON.parse(readFileSync(join(out, 'search/index.json'), 'utf8')) as {
    older: readonly { readonly address: string }[];
  };
  expect(index.older.map(({ address }) => address)).toEqual([
    '/dynasties/2/search/words.json',
    '/dynasties/1/search/words.json',
  ]);
  const last = wordsAtTheEnd(files.get('content/dynasties/1/posts/2005-06/2005-06-01-matter-1.md') ?? '');
  expect(readFileSync(join(out, 'dynasties/1/search/words.json'), 'utf8')).toContain(last);
  expect(readFileSync(join(out, 'feeds/dynasty-1.xml'), 'utf8')).toContain(last);
});

test('after another matter, rewrites no past dynasty’s pages, and otherwise only those affected', () => {
  const after = written();
  const touched = [...after].filter(([path, at]) => before.get(path) !== at).map(([path]) => path);
  expect(touched).toContain(`matters/${SIZE.matters + 1}/index.html`);
  expect(touched).toContain('index.html');
  expect(touched.filter((path) => /^dynasties\/\d/.test(path))).toEqual([]);
  expect(touched.filter((path) => /^(matters\/\d|rules\/|things\/|og\/)/.test(path))).toEqual([
    `matters/${SIZE.matters + 1}/index.html`,
  ]);
});

test('a later build leaves what a build from nothing would', async () => {
  const fresh = join(folder, 'fresh');
  await buildSite(files, { ...options, out: join(fresh, 'site'), cacheFolder: join(fresh, 'kept') });
  const inFolder = (place: string): ReadonlyMap<string, string> =>
    new Map([...filesIn(place)].map((path) => [path, readFileSync(join(place, path), 'latin1')]));
  const [later, anew] = [inFolder(out), inFolder(join(fresh, 'site'))];
  expect([...later.keys()].sort()).toEqual([...anew.keys()].sort());
  expect([...anew].flatMap(([path, text]) => (later.get(path) === text ? [] : [path]))).toEqual([]);
  rmSync(fresh, { recursive: true, force: true });
});

test('a later build keeps what an earlier one cached of clauses', () => {
  expect(readFileSync(join(options.cacheFolder, 'cache', 'reads.json'), 'utf8')).toContain('"source ');
});

test('reads a past dynasty only if its pages must be made', async () => {
  const { current, past } = gameFiles(files);
  const asked: number[] = [];
  const read = (number: number): Promise<ReadonlyMap<string, string>> => {
    asked.push(number);
    const places = [`content/dynasties/${number}/`, `content/dynasties/${number + 1}/first.json`];
    const own = [...files].filter(([path]) => places.some((place) => path.startsWith(place)));
    return Promise.resolve(new Map(own));
  };
  const pages = (): readonly (readonly [string, string])[] =>
    [...filesIn()]
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path, readFileSync(join(out, path), 'utf8')]);
  const whole = pages();
  expect(await buildPages({ files: current, past, read }, options)).toEqual({ problems: [] });
  expect(asked).toEqual([]);
  expect(pages()).toEqual(whole);
  const [first, second] = past;
  if (first === undefined || second === undefined) throw new Error('there are two');
  const other = [{ ...first, key: 'another' }, second];
  expect(await buildPages({ files: current, past: other, read }, options)).toEqual({ problems: [] });
  expect(asked).toEqual([1]);
  expect(pages()).toEqual(whole);
  // What goes wrong while a dynasty is read is told as it is.
  const gone = (): Promise<never> => Promise.reject(new Error('the disk is gone'));
  await expect(
    buildPages({ files: current, past: [{ ...first, key: 'a third' }, second], read: gone }, options),
  ).rejects.toThrow('the disk is gone');
});

test('deletes files that are no longer needed, and keeps those that somebody else put there', async () => {
  const foreign = join(out, 'CNAME');
  writeFileSync(foreign, 'harbour.example');
  for (const [path] of matterFiles(SIZE.matters + 1)) files.delete(path);
  await buildSite(files, options);
  expect(filesIn()).not.toContain(`matters/${SIZE.matters + 1}/index.html`);
  expect(filesIn()).toContain('CNAME');
  expect(filesIn()).toContain(`matters/${SIZE.matters}/index.html`);
});

test('a dynasty that can’t be read has no pages, and the rest of the site is built', async () => {
  const spoilt = new Map(files).set('content/dynasties/1/dynasty.yml', 'number: [1\n  name: : :');
  const problems = await buildSite(spoilt, options);
  expect(problems).toEqual(['The dynasty in content/dynasties/1/ can’t be read, so it has no pages.']);
  expect([...filesIn()].filter((path) => path.startsWith('dynasties/1/'))).toEqual([]);
  expect(filesIn()).toContain('dynasties/2/index.html');
  expect(page('')).toContain('<h1');
});
