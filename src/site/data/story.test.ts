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
])('a matter %s with the votes %s was decided by %s', (status, votes, by) => {
  expect(turned(status, votes)).toBe(by);
});

test('the one ahead of all others leads, at any moment', () => {
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

test('someone without a count doesn’t lead, and with a tie nobody does', () => {
  const at = (day: number, value: number) => ({ at: `2024-01-0${day}T00:00:00Z`, value });
  const lines = [
    { name: 'Ana', points: [at(3, 5), at(5, 2)] },
    { name: 'Bo', points: [at(1, 2)] },
    { name: 'Cy', points: [at(4, 9), at(5, 1)] },
  ];
  const ahead = (day: number, better: 1 | -1 = 1) =>
    aheadAt({ title: 'Points', lines, better }, at(day, 0).at);
  expect([0, 1, 3, 4, 5].map((day) => ahead(day))).toEqual([
    null,
    { name: 'Bo', count: 2 },
    { name: 'Ana', count: 5 },
    { name: 'Cy', count: 9 },
    null,
  ]);
  expect([3, 4, 5].map((day) => ahead(day, -1)?.name)).toEqual(['Bo', 'Bo', 'Cy']);
});

test('counts votes in order of time, and each vote that nobody cast in person', () => {
  const use = (by: string, vote: string, hour: number) => ({
    by,
    vote,
    at: `2024-01-01T0${hour}:00:00Z`,
    via: 'comment',
    withdrawn: false,
  });
  const counts = [{ vote: 'FOR' }, { vote: 'AGAINST' }];
  const uses = [use('cy', 'FOR', 4), use('bo', 'AGAINST', 2), use('dee', 'FOR', 5), use('ana', 'AGAINST', 3)];
  const two = [
    { by: null, vote: 'AGAINST' },
    { by: null, vote: 'FOR' },
  ] as never;
  expect(turnedBy({ status: 'failed', uses: uses.slice(1, 2), implied: two, counts })).toBeNull();
  // One for and three against at first; two more in favour make it a tie, which fails.
  expect(turnedBy({ status: 'failed', uses, implied: two, counts })).toBeNull();
  const more = [...uses, use('eli', 'FOR', 6)];
  expect(turnedBy({ status: 'enacted', uses: more, implied: two, counts })).toBe('eli');
  expect(turnedBy({ status: 'enacted', uses: uses.slice(0, 1), implied: [], counts })).toBeNull();
});
