import { expect, test } from 'vitest';
import { showFigures, type Figure } from './show-figures.ts';

const chapter = (name: string, ...figures: Figure[]): Parameters<typeof showFigures>[0][number] => ({
  name,
  about: `What ${name} measures.`,
  figures,
});
const rowsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('| '));

test('shows each figure beside its peer and its bar, and whether it is within the bar', () => {
  const cold = {
    bench: 'load | cold',
    ms: 123.456,
    peer: 'parse',
    peerMs: 100,
    ratio: 1.234,
    bar: 2,
    rules: 150,
  };
  const text = showFigures(
    [
      chapter('load', cold),
      chapter('merge', { bench: 'merge', ratio: 0.25, bar: 0.2 }),
      chapter('net', { bench: 'asked', requests: 9, bar: 10 }, { bench: 'start', ms: 40 }),
    ],
    'Node 1, 2 cores',
    '',
  );
  const rows = rowsOf(text).filter((row) => !row.startsWith('| what') && !row.startsWith('| ---'));
  expect(rows).toEqual([
    '| load \\| cold | rules 150 | 123 ms | parse | 100 ms | 1.23 | 2 | yes |',
    '| merge |  |  |  |  | 0.25 | 0.2 | **no** |',
    '| asked | requests 9 |  |  |  |  | 10 | yes |',
    '| start |  | 40 ms |  |  |  |  |  |',
  ]);
});

test('replaces a chapter that is measured again, and keeps the others', () => {
  const first = showFigures(
    [chapter('a', { bench: 'one', ms: 1 }), chapter('c', { bench: 'three', ms: 3 })],
    'Node 1',
    '',
  );
  const second = showFigures(
    [chapter('c', { bench: 'three', ms: 4 }), chapter('b', { bench: 'two', ms: 2 })],
    'Node 2',
    first,
  );
  expect([...second.matchAll(/^## (.*)$/gmu)].map(([, name]) => name)).toEqual(['a', 'b', 'c']);
  expect(second).toContain('What a measures. Node 1.');
  expect(second).toContain('What c measures. Node 2.');
  expect(rowsOf(second).filter((row) => row.includes('three'))).toEqual([
    '| three |  | 4 ms |  |  |  |  |  |',
  ]);
  expect(showFigures([], 'Node 3', second)).toBe(second);
});
