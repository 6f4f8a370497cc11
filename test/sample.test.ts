import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { contentAtEnd, frozenDynasties, readSnapshot } from '../src/store/dynasties/frozen.ts';
import type { LedgerLine } from '../src/store/ledger-line.ts';
import { openGame } from '../src/session/play/open-game.ts';
import type { ContentFiles } from '../src/store/paths.ts';
import { readGame } from '../src/store/read-game.ts';
import { filesOnDisk } from '../src/store/content-folder.ts';
import { sameValue } from '../src/kernel/values.ts';
import type { State } from '../src/kernel/state.ts';

const root = process.cwd();
const shipped = filesOnDisk(root);
const past = frozenDynasties(shipped);

test('the shipped game opens, and has pending proposals', async () => {
  const { play, read } = await openGame(shipped, { caches });
  try {
    expect(read.problems).toEqual([]);
    expect(read.game.name).toBe('Zahndorf');
    const posts = Object.values(play.state().posts);
    expect(posts.filter(({ status }) => status === 'pending').length).toBeGreaterThanOrEqual(3);
    expect(posts.filter(({ status }) => status === 'enacted').length).toBeGreaterThan(8);
    expect(posts.filter(({ status }) => status === 'failed').length).toBeGreaterThan(3);
    expect(Object.keys(play.state().things['runs'] ?? {}).length).toBeGreaterThan(5);
    for (const { id, title, status } of posts) {
      if (status !== 'pending') continue;
      const [answer] = play.query('2021-07-15T12:00:00Z', [['matters', id]]);
      const tally = { for: expect.any(Number) as number };
      expect({ title, tally: answer?.value }).toMatchObject({ title, tally });
    }
  } finally {
    play.dispose();
  }
});

test('three dynasties are over: each was won, and proposals amended the core rules between them', () => {
  expect(past.map(({ about }) => [about.number, about.core, about.pack])).toEqual([
    [1, '2008', 'clans'],
    [2, '2019', 'menagerie'],
    [3, '2021', 'gallery'],
  ]);
  for (const { about, posts } of past) {
    const all = Object.values(posts);
    const won = all.filter(({ kind, status }) => kind === 'dov' && status === 'enacted');
    expect(won.map(({ author }) => author)).toEqual([about.successor]);
    expect(
      all.filter(({ kind, status }) => kind === 'proposal' && status === 'failed').length,
    ).toBeGreaterThan(0);
    expect(about.successor).not.toBe(about.emperor);
  }
  const amendments = past.flatMap(({ posts }) =>
    Object.values(posts).filter(({ title, status }) => title.startsWith('[Core]') && status === 'enacted'),
  );
  expect(amendments).toHaveLength(2);
  for (const { changes } of amendments)
    expect(
      changes.filter((change) => change.verb === 'file' && change.path.endsWith('.ts')).length,
    ).toBeGreaterThan(20);
});

test.each([1, 2, 3])('dynasty %i opens as it stood at its end', async (number) => {
  const { play, read } = await openGame(contentAtEnd(shipped, number), { caches });
  expect(read.problems).toEqual([]);
  expect(play.state().dynasty['interregnum']).toBe(true);
  play.dispose();
});

/** What comments, votes and sealed submissions change besides: they stand in the journal, and have no line. */
const UNLINED = new Set(['last-active', 'dynasties-active', 'sealed', 'plans']);

/** Every change of people and things that the ledger records must begin where the one before it ended. */
function breaks(first: ContentFiles, last: ContentFiles, lines: readonly LedgerLine[]): readonly string[] {
  const start = readGame(first).state;
  const known = new Map<string, unknown>();
  /** What came or went as a whole: its values begin anew. */
  const anew = new Set<string>();
  const found: string[] = [];
  for (const { n, changes } of lines) {
    for (const { path, before, after } of changes) {
      const [scope] = path;
      const depth = scope === 'players' ? 3 : scope === 'things' ? 4 : 0;
      const key = path.join('/');
      if (path.length < depth) {
        anew.add(`${key}/`);
        for (const old of known.keys()) if (old.startsWith(`${key}/`)) known.delete(old);
      }
      if (path.length !== depth || UNLINED.has(path.at(-1) ?? '')) continue;
      const isNew = [...anew].some((prefix) => key.startsWith(prefix));
      const then = known.has(key) || isNew ? known.get(key) : valueIn(start, path);
      // What was taken away and put up again by one act begins with nothing.
      if (then !== undefined && before !== null && !sameValue(then, before)) found.push(`${n}: ${key}`);
      known.set(key, after);
    }
  }
  const end = readGame(last).state;
  for (const [key, value] of known) {
    const there = valueIn(end, key.split('/'));
    if (there !== undefined && !sameValue(there, value)) found.push(`at the end: ${key}`);
  }
  return found;
}

function valueIn(state: State | null, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    state,
  );
}

test('the ledgers of all dynasties lead from their beginnings to their ends', () => {
  const played = readGame(shipped);
  const spans = [
    ...past.map(({ about, ledger, last }) => ({ number: about.number, lines: ledger, last })),
    { number: past.length + 1, lines: played.ledger, last: shipped },
  ];
  const found: string[] = [];
  for (const { number, lines, last } of spans) {
    const first = readSnapshot(shipped.get(`content/dynasties/${number}/first.json`) ?? '{}');
    const opening = readGame(first).ledger.length;
    found.push(...breaks(first, last, lines.slice(opening)).map((where) => `${number}: ${where}`));
  }
  expect(found).toEqual([]);
  const numbers = spans.flatMap(({ lines }) => lines.map(({ n }) => n));
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(numbers.length).toBeGreaterThan(800);
});

test('nothing that people read shows a clause’s source', () => {
  const told = [...shipped].filter(([path]) => /\/(?:posts|ledger)\//u.test(path));
  const odd = told.filter(([path, text]) =>
    path.endsWith('.jsonl')
      ? text.split('\n').some((line) => line.includes('"result":') && /=>|runtimeOf|\[object/u.test(line))
      : path.endsWith('.md') && /=> |runtimeOf|\[object/u.test(text),
  );
  expect(odd.map(([path]) => path)).toEqual([]);
});

/** Things of a past dynasty, as they stood at its end. */
function thingsOf(number: number, collection: string): readonly Readonly<Record<string, unknown>>[] {
  const last = past.find(({ about }) => about.number === number)?.last ?? new Map<string, string>();
  return Object.values(readGame(last).state?.things[collection] ?? {});
}

test('the past has the things that each dynasty is about', () => {
  const duels = thingsOf(1, 'duels');
  expect(new Set(duels.map(({ flavour }) => flavour)).size).toBe(3);
  expect(thingsOf(1, 'rituals').length).toBeGreaterThan(40);
  expect(thingsOf(2, 'duels').filter(({ triumphant }) => triumphant !== null).length).toBeGreaterThan(5);
  expect(thingsOf(2, 'campaigns').length).toBeGreaterThanOrEqual(3);
  const portraits = thingsOf(2, 'portraits');
  const art = thingsOf(3, 'art');
  expect(portraits.length).toBeGreaterThan(20);
  expect(new Set(art.map(({ round }) => round)).size).toBeGreaterThanOrEqual(6);
  let bytes = 0;
  for (const { image } of [...portraits, ...art]) {
    expect(image).toMatch(/^pictures\/[\w./-]+\.webp$/u);
    bytes += readFileSync(join(root, 'content', String(image))).length;
  }
  expect(bytes).toBeLessThan(4 * 1024 * 1024);
});
