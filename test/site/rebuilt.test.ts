// A build that finds an earlier one leaves the same files as a build from nothing, whatever has changed in between.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import { openGame } from '../../src/session/play/open-game.ts';
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

async function build(now: string | null) {
  const options = { origin: 'https://harbour.example', ...(now === null ? {} : { now }) };
  await buildSite(files, { ...options, out, cacheFolder: kept });
  return options;
}

/** The paths of files that are not as a build from nothing leaves them. `now`: null for a game that nobody plays on. */
async function unlikeFromNothing(now: string): Promise<readonly string[]> {
  const options = await build(now);
  const fresh = mkdtempSync(join(folder, 'from-nothing-'));
  await buildSite(files, { ...options, out: join(fresh, 'site'), cacheFolder: join(fresh, 'kept') });
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
  await build(NOW);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('after a matter is posted, voted on and enacted, posts fill a new page, and names change', async () => {
  const body = (files.get(VOTES) ?? '').replace('VETO', 'VETO, or nothing at all');
  const changes = [{ verb: 'file' as const, path: VOTES, content: body, base: files.get(VOTES) ?? '' }];
  const authors = ['ana', 'ana', 'cy', 'cy', 'dee', 'dee', 'fay', 'fay'];
  const said: Said[] = [
    { at: 1, by: 'bo', what: { ...post('4', '[Core] Or nothing'), changes } as What },
    { at: 2, by: 'cy', what: { type: 'comment', on: '4', id: 'd1', text: 'I like it.' } },
    ...['ana', 'cy', 'dee', 'eli'].map((by) => ({ at: 3, by, what: vote('4') })),
    ...authors.map((by, at): Said => ({ at: 4 + at, by, what: post(`${at + 5}`, `Idea ${at}`) })),
  ];
  await play(said, 12);
  await build(later(12));
  expect([...filesIn(out).keys()]).toContain('embed/4/index.html');
  await play([], 90);
  rewrite('content/gamestate/players/dee.md', (text) => text.replace(/^name: .*$/mu, 'name: Deirdre'));
  rewrite(GAME_FILE, (text) => text.replace(/^name: .*$/mu, 'name: Haven'));
  expect(await unlikeFromNothing(later(100))).toEqual([]);
  expect([...filesIn(out).keys()]).not.toContain('embed/4/index.html');
});

test('after nobody plays on, and after the game is played on a forge', async () => {
  await build(null);
  files = playedOnGitHub(files);
  expect(await unlikeFromNothing(NOW)).toEqual([]);
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
    // A blank title is left out.
    expect(['title body', 'body'], link).toContain([...searchParams.keys()].join(' '));
    expect(labelOfMark(searchParams.get('body') ?? ''), link).toMatch(/^(?:act|kind)\//u);
  }
});
