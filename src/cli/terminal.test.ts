import { expect, test } from 'vitest';

import { makeTerminal, wantsColour } from './terminal.ts';

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

test('where nobody looks there is no colour, and no progress of what is done soon', () => {
  const { written, terminal } = collect(false);
  terminal.progress('1 of 2');
  terminal.out(terminal.paint('red', 'done'));
  expect(written).toEqual(['done']);
});

test('where nobody looks, what takes long has a line now and then', () => {
  let ms = 0;
  const { written, terminal } = collect(false, () => ms);
  for (; ms <= 40_000; ms += 1_000) terminal.progress(`${ms / 1000} s`);
  expect(written).toEqual(['5 s\n', '20 s\n', '35 s\n']);
});
