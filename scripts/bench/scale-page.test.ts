import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { readFigures } from './read-figures.ts';
import { scalePage } from './scale-page.ts';

const docs = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8');

test('docs/scale.md says what follows from the figures in docs/performance.md', () => {
  expect(docs('scale.md')).toBe(scalePage(readFigures(docs('performance.md'))));
});

test('reads the number of the row and size asked for, and makes none up', () => {
  const figures = readFigures(
    '| what | of | ours |\n| --- | --- | --- |\n| a \\| b | share 0.1, objects 5 | 7.5 ms | git | 15 ms | 0.5 |  |  |\n| a \\| b | share 1, objects 6 |  |  |  |  |  |  |\n',
  );
  expect(figures.number('a | b', 'objects', { share: 0.1 })).toBe(5);
  expect(figures.number('a | b', 'objects')).toBe(6);
  expect(figures.number('a | b', 'ours')).toBe(7.5);
  expect(figures.number('a | b', 'takes')).toBe(15);
  expect(figures.has('a | b', 'ms')).toBe(false);
  expect(() => figures.number('a | b', 'megabytes')).toThrow('does not say megabytes of “a | b”');
});

test('the page changes with the size of a clone', () => {
  const page = docs('performance.md');
  const larger = page.replace(
    /(the size of a clone \|.*megabytes )([\d.]+)/u,
    (_, words: string, mb: string) => `${words}${Number(mb) * 200}`,
  );
  expect(larger).not.toBe(page);
  expect(scalePage(readFigures(larger))).not.toBe(scalePage(readFigures(page)));
});
