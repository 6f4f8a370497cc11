// A build that finds an earlier one leaves the same files as a build from nothing, whatever has changed in between.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import { openGame } from '../../src/store/open-game.ts';
import { GAME_FILE, type ContentFiles } from '../../src/store/paths.ts';
import { applyChanges, writeGame } from '../../src/store/write-game.ts';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { NOW, sampleGame } from './sample-game.ts';
import { labelOfMark } from '../../src/forge/github/form-body.ts';
import { unescapeHtml } from './read-html.ts';
import { playedOnGitHub } from './serve-published.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-rebuilt-'));
const out = join(folder, 'site');
const kept = join(folder, 'kept');
const VOTES = 'content/ruleset/core/votable-matters/votes.md';
let files: ContentFiles;

type What = Input extends infer One ? (One extends Input ? Omit<One, 'at' | 'by'> : never) : never;
interface Said {
  /** The hours after the sample ends. */
  readonly at: number;
  readonly by: string;
  readonly what: What;
}

/** The paths of files that are not as a build from nothing leaves them. `now`: null for a game that nobody plays on. */
async function unlikeFromNothing(now: string | null = NOW): Promise<readonly string[]> {
  const options = { origin: 'https://harbour.example', ...(now === null ? {} : { now }) };
  await buildSite(files, { ...options, out, kept });
  const fresh = mkdtempSync(join(folder, 'from-nothing-'));
  await buildSite(files, { ...options, out: join(fresh, 'site'), kept: join(fresh, 'kept') });
  const [built, anew] = [filesIn(out), filesIn(join(fresh, 'site'))];
  rmSync(fresh, { recursive: true, force: true });
  return [...new Set([...built.keys(), ...anew.keys()])].filter((path) => {
    const bytes = anew.get(path);
    return bytes === undefined || built.get(path)?.equals(bytes) !== true;
  });
}

function filesIn(place: string): ReadonlyMap<string, Buffer> {
  const all = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    all.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(place.length + 1), readFileSync(path)];
    }),
  );
}

const later = (hours: number): string =>
  `${new Date(Date.parse(NOW) + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

/** The game goes on. */
async function play(said: readonly Said[], until: number): Promise<void> {
  const { play: game, read } = await openGame(files, { caches });
  try {
    for (const { at, by, what } of said) {
      const outcome = game.take({ at: later(at), by, ...what });
      if (!outcome.ok) throw new Error(`${by}, ${what.type}: ${outcome.refusal.reason}`);
    }
    game.tick(later(until));
    const { files: ruleset, terms, ledger, sandbox } = game;
    const now = { ruleset, terms, state: game.state(), model: sandbox.describe(), ledger, facts: read.facts };
    files = applyChanges(files, writeGame(files, now, read).changes);
  } finally {
    game.dispose();
  }
}

function rewrite(path: string, change: (text: string) => string): void {
  const text = files.get(path) ?? '';
  const changed = change(text);
  if (changed === text) throw new Error(`nothing changed in ${path}`);
  files = new Map(files).set(path, changed);
}

const post = (id: string, title: string): What => ({
  type: 'post',
  id,
  kind: 'proposal',
  title,
  text: 'As it was in [Votes](#votes).',
});
const vote = (on: string): What => ({ type: 'vote', on, vote: 'FOR', via: 'comment' });

beforeAll(async () => {
  files = await sampleGame();
  await buildSite(files, { origin: 'https://harbour.example', now: NOW, out, kept });
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('nothing', async () => expect(await unlikeFromNothing()).toEqual([]), 180_000);

test('a matter is posted, voted on and talked about, and days go by', async () => {
  const body = (files.get(VOTES) ?? '').replace('VETO', 'VETO, or nothing at all');
  const changes = [{ verb: 'file' as const, path: VOTES, content: body, base: files.get(VOTES) ?? '' }];
  const said: Said[] = [
    { at: 1, by: 'bo', what: { ...post('4', '[Core] Or nothing'), changes } as What },
    { at: 2, by: 'cy', what: { type: 'comment', on: '4', id: 'd1', text: 'I like it.' } },
    ...['ana', 'cy', 'dee', 'eli'].map((by) => ({ at: 3, by, what: vote('4') })),
  ];
  await play(said, 4);
  expect(await unlikeFromNothing(later(5))).toEqual([]);
  await play([], 90);
  expect(await unlikeFromNothing(later(100))).toEqual([]);
}, 180_000);

test('so many posts come that a new page of them begins', async () => {
  const authors = ['ana', 'ana', 'bo', 'bo', 'cy', 'cy', 'dee', 'dee', 'fay', 'fay'];
  const said = authors.map((by, at): Said => ({ at: 110 + at, by, what: post(`${at + 5}`, `Idea ${at}`) }));
  await play(said, 120);
  expect(await unlikeFromNothing(later(121))).toEqual([]);
  await play([], 300);
  expect(await unlikeFromNothing(later(301))).toEqual([]);
  await play([{ at: 302, by: 'fay', what: post('20', 'One more') }], 303);
  expect(await unlikeFromNothing(later(304))).toEqual([]);
}, 180_000);

test('somebody is called otherwise, and a thing too', async () => {
  rewrite('content/gamestate/players/dee.md', (text) => text.replace(/^name: .*$/mu, 'name: Deirdre'));
  expect(await unlikeFromNothing()).toEqual([]);
}, 180_000);

test('the game is called otherwise, speaks of other words, and is played on a forge', async () => {
  rewrite(GAME_FILE, (text) => text.replace(/^name: .*$/mu, 'name: Haven'));
  expect(await unlikeFromNothing()).toEqual([]);
  files = playedOnGitHub(files);
  expect(await unlikeFromNothing()).toEqual([]);
  // Each link that begins something there is one that GitHub fills in, and that the engine reads back.
  const pages = [...filesIn(out)].filter(([path]) => path.endsWith('.html'));
  const links = pages.flatMap(([, html]) =>
    [...unescapeHtml(html.toString()).matchAll(/https:\/\/github\.com\/[^"\s]*\/issues\/new[^"\s]*/gu)].map(
      ([link]) => link,
    ),
  );
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) {
    const { searchParams } = new URL(link);
    expect([...searchParams.keys()]).toEqual(['title', 'body']);
    expect(labelOfMark(searchParams.get('body') ?? ''), link).toMatch(/^(?:act|kind)\//u);
  }
}, 180_000);

test('nobody plays on, and then somebody does', async () => {
  expect(await unlikeFromNothing(null)).toEqual([]);
  await play([{ at: 310, by: 'cy', what: { type: 'comment', on: '20', id: 'e1', text: 'Again?' } }], 311);
  expect(await unlikeFromNothing(null)).toEqual([]);
  expect(await unlikeFromNothing(later(312))).toEqual([]);
}, 180_000);
