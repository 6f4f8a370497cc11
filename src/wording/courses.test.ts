import { expect, test } from 'vitest';

import { sessionWith } from '../session/fixtures/session.ts';
import { coursesOf, inFavour, type Course } from './courses.ts';

test('people vote on every votable kind, unless the rules say how to rehearse it', async () => {
  const { session, now } = await sessionWith({ core: '2021' });
  const { sandbox, model } = session.position.rules.play;
  const withoutView = { kinds: model.kinds, views: {} };
  const courses = coursesOf(sandbox, withoutView, now);
  expect(courses).toContainEqual({ kind: 'proposal', say: null, votes: [], byHand: false });
  expect(courses.filter(({ kind }) => model.kinds[kind]?.votable !== true)).toEqual([]);
  // The rules of this game say how people vote.
  expect(coursesOf(sandbox, model, now)).toContainEqual(
    expect.objectContaining({ kind: 'proposal', say: ':for:' }),
  );
});

test('support is a review, or the words that the rules ask for', () => {
  const course: Course = { kind: 'proposal', say: null, votes: [], byHand: false };
  const at = '2024-03-01T09:00:00Z';
  expect(inFavour(course, '1', 'bo', at)).toMatchObject({
    type: 'signal',
    on: '1',
    by: 'bo',
    review: 'approve',
  });
  expect(inFavour({ ...course, say: 'Aye' }, '1', 'bo', at, 'Well.')).toMatchObject({
    type: 'comment',
    text: 'Well. Aye',
  });
});
