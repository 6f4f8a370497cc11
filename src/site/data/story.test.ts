import { expect, test } from 'vitest';

import { aheadAt, turnedBy, type Race } from './story.ts';

/** `ana+ bo- ana-`: each vote in turn; `~` is one that was withdrawn. */
function turned(status: string, votes: string, author = 'ana'): string | null {
  const uses = votes.split(' ').map((word, at) => ({
    by: word.slice(0, -1).replace('~', ''),
    vote: word.endsWith('+') ? 'FOR' : word.endsWith('-') ? 'AGAINST' : 'OTHER',
    at: `2024-01-01T0${at}:00:00Z`,
    via: 'comment',
    withdrawn: word.startsWith('~'),
  }));
  const implied = [{ by: author, vote: 'FOR' }];
  return turnedBy({ status, uses, implied, counts: [{ vote: 'FOR' }, { vote: 'AGAINST' }] });
}

test.each([
  ['enacted', 'bo+ cy+', null],
  ['enacted', 'bo- cy- dee+ eli+', 'eli'],
  ['failed', 'bo- cy-', 'bo'],
  ['failed', 'bo+ cy- ana- dee-', 'ana'],
  ['failed', 'bo- cy? cy+ ana-', 'ana'],
  ['enacted', 'bo- ~cy+ dee+', 'dee'],
  // It ended otherwise than the votes stood, as by a veto.
  ['failed', 'bo+ cy+', null],
])('%s with %s was turned by %s', (status, votes, by) => {
  expect(turned(status, votes)).toBe(by);
});

test('whoever is ahead of all others leads, at any moment', () => {
  const at = (day: number, value: number) => ({ at: `2024-01-0${day}T00:00:00Z`, value });
  const lines = [
    { name: 'Ana', points: [at(1, 0), at(3, 5), at(9, 5)] },
    { name: 'Bo', points: [at(1, 0), at(2, 3), at(5, 7), at(9, 7)] },
  ];
  const race: Race = { title: 'Points', lines, better: 1 };
  expect([1, 2, 3, 5].map((day) => aheadAt(race, at(day, 0).at)?.name ?? null)).toEqual([
    null,
    'Bo',
    'Ana',
    'Bo',
  ]);
  expect(aheadAt({ ...race, better: -1 }, at(5, 0).at)).toEqual({ name: 'Ana', count: 5 });
});
