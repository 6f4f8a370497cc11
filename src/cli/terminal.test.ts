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

function collect(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, terminal: makeTerminal(stream, stream, {}) };
}

test('a progress line gives way to what follows', () => {
  const { written, terminal } = collect(true);
  terminal.progress('1 of 2');
  terminal.progress('2 of 2');
  terminal.out('done\n');
  terminal.out('really\n');
  expect(written).toEqual(['\r\u001B[K1 of 2', '\r\u001B[K2 of 2', '\r\u001B[K', 'done\n', 'really\n']);
});

test('where nobody looks there is no progress and no colour', () => {
  const { written, terminal } = collect(false);
  terminal.progress('1 of 2');
  terminal.out(terminal.paint('red', 'done'));
  expect(written).toEqual(['done']);
});
