/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
// The folders of past dynasties: what is in them, the order in which they are made, and the threads that make them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { ENGLISH } from '../../language/language.ts';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import { writeSnapshot } from '../../store/dynasties/frozen.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { writePosts } from '../../store/post-files.ts';
import { RULESET } from '../../store/paths.ts';
import { contentOfPosition } from '../../tick/current-content.ts';
import type { RenderingCode } from '../render/render-pages.ts';
import { bodiesIn, buildPast, digestFile, digestIn, foldersOfPast, pagesIn } from './build-past.ts';
import { buildAllPast, pastIn, type Means } from './build-site.ts';
import { gameFiles } from './past-sites.ts';
import { RenderedCache } from './rendered-cache.ts';
import { runScenarios } from './run-scenarios.ts';
import { Workers } from './workers.ts';

const aboutOf = (number: number): string =>
  `number: ${number}\nname: Tea and Gin\nemperor: bo\ntheme: Cups.\nended: '2024-05-01T09:00:00Z'\nsuccessor: cy\nterms: { player: Player }\nposts: 1\n`;
const TEA = 'dynastic/tea.md';
const tea = (text: string): string => `---\ntitle: Tea\norder: 90\n---\n${text}\n`;
let files: Map<string, string>;

beforeAll(async () => {
  const desk = await sessionWith({
    ...SMALL,
    rules: { [TEA]: tea('There is tea.') },
    posts: [{ by: 'bo', title: 'Tea', text: 'At *four*.' }],
  });
  const now = contentOfPosition(desk.session.position, desk.files);
  const isPart = (path: string): boolean => /^content\/(?:ruleset|gamestate|game\.yml)/u.test(path);
  const next = new Map(now).set(`${RULESET}${TEA}`, tea('There is gin.'));
  const failed = Object.values(desk.session.position.open.play.state().posts).map((post) => ({
    ...post,
    status: 'failed',
    resolvedAt: '2024-03-02T09:00:00Z',
  }));
  const posts = writePosts(failed, new Map(), new Map());
  files = new Map([
    ['content/dynasties/1/dynasty.yml', aboutOf(1)],
    ['content/dynasties/1/last.json', writeSnapshot(now, isPart)],
    ['content/dynasties/2/first.json', writeSnapshot(next, isPart)],
    ...[...posts].map(([path, text]) => [path.replace('content/', 'content/dynasties/1/'), text] as const),
  ]);
});

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'made-past-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Each page says its own address. */
const code = {
  render: ({ url }: Request) =>
    Promise.resolve(
      new Response(`<p>${new URL(url).pathname}</p>`, { status: url.endsWith('404') ? 404 : 200 }),
    ),
  addresses: () => ['odd/'],
} as unknown as RenderingCode;
const made = (given: ReadonlyMap<string, string>) =>
  buildPast(
    1,
    given,
    {
      shell: '/nowhere',
      base: '/harbour/',
      origin: '',
      folder: join(root, '1-aa'),
      pictures: null,
      language: ENGLISH,
    },
    caches,
    code,
  );

test('a past dynasty has pages, a digest, and the texts of its posts, all at once', async () => {
  expect(await made(files)).toEqual([]);
  expect(readdirSync(root)).toEqual(['1-aa']);
  const folder = foldersOfPast(root).get(1) ?? '';
  expect(readdirSync(pagesIn(folder))).toEqual(expect.arrayContaining(['index.html', 'feed.xml', 'odd']));
  expect(readFileSync(join(pagesIn(folder), 'odd/index.html'), 'utf8')).toBe('<p>/odd/</p>');
  expect([...bodiesIn(folder)]).toEqual([['1', '<p>At <em>four</em>.</p>']]);
  const { number, ended, summary, changes, posts, people } = digestIn(digestFile(folder));
  expect({ number, ended, name: summary.name, emperor: summary.emperor, theme: summary.theme }).toEqual({
    number: 1,
    ended: '2024-05-01T09:00:00Z',
    name: 'Tea and Gin',
    emperor: 'bo',
    theme: 'Cups.',
  });
  expect(posts.map(({ title, place, html }) => [title, place, html])).toEqual([['Tea', 'dynasties/1/', '']]);
  expect(people.map(({ id }) => id)).toContain('fay');
  expect(changes.map(({ rule, before, after }) => [rule, before, after])).toEqual([
    ['dynastic/tea', 'There is tea.', 'There is gin.'],
  ]);
  // Another process has made it meanwhile.
  writeFileSync(join(folder, 'mark'), '');
  expect(await made(files)).toEqual([]);
  expect(readdirSync(root)).toEqual(['1-aa']);
  expect(readdirSync(folder)).toContain('mark');
});

test('one that can’t be read has no pages, and one whose rules no longer run has them without values', async () => {
  expect(await made(new Map())).toEqual([
    'The dynasty in content/dynasties/1/ can’t be read, so it has no pages.',
  ]);
  expect(readdirSync(root)).toEqual([]);
  const last = JSON.parse(files.get('content/dynasties/1/last.json') ?? '') as Record<string, string>;
  const odd = new Map(files).set(
    'content/dynasties/1/last.json',
    JSON.stringify({ ...last, 'ruleset/dynastic/tea.ts': 'export default ;' }),
  );
  expect(await made(odd)).toEqual([
    expect.stringMatching(/^Dynasty 1 is shown without its values, .*: dynastic\/tea\.ts: /u),
  ]);
  expect(readdirSync(root)).toEqual(['1-aa']);
});

const whole = (count: number): ReadonlyMap<string, string> =>
  new Map(
    Array.from({ length: count }, (_, at) => [`content/dynasties/${at + 1}/dynasty.yml`, aboutOf(at + 1)]),
  );
const means = (more: Partial<Means> = {}): Means => ({
  options: { cacheFolder: root, out: '/out' },
  shell: { folder: '/shell', hash: 'engine' },
  workers: new Workers(),
  ...more,
});

test('those that are waited for are made first, then the others; those that are made are kept', async () => {
  const game = gameFiles(whole(4));
  const asked: number[] = [];
  const run =
    (from: number) =>
    async (jobs: readonly (() => Promise<{ number: number; build: { folder: string } }>)[]) => {
      for (const job of jobs.slice(from)) {
        const { number, build } = await job();
        asked.push(number);
        if (number !== 4) mkdirSync(build.folder, { recursive: true });
      }
      return [['odd'], ['too']];
    };
  const first = await buildAllPast(game, means({ waitedFor: new Set([3]) }), run(0));
  expect([asked, first.problems, [...first.folders.keys()]]).toEqual([
    [3, 1, 2, 4],
    ['odd', 'too'],
    [1, 2, 3],
  ]);
  asked.length = 0;
  mkdirSync(join(pastIn(root), '1-old'));
  const again = await buildAllPast(game, means(), run(0));
  expect(asked).toEqual([4]);
  expect(again.folders).toEqual(first.folders);
  expect(readdirSync(pastIn(root)).sort()).toEqual(
    [...first.folders.values()].map((one) => basename(one)).sort(),
  );
  const none = await buildAllPast(gameFiles(new Map()), means(), run(0));
  expect([none.folders.size, readdirSync(pastIn(root))]).toEqual([0, []]);
});

test('each job says where the pages go and what they are made of', async () => {
  const jobs: unknown[] = [];
  const game = gameFiles(whole(1));
  const options = {
    cacheFolder: root,
    out: '/out',
    base: '/harbour/',
    origin: 'https://a.example',
    pictures: '/p',
  };
  await buildAllPast(game, means({ options }), async ([job]) => {
    jobs.push(await job?.());
    return [];
  });
  const build = {
    shell: '/shell',
    base: '/harbour/',
    origin: 'https://a.example',
    folder: expect.stringContaining(join(pastIn(root), '1-')) as string,
    pictures: '/p',
    language: expect.objectContaining({ tag: 'en' }) as unknown,
  };
  expect(jobs).toEqual([
    { kind: 'past', number: 1, files: game.current.size === 0 ? whole(1) : null, build },
  ]);
});

const scenario = (admin: boolean): string =>
  JSON.stringify({
    title: 'Bo',
    rules: SMALL,
    start: '2024-03-01T09:00:00Z',
    players: { ana: { admin: true }, bo: {} },
    steps: [{ tick: true, then: { players: { bo: { admin } } } }],
  });

test('threads do all jobs in order, and tell what they can’t do', async () => {
  const workers = new Workers();
  const given = [true, false].map((admin, at) => [`${at}.scenario.yml`, scenario(admin)] as const);
  try {
    expect(await workers.runScenarios([], new Map())).toEqual([]);
    expect(await workers.runScenarios(given, shippedLibrary)).toEqual([
      { state: 'fails', why: expect.stringContaining('admin') as string },
      { state: 'holds-now', why: null },
    ]);
    const lost = new Map([['content/game.yml', '[']]);
    await expect(workers.drawMaps(lost, '2024-03-01T09:00:00Z')).rejects.toThrow(UnplayableError);
  } finally {
    await workers.end();
  }
});

test('a scenario that can’t begin, or doesn’t hold, says why', async () => {
  const outcomes = await runScenarios(
    [
      ['a.scenario.yml', scenario(true)],
      ['b.scenario.yml', 'title: ['],
    ],
    shippedLibrary,
    caches,
  );
  expect(outcomes).toEqual([
    { state: 'fails', why: expect.stringContaining('admin') as string },
    { state: 'fails', why: expect.stringContaining('b.scenario.yml') as string },
  ]);
});

test('what another thread rendered is known afterwards', () => {
  const there = new RenderedCache();
  const known = new Map<string, string>();
  const here = new RenderedCache({
    get: (_, __, hash) => known.get(hash),
    set: (_, __, hash, html) => void known.set(hash, String(html)),
  });
  expect(here.get(['a'], () => '<p>A</p>')).toBe('<p>A</p>');
  expect(there.known(['a'])).toBeUndefined();
  there.take(known);
  expect(there.known(['a'])).toBe('<p>A</p>');
  expect(there.get(['a'], () => '<p>B</p>')).toBe('<p>A</p>');
});
