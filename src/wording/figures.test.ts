import { expect, test } from 'vitest';

import { readFigures, readNeeded, sayFigure } from './figures.ts';

test('shows those of the rules’ answers that have a title with a number, a text or a notice', () => {
  const answer = [
    { title: 'Quorum', value: 4 },
    { title: 'Pace', value: 'slow', more: 1 },
    { title: 'The game rests', notice: 'there are too few players' },
    { title: 'List', value: [1] },
    { value: 5 },
    'Quorum',
  ];
  expect(readFigures(answer).map(sayFigure)).toEqual([
    'quorum 4',
    'pace slow',
    'the game rests: there are too few players',
  ]);
  expect(readFigures({ title: 'Quorum', value: 4 })).toEqual([]);
});

test('what a matter needs is a title with a number', () => {
  expect(readNeeded({ title: 'quorum', count: 4, more: 1 })).toEqual({ title: 'quorum', count: 4 });
  for (const answer of [null, 4, { title: 'quorum' }, { title: 4, count: 4 }, { title: 'a', count: '4' }])
    expect(readNeeded(answer)).toBeNull();
});
