import { expect, test } from 'vitest';

import { memoryRepository } from '../../repository/fixtures/memory-repository.ts';
import { movesSince, readReflog, type RefMove } from './notice.ts';

const [none, one, two, three] = ['0', '1', '2', '3'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];
const at = (hour: number): string => `2021-06-18T${String(hour).padStart(2, '0')}:00:00Z`;
const move = (from: string, to: string, hour: number): RefMove => ({ from, to, at: at(hour) });
const now = at(20);

test('reads what Git noted line by line, and skips what Git didn’t write', async () => {
  const repository = await memoryRepository();
  const lines = [
    `${none} ${one} Bo <b> o> <bo@example.org> 1624006800 +0200\tpush`,
    'not a line of Git’s',
    `${one} ${two} Bo <bo@example.org> 1624010400 +0000`,
    `${two} ${three} Bo <bo@exam`,
  ];
  await repository.disk.write(`${repository.gitdir}/logs/refs/heads/bo/night`, Buffer.from(lines.join('\n')));
  expect(await readReflog(repository, 'bo/night')).toEqual([move(none, one, 9), move(one, two, 10)]);
  expect(await readReflog(repository, 'bo/day')).toEqual([]);
});

test('reports each move since the known head, with its time', () => {
  const moves = [move(none, one, 9), move(one, two, 10), move(two, three, 11)];
  expect(movesSince(moves, one, three, now)).toEqual(moves.slice(1));
  expect(movesSince(moves, null, three, now)).toEqual(moves);
});

test('for a branch that came back, reports the moves since it was last there', () => {
  const moves = [move(none, one, 9), move(one, two, 10), move(two, one, 11), move(one, three, 12)];
  expect(movesSince(moves, one, three, now)).toEqual([move(one, three, 12)]);
});

test('reports what Git didn’t note as of when it is seen', () => {
  expect(movesSince([], one, two, now)).toEqual([{ from: one, to: two, at: now }]);
  expect(movesSince([move(one, two, 10)], one, three, now)).toEqual([
    move(one, two, 10),
    { from: two, to: three, at: now },
  ]);
});

test('dates no push later than now', () => {
  expect(movesSince([move(one, two, 23)], one, two, now)).toEqual([{ from: one, to: two, at: now }]);
});
