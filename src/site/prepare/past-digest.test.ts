// The pages of a game that goes on keep a digest of each dynasty that is over.
import { expect, test } from 'vitest';

import type { PostData } from '../../kernel/state.ts';
import type { DynastyMatter } from '../../ruleset/schema/dynasty.ts';
import type { FrozenDynasty } from '../../store/dynasties/frozen.ts';
import { AT, person, post, siteOf, use } from '../data/fixtures/site-of.ts';
import type { RuleChange } from './history.ts';
import { digestOfPast, outlineOfPast } from './past-shown.ts';

const ABOUT: DynastyMatter = {
  number: 3,
  name: 'The Third Dynasty',
  emperor: 'bo',
  theme: 'Lamps.',
  began: '2024-01-01T09:00:00Z',
  ended: '2024-02-01T09:00:00Z',
  successor: 'cy',
  terms: { player: 'Sailor', emperor: 'Captain' },
  ledger: { from: 10, to: 31 },
  posts: 4,
};
const kept = (id: string, kind: string, status: PostData['status'], title = id): PostData =>
  ({ id, kind, status, title }) as PostData;
const POSTS = {
  1: kept('1', 'proposal', 'enacted'),
  2: kept('2', 'proposal', 'failed'),
  3: kept('3', 'story', null),
  4: kept('4', 'dov', 'failed', 'I win'),
  5: kept('5', 'dov', 'enacted', 'I win indeed'),
};
const frozen = (
  about: Partial<DynastyMatter> = {},
  posts: FrozenDynasty['posts'] = POSTS,
): FrozenDynasty => ({
  about: { ...ABOUT, ...about },
  posts,
  ledger: [],
  revisions: [],
  last: new Map(),
});
const CHANGE: RuleChange = {
  at: AT,
  post: '1',
  rule: 'core/votes',
  before: null,
  after: 'Votes last 48 hours.',
  values: { before: [], after: [['window', '48']] },
};
const won = (id: string, status: string) => post(id, { purpose: 'win', status, title: `Win ${id}` });

test('sums up a dynasty: who led it, how long it was, how many matters it had, and who won', () => {
  const site = siteOf({
    posts: [won('4', 'failed'), won('5', 'enacted'), post('1')],
    people: [person('bo')],
  });
  const { posts: _, ...digest } = digestOfPast(frozen(), site, [CHANGE]);
  expect(digest).toEqual({
    number: 3,
    ended: '2024-02-01T09:00:00Z',
    lastLine: 31,
    summary: {
      number: 3,
      name: 'The Third Dynasty',
      emperor: 'bo',
      theme: 'Lamps.',
      from: '2024-01-01T09:00:00Z',
      until: '2024-02-01T09:00:00Z',
      archived: {
        matters: 4,
        enacted: 2,
        place: 'dynasties/3/',
        won: { id: '5', title: 'Win 5' },
        successor: 'cy',
        term: 'Captain',
        imported: false,
      },
    },
    changes: [CHANGE],
    people: [{ id: 'bo', name: 'Bo' }],
  });
});

test('an imported dynasty has no known ledger line, and perhaps no known beginning', () => {
  const { ledger: _, began: __, theme: ___, ...imported } = ABOUT;
  const about = { ...imported, imported: { at: AT, from: ['matters.csv'] } };
  const { lastLine, summary } = digestOfPast({ ...frozen(), about }, siteOf(), []);
  expect(lastLine).toBeLessThan(-1);
  expect([summary.theme, summary.from, summary.archived?.imported]).toEqual(['', null, true]);
  expect(summary.archived?.won).toBeNull();
});

test('until its pages are made, a past dynasty’s outline names the last enacted declaration of victory', () => {
  const kinds = { dov: { purpose: 'win' }, proposal: { purpose: null } } as never;
  const people = [{ id: 'bo', name: 'Bo' }];
  const outline = outlineOfPast(frozen(), kinds, people);
  expect(outline).toMatchObject({ number: 3, lastLine: 31, posts: [], changes: [], people });
  expect(outline.summary.archived).toMatchObject({ matters: 4, won: { id: '5', title: 'I win indeed' } });
  const undecided = { 4: POSTS[4], 6: kept('6', 'gone-with-its-rule', 'enacted') };
  expect(outlineOfPast(frozen({}, undecided), kinds, []).summary.archived?.won).toBeNull();
});

test('lists a past dynasty’s posts with who voted and spoke, without what only their own pages show', () => {
  const comment = { id: 'c', by: 'cy', at: AT, html: '<p>No.</p>', edited: false, deleted: false };
  const whole = post('1', {
    html: '<p>Lamps.</p>',
    made: [{ title: 'Text', value: 'x' }] as never,
    uses: [use('bo', 'FOR')],
    implied: [
      { by: null, vote: 'AGAINST' },
      { by: 'cy', vote: 'FOR' },
    ] as never,
    comments: [comment],
    diffs: [{}] as never,
    changes: [{}] as never,
    omitted: [{}] as never,
  });
  const [listed] = digestOfPast(frozen(), siteOf({ posts: [whole] }), []).posts;
  expect(listed).toEqual({
    ...whole,
    place: 'dynasties/3/',
    html: '',
    made: [],
    implied: [{ by: 'cy', vote: 'FOR' }],
    comments: [{ ...comment, html: '' }],
    diffs: [],
    changes: [],
    omitted: [],
  });
});

test('a digest survives being written and read', () => {
  const site = siteOf({ posts: [post('1')], people: [person('bo')] });
  const digest = digestOfPast(frozen(), site, [CHANGE, { ...CHANGE, before: 'Old.', after: null }]);
  expect(JSON.parse(JSON.stringify(digest))).toEqual(digest);
});
