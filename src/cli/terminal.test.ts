import { expect, test } from 'vitest';

import { inOneRow, makeTerminal, wantsColour } from './terminal.ts';

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ TERM: 'dumb' }, true, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
])('colours under %j, on a terminal: %j → %j', (environment, isTerminal, expected) => {
  expect(wantsColour(environment, isTerminal)).toBe(expected);
});

function collect(isTTY: boolean, nowMs?: () => number) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, terminal: makeTerminal(stream, stream, {}, nowMs) };
}

test('a progress line gives way to what follows', () => {
  const { written, terminal } = collect(true);
  terminal.progress('1 of 2');
  terminal.progress('2 of 2');
  terminal.out('done\n');
  terminal.out('really\n');
  expect(written).toEqual(['\r\u001B[K1 of 2', '\r\u001B[K2 of 2', '\r\u001B[K', 'done\n', 'really\n']);
});

test('if nobody watches, shows no colour and no progress of short work', () => {
  const { written, terminal } = collect(false);
  terminal.progress('1 of 2');
  terminal.out(terminal.paint('red', 'done'));
  expect(written).toEqual(['done']);
});

test('if nobody watches, prints a line now and then during long work', () => {
  let ms = 0;
  const { written, terminal } = collect(false, () => ms);
  for (; ms <= 40_000; ms += 1_000) terminal.progress(`${ms / 1000} s`);
  expect(written).toEqual(['5 s\n', '20 s\n', '35 s\n']);
});

test.each([
  ['Building the pages', 18, 'Building the pages'],
  ['Building the pages', 10, 'Building …'],
  ['世界の規則', 10, '世界の規則'],
  ['世界の規則', 8, '世界の…'],
  ['世界の規則', 7, '世界の…'],
  ['a\nb\u001B[31m', 20, 'a b [31m'],
  ['anything', 1, '…'],
  ['anything', 0, ''],
])('%j in %i columns is %j', (line, columns, expected) => {
  expect(inOneRow(line, columns)).toBe(expected);
});

test('a progress line stays in its row, however narrow the terminal is', () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 40, write: (text: string) => written.push(text) };
  makeTerminal(stream, stream, {}).progress(`trying ${'a-very-long-action-'.repeat(9)}`);
  expect(written).toEqual([`\r\u001B[K${'trying a-very-long-action-a-very-long-action-'.slice(0, 38)}…`]);
});

test('removes a progress line that nothing follows', () => {
  const { written, terminal } = collect(true);
  terminal.clear?.();
  terminal.progress('1 of 2');
  terminal.clear?.();
  terminal.clear?.();
  expect(written).toEqual(['\r\u001B[K1 of 2', '\r\u001B[K']);
});
