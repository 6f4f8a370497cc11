// What rules answer differently once they are changed, in sentences; and what voters read of risks.
import { expect, test } from 'vitest';

import { sayOtherAnswers } from './answers.ts';
import { nextId } from './play-matter.ts';
import { blamed } from './risks.ts';

type Answers = Parameters<typeof sayOtherAnswers>[0];
const answers = (
  said: Readonly<Record<string, string>>,
  opens: Readonly<Record<string, number>> = {},
  isOver = false,
): Answers => ({ said: new Map(Object.entries(said)), opens: new Map(Object.entries(opens)), isOver });
const opening = (then: number, now: number, others: Readonly<Record<string, number>> = {}, isOver = false) =>
  sayOtherAnswers(answers({}, { Proposal: then }), answers({}, { Proposal: now, ...others }, isOver));

test('lists answers that differ with both values, also if one of them is missing', () => {
  expect(
    sayOtherAnswers(
      answers({ players: '3', quorum: '2', gone: '1' }),
      answers({ players: '3', quorum: '4', new: '1' }),
    ),
  ).toEqual(['quorum: 2 → 4', 'gone: 1 → none', 'new: none → 1']);
});

test.each([
  [48, 64, 'a Proposal that everybody supports comes into force: within 48 hours → within 64 hours'],
  [Infinity, 0, 'a Proposal that everybody supports comes into force: never → at once'],
  [4800, 256, 'a Proposal that everybody supports comes into force: after 200 days → within 256 hours'],
  [876_600, 1, 'a Proposal that everybody supports comes into force: after 100 years → within 1 hour'],
  [48, 4800, 'by a Proposal nothing could be changed for 200 days'],
  [48, 8_766_000, 'by a Proposal nothing could be changed for 1,000 years'],
  [48, 8766, 'by a Proposal nothing could be changed for 365 days'],
  [48, Infinity, 'by a Proposal nothing could be changed any more'],
])('a matter that passed after %d hours and passes after %d: %s', (then, now, sentence) => {
  expect(opening(then, now)).toEqual([sentence]);
});

test('names the kinds that can still change something, or says that the dynasty is won', () => {
  expect(opening(48, 48)).toEqual([]);
  expect(opening(48, Infinity, { CfJ: 48, Veto: 256, Slow: 4800 })).toEqual([
    'by a Proposal nothing could be changed any more, only by a CfJ or a Veto',
  ]);
  expect(opening(48, Infinity, {}, true)).toEqual([
    'this dynasty would be over, and no Proposal could change anything until the next one begins',
  ]);
  // A kind that was not there before is told by the rule itself.
  expect(sayOtherAnswers(answers({}), answers({}, { Proposal: Infinity }))).toEqual([]);
});

const edition = (...rules: readonly (readonly [string, string])[]) => ({
  files: new Map(rules.map(([path, title]) => [path, `---\ntitle: ${title}\n---\nx\n`])),
});

test('blames the changed rules if the reason names none of them', () => {
  const before = edition(['core/votes.md', 'Votes']);
  const amended = {
    before,
    after: edition(['core/votes.md', 'Ballots'], ['core/posts.md', 'Posts']),
  } as never;
  expect(blamed('no (Other, core/other)', amended)).toBe(
    'no (Other, core/other); this is caused by the change of Ballots, Posts',
  );
  expect(blamed('no (Posts, core/posts)', amended)).toBe('no (Posts, core/posts)');
  expect(blamed('no', { before, after: before } as never)).toBe('no');
  const untitled = { files: new Map([['core/votes.md', 'No front matter.']]) };
  expect(blamed('no', { before, after: untitled } as never)).toBe(
    'no; this is caused by the change of core/votes',
  );
});

test('numbers the next post after the highest, whatever precedes the number', () => {
  const posts = (...ids: readonly string[]) =>
    ({ posts: Object.fromEntries(ids.map((id) => [id, {}])) }) as never;
  expect([nextId(posts()), nextId(posts('3', '11', '2')), nextId(posts('tide-7', 'x'))]).toEqual([
    '1',
    '12',
    '8',
  ]);
});
