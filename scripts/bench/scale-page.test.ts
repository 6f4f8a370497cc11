import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { readFigures } from './read-figures.ts';
import { scalePage } from './scale-page.ts';

const docs = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8');

test('docs/scale.md says what the figures of docs/performance.md come to', () => {
  expect(docs('scale.md')).toBe(scalePage(readFigures(docs('performance.md'))));
});

test('a number is read of the row and the size that is asked for, and nothing is made up in place of one', () => {
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

test('twice the size of a clone is half the matters that it carries', () => {
  const page = docs('performance.md');
  const larger = page.replace(
    /(the size of a clone \|.*megabytes )([\d.]+)/u,
    (_, words: string, mb: string) => `${words}${Number(mb) * 200}`,
  );
  expect(larger).not.toBe(page);
  expect(scalePage(readFigures(larger))).not.toBe(scalePage(readFigures(page)));
});
