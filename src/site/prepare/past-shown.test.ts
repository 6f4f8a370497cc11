import { beforeEach, expect, test } from 'vitest';
import type { PostSummary } from '../data/site-data.ts';
import { type PastDigest, NO_PAST, PastReader, type DigestAt, type PastShown } from './past-shown.ts';
import type { RuleChange } from './history.ts';

let read: string[] = [];
beforeEach(() => (read = []));

function pastShown(given: readonly DigestAt[], own = new Set<string>()): PastShown {
  return new PastReader().read(given, own);
}

const POST: PostSummary = {
  id: '1',
  place: 'dynasties/1/',
  kind: 'proposal',
  kindTitle: 'Proposal',
  votable: true,
  purpose: null,
  title: 'A matter',
  author: 'ana',
  at: '2024-01-02T00:00:00Z',
  status: 'enacted',
  resolvedAt: '2024-01-04T00:00:00Z',
  resolvedBy: null,
  html: '',
  made: [],
  counts: [],
  needed: null,
  stands: null,
  queue: null,
  uses: [],
  implied: [],
  comments: [],
  changes: [],
  omitted: [],
  diffs: [],
  consequences: '',
  discussion: null,
  conflict: false,
  fault: null,
  earliestEnactment: null,
  earliestFailure: null,
};

const use = (by: string, vote: string, at: string, withdrawn = false): PostSummary['uses'][number] => ({
  by,
  vote,
  at,
  via: 'comment',
  withdrawn,
});

const change = (rule: string, before: string | null, after: string | null): RuleChange => ({
  at: '2024-01-04T00:00:00Z',
  post: '1',
  rule,
  before,
  after,
  values: { before: [], after: [['window', '48']] },
});

function digest(number: number, of: Partial<PastDigest>): PastDigest {
  const summary = { number, name: `No ${number}`, emperor: null, theme: '', from: null, until: null };
  const ended = `2024-0${number}-28T00:00:00Z`;
  return { number, ended, lastLine: number, summary, posts: [], changes: [], people: [], ...of };
}

function digests(...all: readonly PastDigest[]): readonly DigestAt[] {
  return all.map((one) => ({
    key: `${one.number}.json`,
    read: () => {
      read.push(`${one.number}.json`);
      return one;
    },
  }));
}

const SECOND: PostSummary = {
  ...POST,
  id: '2',
  place: 'dynasties/2/',
  at: '2024-02-02T00:00:00Z',
  uses: [use('ana', 'FOR', '2024-02-03T00:00:00Z'), use('bo', 'AGAINST', '2024-02-03T00:00:00Z', true)],
};
const FIRST: PostSummary = {
  ...POST,
  uses: [use('ana', 'AGAINST', '2024-01-03T00:00:00Z'), use('ana', 'FOR', '2024-01-04T00:00:00Z')],
  comments: [{ id: 'c', by: 'cy', at: '2024-02-01T00:00:00Z', html: '', edited: false, deleted: false }],
};
const twoDynasties = (): readonly DigestAt[] =>
  digests(
    digest(1, {
      posts: [FIRST],
      changes: [change('core/votes', null, 'Votes.')],
      people: [{ id: 'ana', name: 'Ana' }],
    }),
    digest(2, {
      posts: [SECOND],
      changes: [change('core/votes', 'Votes.', 'Votes count.')],
      people: [
        { id: 'ana', name: 'Ann' },
        { id: 'bo', name: 'Bo' },
      ],
    }),
  );

test('reads nothing for a game without past dynasties', () => {
  expect(pastShown(digests())).toBe(NO_PAST);
});

test('lists posts latest first without votes and comments, with who did what beside them', () => {
  const { posts, people, dynasties, record } = pastShown(twoDynasties());
  expect(posts).toEqual([
    { ...SECOND, uses: [] },
    { ...FIRST, uses: [], comments: [] },
  ]);
  expect(people).toEqual([
    ['ana', 'Ann'],
    ['bo', 'Bo'],
  ]);
  expect(dynasties.map(({ lastLine }) => lastLine)).toEqual([1, 2]);
  expect(record.cast).toEqual({
    ana: {
      count: 2,
      byVote: [['FOR', 2]],
      places: ['dynasties/2/', 'dynasties/1/'],
      latest: [
        ['2', 'FOR', '2024-02-03T00:00:00Z'],
        ['1', 'FOR', '2024-01-04T00:00:00Z'],
      ],
    },
  });
});

test('lists changes oldest first, with their texts', () => {
  const { changes, areHarmless } = pastShown(twoDynasties());
  expect(changes).toEqual([
    change('core/votes', null, 'Votes.'),
    change('core/votes', 'Votes.', 'Votes count.'),
  ]);
  expect(areHarmless).toBe(true);
  const hostile = digests(digest(1, { changes: [change('core/votes', null, 'V\u202eotes.')] }));
  expect(pastShown(hostile).areHarmless).toBe(false);
});

test('reads no digest again while the digests and the continued posts stay the same', () => {
  const [given, reader] = [twoDynasties(), new PastReader()];
  const before = reader.read(given, new Set(['2']));
  expect(read).toEqual(['2.json', '1.json']);
  expect(reader.read(given, new Set(['2', '7']))).toBe(before);
  expect(read).toHaveLength(2);
  const after = reader.read(given, new Set(['7']));
  expect([read.length, after.record.cast['ana']?.count]).toEqual([4, 2]);
  expect(reader.read(given.slice(0, 1), new Set()).posts).toEqual([{ ...FIRST, uses: [], comments: [] }]);
  const others = digests(digest(3, { posts: [SECOND] }));
  expect(reader.read(others, new Set()).posts).toEqual([{ ...SECOND, uses: [], comments: [] }]);
  expect(reader.read([], new Set())).toBe(NO_PAST);
});

test('a post among the game’s own isn’t counted again', () => {
  const given = twoDynasties();
  expect(pastShown(given, new Set(['7'])).record.cast['ana']?.count).toBe(2);
  expect(pastShown(given, new Set(['2'])).record.cast['ana']?.count).toBe(1);
  expect(pastShown(given, new Set(['7'])).record.cast['ana']?.count).toBe(2);
});

test('a pending post keeps its votes', () => {
  const pending = { ...SECOND, status: 'pending', resolvedAt: null };
  const { posts } = pastShown(digests(digest(1, { posts: [pending] })));
  expect(posts).toEqual([pending]);
});
