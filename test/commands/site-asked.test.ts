// What `gitnomic site` asks of the thread that builds the pages, which others test with real pages, and what it says of the outcome.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import type { Addon, CommandDefinition, Entry } from '../../src/cli/command.ts';
import { FAIR } from './fixtures/games.ts';
import { placedGames } from './fixtures/placed.ts';
import type { HostWish, Typed } from '../../src/cli/commands/fixtures/typed.ts';
import type { BuildReport, PagesOf } from '../../src/cli/local/build-pages.ts';
import type { ShownGame } from '../../src/host/host.ts';

const { place, told } = placedGames();

interface Asked {
  readonly pages: PagesOf;
  readonly request: Readonly<Record<string, unknown>>;
}
let asked: Asked[] = [];
let report: BuildReport | Error = {};
let changed: (() => Promise<void>) | null = null;
let closed = 0;
let stopped: () => Promise<void> = () => Promise.resolve();

/** Parts that add files beside the pages of a game with its journal, and one that adds none. */
const addons: readonly Addon[] = [
  { besidePages: () => Promise.resolve(new Map([['record/about.json', '{}\n']])) },
  {},
];

const REPLACED = ['build-pages', 'follow-changes', 'listen', 'serve-folder'].map(
  (name) => `../../src/cli/local/${name}.ts`,
);
let registry: readonly Entry[] = [];
beforeAll(async () => {
  const close = (): number => (closed += 1);
  vi.doMock('../../src/cli/local/build-pages.ts', () => ({
    buildPages: (pages: PagesOf, request: Asked['request']) => {
      asked.push({ pages, request });
      return report instanceof Error ? Promise.reject(report) : Promise.resolve(report);
    },
  }));
  vi.doMock('../../src/cli/local/follow-changes.ts', () => ({
    followChanges: (_: string, run: () => Promise<void>) => {
      changed = run;
      return { close };
    },
  }));
  vi.doMock('../../src/cli/local/listen.ts', () => ({ untilStopped: () => stopped() }));
  vi.doMock('../../src/cli/local/serve-folder.ts', () => ({
    serveFolder: (folder: string, port: number) => Promise.resolve({ url: `${folder} at ${port}`, close }),
  }));
  // A copy of the module; others have loaded it with the thread itself.
  const again = '../../src/cli/commands/site.ts?asked';
  const { command } = (await import(/* @vite-ignore */ again)) as Awaited<ReturnType<Entry['load']>>;
  const run: CommandDefinition['run'] = (context) => command.run({ ...context, addons });
  registry = [{ name: 'site', summary: '', load: () => Promise.resolve({ command: { ...command, run } }) }];
});
afterAll(() => REPLACED.forEach((path) => vi.doUnmock(path)));
afterEach(() => {
  [asked, report, changed, closed, stopped] = [[], {}, null, 0, () => Promise.resolve()];
});

const at = (host: HostWish = {}): ReturnType<typeof place> => place(host, FAIR, registry);
const said = async (typed: Typed, line: string): Promise<string> =>
  (await told(typed, line)).split('\n').slice(1).join('\n');
const requestsIn = (folder: string): readonly object[] =>
  JSON.parse(
    JSON.stringify(asked.splice(0).map(({ request }) => request)).replaceAll(folder, 'ROOT'),
  ) as readonly object[];

const DONE = 'Building the pages …\nThe pages are in ROOT.\n[0]\n';
const ADDED = ['record/about.json'];

test('the options for the pages of a game played here', async () => {
  const typed = await at();
  const usual = {
    now: '2024-03-01T09:00:00Z',
    pictures: 'ROOT/content/pictures',
    out: 'ROOT/dist',
    receiver: expect.stringMatching(/^age1/u) as unknown,
    beside: ADDED,
  };
  const table: readonly (readonly [string, object])[] = [
    ['site', {}],
    ['site --out pages --base /a/', { out: 'ROOT/pages', base: '/a/' }],
    ['site --base / --origin https://game.example', { base: '/', origin: 'https://game.example' }],
    ['site --at 2024-02-01', { now: '2024-02-01T00:00:00Z' }],
    ['site --as-files', { asFiles: true, beside: [] }],
    ['site --live', { live: true, beside: [] }],
  ];
  for (const [line, more] of table)
    expect([line, await said(typed, line), requestsIn(typed.folder)]).toEqual([
      line,
      DONE.replace('ROOT', 'out' in more ? 'ROOT/pages' : 'ROOT/dist'),
      [{ ...usual, ...more }],
    ]);
  expect(readFileSync(join(typed.folder, 'pages', ...ADDED), 'utf8')).toBe('{}\n');
  report = { problems: ['A picture is missing.', 'So is another.'] };
  expect(await said(typed, 'site')).toBe(
    'Building the pages …\nA picture is missing.\nSo is another.\nThe pages are in ROOT/dist.\n[0]\n',
  );
  expect(await typed.json('site')).toEqual({
    out: join(typed.folder, 'dist'),
    problems: report.problems,
    of: {
      main: expect.stringMatching(/^[0-9a-f]{40}$/u) as unknown,
      journal: expect.stringMatching(/^[0-9a-f]{40}$/u) as unknown,
    },
  });
  report = { unplayable: ['core/votes.ts: no', 'core/dice.ts: no'] };
  expect(await said(typed, 'site')).toBe(
    'Building the pages …\nerror[unplayable]  core/votes.ts: no\n  next      Fix the rules; `gitnomic lint` lists everything that is wrong.\n\nerror[unplayable]  core/dice.ts: no\n  next      Fix the rules; `gitnomic lint` lists everything that is wrong.\n[3]\n',
  );
});

test('builds the pages from the game’s current files, with the look from its folder', async () => {
  const typed = await at();
  mkdirSync(join(typed.folder, 'content'));
  writeFileSync(join(typed.folder, 'content/site.yml'), 'title: Harbour\n');
  await typed.type('site --game .');
  const files = asked[0]?.pages.files;
  expect(files?.get('content/site.yml')).toBe('title: Harbour\n');
  expect(files?.get('content/ruleset/dynastic/fair.md')).toContain('title: Fair');
  expect(asked[0]?.pages.past).toEqual([]);
});

test('shows a folder without its forge as it is; without its journal readers can check nothing', async () => {
  const typed = await at({ find: () => null });
  mkdirSync(join(typed.folder, 'content/ruleset'), { recursive: true });
  const far = 'name: Harbour\nforge: { kind: far }\n';
  writeFileSync(join(typed.folder, 'content/game.yml'), far);
  writeFileSync(join(typed.folder, 'content/ruleset/core.md'), 'The rules.\n');
  const usual = { pictures: 'ROOT/content/pictures', out: 'ROOT/dist', beside: [] };
  const UNCHECKED =
    'The game’s journal is not here, so these pages have neither “Check it yourself” nor “What if?”.\n';
  const now = expect.stringMatching(/^20/u) as unknown;
  for (const [line, more, note] of [
    ['site', { now }, UNCHECKED],
    ['site --at 2024-02-01T09:00:00Z', { now: '2024-02-01T09:00:00Z' }, UNCHECKED],
    ['site --as-files', { asFiles: true, now }, ''],
    ['site --live', { live: true, now }, ''],
  ] as const) {
    expect(await said(typed, line)).toBe(`Building the pages …\n${note}The pages are in ROOT/dist.\n[0]\n`);
    expect(Object.fromEntries(asked[0]?.pages.files ?? [])).toEqual({
      'content/game.yml': far,
      'content/ruleset/core.md': 'The rules.\n',
    });
    expect(requestsIn(typed.folder)).toEqual([{ ...usual, ...more }]);
  }
  expect(await typed.json('site')).toMatchObject({ of: null });
  // A game that was played in the folder is played no longer, and keeps its own time.
  asked = [];
  writeFileSync(join(typed.folder, 'content/game.yml'), 'name: Harbour\n');
  await typed.type('site');
  expect(requestsIn(typed.folder)).toEqual([usual]);
});

test('shows a game played elsewhere with its journal, if available', async () => {
  const other = await at();
  let found: ShownGame | null = other.game;
  const wanted: unknown[] = [];
  const asJournalled = (folder: string): Promise<ShownGame | null> => {
    wanted.push(folder);
    return Promise.resolve(found);
  };
  const typed = await at({ home: null, asJournalled });
  expect(await said(typed, 'site')).toContain('The pages are in');
  expect(asked.splice(0)[0]?.pages.files.get('content/ruleset/dynastic/fair.md')).toContain('Fair');
  expect(wanted).toEqual([typed.folder]);
  found = null;
  expect(await said(typed, 'site')).toContain('There is no content folder in ROOT.');
  // Such a host may know no journal.
  expect(await said(await at({ home: null }), 'site')).toContain('There is no content folder in ROOT.');
});

test('--watch: serves the pages and rebuilds them, and reports faults while keeping the old pages', async () => {
  const typed = await at();
  stopped = async () => {
    report = { problems: ['A picture is missing.'] };
    await changed?.();
    report = new Error('The rules can’t be read.');
    await changed?.();
  };
  expect(await said(typed, 'site --watch')).toBe(
    'Building the pages …\nThe pages are in ROOT/dist.\nThe pages are at ROOT/dist at 4321 and follow what changes (Ctrl+C ends it).\nBuilding the pages …\nA picture is missing.\nBuilding the pages …\nThe rules can’t be read.\n[0]\n',
  );
  expect(requestsIn(typed.folder)).toMatchObject([
    { live: true, beside: [] },
    { live: true, beside: [] },
    { live: true, beside: [] },
  ]);
  expect(closed).toBe(2);
  report = { unplayable: ['No.'] };
  expect((await typed.type('site --watch')).code).toBe(3);
  expect(closed).toBe(3);
});

test.each([
  [
    'site --game nowhere',
    3,
    'error[no-game]  There is no game in ROOT/nowhere.\n  next      Begin one there: `gitnomic init nowhere`.\n',
  ],
  [
    'site --out file.txt/a',
    2,
    'usage[not-a-folder]  ROOT/file.txt is a file, not a folder.\n  next      Name another folder with --out.\n',
  ],
])('%s ends with %i and builds nothing', async (line, code, words) => {
  const typed = await at({ find: () => null });
  writeFileSync(join(typed.folder, 'file.txt'), '');
  expect(await said(typed, line)).toBe(`${words}[${code}]\n`);
  expect([asked, existsSync(join(typed.folder, 'dist'))]).toEqual([[], false]);
});
