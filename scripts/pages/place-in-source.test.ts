import { convertToTsx } from '@astrojs/astro2tsx';
import { expect, test } from 'vitest';

import { placeInSource } from './place-in-source.ts';

const PAGE = '---\nconst count: number = 1;\n---\n\n<p>\n  {count.nowhere}\n</p>\n';

test('places a fault in the TSX of a page at the page’s own line and column', () => {
  const { code, mappings } = convertToTsx(PAGE, { filename: 'a.astro' });
  const before = code.slice(0, code.indexOf('nowhere'));
  const [line, column] = [before.split('\n').length, before.length - before.lastIndexOf('\n')];
  expect(placeInSource({ source: PAGE, code, mappings }, line, column)).toBe('(6,10)');
});
