import { expect, test } from 'vitest';
import { showFigures } from './show-figures.ts';

test('each figure stands beside its peer and its bar, and says whether it is within', () => {
  const text = showFigures(
    [
      {
        from: 'a',
        figure: {
          bench: 'load | cold',
          ms: 123.456,
          peer: 'parse',
          peerMs: 100,
          ratio: 1.234,
          bar: 2,
          rules: 150,
        },
      },
      { from: 'b', figure: { bench: 'merge', ratio: 0.25, bar: 0.2 } },
      { from: 'c', figure: { bench: 'node-start', ms: 40 } },
    ],
    'Node 1, 2 cores',
  );
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2),
  ).toEqual([
    '| load \\| cold | rules 150 | 123 ms | parse | 100 ms | 1.23 | 2 | yes |',
    '| merge |  |  |  |  | 0.25 | 0.2 | **no** |',
    '| node-start |  | 40 ms |  |  |  |  |  |',
  ]);
});
