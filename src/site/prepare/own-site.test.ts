/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
// The data of a site from a game’s files, before any page is rendered, and the folders of past dynasties.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { SandboxLostError } from '../../sandbox/host.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import { contentOfPosition } from '../../tick/current-content.ts';
import { siteOf } from '../data/fixtures/site-of.ts';
import { digestFile, foldersOfPast, forgetPast } from './build-past.ts';
import { cacheFor, filesBeside, ownSite, pastIn, type BuildOptions } from './build-site.ts';
import { showUntilWhole, type GameShown } from './game-shown.ts';
import { digestOfPast, PastReader } from './past-shown.ts';
import { RenderedCache } from './rendered-cache.ts';
import { runScenarios } from './run-scenarios.ts';

const NOW = '2024-03-01T10:00:00Z';
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const desk = await sessionWith({
    ...SMALL,
    posts: [{ by: 'bo', title: 'Tea', text: 'At *four*.' }],
  });
  files = contentOfPosition(desk.session.position, desk.files);
});

describe('a question that exhausts the sandbox', () => {
  const exhausted = ({ open }: GameShown): void => {
    Object.defineProperty(open?.play.sandbox, 'dead', { value: true });
  };
  const shownAfter = async (times: number, spoil: (game: GameShown) => void, why = new Error('memory')) => {
    let asked = 0;
    const shown = showUntilWhole(files, NOW, { caches }, (game) => {
      asked += 1;
      if (asked > times) return Promise.resolve(game.read.game.name);
      spoil(game);
      return Promise.reject(why);
    });
    const name = await shown.catch(String);
    return [name, asked];
  };

  test('is asked again with the rest, four times at most', async () => {
    expect(await shownAfter(0, exhausted)).toEqual(['Harbour', 1]);
    expect(await shownAfter(3, exhausted)).toEqual(['Harbour', 4]);
    expect(await shownAfter(4, exhausted)).toEqual(['Error: memory', 4]);
  });

  test('isn’t asked again if the sandbox is fine or its machine was lost', async () => {
    expect(await shownAfter(1, () => undefined)).toEqual(['Error: memory', 1]);
    const lost = new SandboxLostError('out-of-patience', 'it took too long');
    expect((await shownAfter(1, exhausted, lost))[1]).toBe(1);
  });
});

test('scenarios of a game say whether they hold under its rules, and why not', async () => {
  const ruleset = new Map(
    [...files].flatMap(([path, text]) =>
      path.startsWith('content/ruleset/') ? [[path.slice('content/ruleset/'.length), text] as const] : [],
    ),
  );
  const scenario = (title: string, admin: boolean): string =>
    JSON.stringify({
      title,
      start: '2024-03-01T09:00:00Z',
      players: { ana: { admin: true }, bo: {} },
      steps: [],
      then: { players: { bo: { admin } } },
    });
  const given = [
    ['a.scenario.yml', scenario('Bo is no host', false)],
    ['b.scenario.yml', scenario('Bo is a host', true)],
  ] as const;
  const terms = { player: 'Player', players: 'Players', emperor: 'Champion', emperors: 'Champions' } as never;
  const [holds, fails] = await runScenarios(given, ruleset, caches, terms);
  expect(holds).toEqual({ state: 'holds-now', why: null });
  expect(fails).toMatchObject({ state: 'fails', why: expect.stringContaining('admin') });
});

const shell = { folder: '/nowhere', hash: 'engine' };
const options = (more: Partial<BuildOptions> = {}): BuildOptions => ({
  out: '/out',
  cacheFolder: '/cache',
  ...more,
});
const made = (more: Partial<BuildOptions> = {}, folders = new Map<number, string>()) =>
  ownSite(
    files,
    folders,
    { options: options(more), shell },
    { rendered: new RenderedCache(), run: null, past: new PastReader(), caches },
  );

test('a site’s data says where it is, and that time stands still if none is given', async () => {
  const { site, problems, others } = await made({
    base: '/harbour/',
    origin: 'https://harbour.example',
    now: NOW,
  });
  expect(problems).toEqual([]);
  expect(others).toEqual([]);
  expect(site).toMatchObject({
    base: '/harbour/',
    origin: 'https://harbour.example',
    live: false,
    beside: [],
    still: false,
    builtAt: NOW,
    drawn: true,
  });
  expect(site.posts.map(({ title, html }) => [title, html])).toEqual([['Tea', '<p>At <em>four</em>.</p>']]);
  const later = (await made({ live: true, beside: ['record/about.json'], receiver: 'age1x' })).site;
  expect(later).toMatchObject({
    base: '/',
    origin: '',
    live: true,
    beside: ['record/about.json'],
    still: true,
    receiver: 'age1x',
  });
  expect(later.builtAt).toBe('2024-03-01T09:00:00Z');
});

describe('on the disk', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'past-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('finds the past dynasties already made by their numbers, and deletes others', () => {
    expect(foldersOfPast(join(root, 'none')).size).toBe(0);
    for (const name of ['1-aa', '12-bb', '12-cc', '13-dd.77.part']) mkdirSync(join(root, name));
    expect([...foldersOfPast(root).keys()]).toEqual(expect.arrayContaining([1, 12]));
    expect(foldersOfPast(root).get(1)).toBe(join(root, '1-aa'));
    forgetPast(root, new Set(['1-aa', '12-cc']));
    expect(readdirSync(root).filter((name) => !name.endsWith('.part'))).toEqual(['1-aa', '12-cc']);
  });

  test('lists a past dynasty’s posts on the game’s own pages, with the texts for feeds', async () => {
    const about = {
      number: 1,
      name: 'The First',
      emperor: null,
      ended: '2024-02-01T09:00:00Z',
      successor: null,
      terms: { player: 'Player' },
      posts: 1,
    };
    const frozen = { about, posts: {}, ledger: [], revisions: [], last: new Map<string, string>() };
    const [own] = (await made()).site.posts;
    if (own === undefined) throw new Error('there is a post');
    const past = siteOf({ posts: [{ ...own, id: 'old', title: 'Old' }] });
    mkdirSync(join(root, '1-aa'));
    writeFileSync(digestFile(join(root, '1-aa')), JSON.stringify(digestOfPast(frozen, past, [])));
    writeFileSync(join(root, '1-aa/bodies.json'), JSON.stringify([['old', '<p>Then.</p>']]));
    const { site } = await made({}, new Map([[1, join(root, '1-aa')]]));
    expect(site.posts.map(({ id, place, html }) => [id, place, html])).toEqual([
      ['1', undefined, '<p>At <em>four</em>.</p>'],
      ['old', 'dynasties/1/', '<p>Then.</p>'],
    ]);
    expect(site.record.dynasties.map(({ name }) => name)).toContain('The First');
  });

  test('besides its pages, a site has pictures, feeds of past dynasties, and Astro’s files', () => {
    mkdirSync(join(root, 'client/_astro'), { recursive: true });
    writeFileSync(join(root, 'client/_astro/a.css'), '');
    const beside = filesBeside('/kept', new Map([[3, '/past/3-x']]), { folder: root, hash: '' }, [
      'pictures/a.webp',
    ]);
    expect([...beside]).toEqual([
      ['pictures/a.webp', join('/kept', 'pictures/a.webp')],
      ['feeds/dynasty-3.xml', expect.stringMatching(/^\/past\/3-x\/pages\//u)],
      ['_astro/a.css', join(root, 'client', '_astro/a.css')],
    ]);
  });
});

test('each output folder has its own cache', () => {
  expect(cacheFor('/a', '/c')).toMatch(/^\/c\/[0-9a-f]{12}$/u);
  expect(cacheFor('/a', '/c')).not.toBe(cacheFor('/b', '/c'));
  expect(pastIn('/kept')).toBe(join('/kept', 'past'));
});
