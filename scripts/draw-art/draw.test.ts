import { expect, test } from 'vitest';

import { MOST_BYTES_STORED, preparePicture } from '../../src/pictures/prepare-picture.ts';
import { draw, STYLES, type Style } from './draw.ts';

const styles = Object.keys(STYLES) as Style[];

test.each(styles)('%s: the same words give the same drawing, other words another one', (style) => {
  expect(draw({ style, seed: 'one' })).toBe(draw({ style, seed: 'one' }));
  expect(draw({ style, seed: 'one' })).not.toBe(draw({ style, seed: 'two' }));
});

test.each(styles)('%s gives a picture that can be kept', async (style) => {
  const svg = draw({ style, seed: 'kept' });
  expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|href/);
  const picture = await preparePicture(new TextEncoder().encode(svg));
  expect(picture.bytes.length).toBeLessThanOrEqual(MOST_BYTES_STORED);
  expect(picture.bytes.length).toBeGreaterThan(5000);
});

test('a forgery differs from the original only by its spider', () => {
  const [honest, forged] = [
    draw({ style: 'glass', seed: 'x' }),
    draw({ style: 'glass', seed: 'x', forged: true }),
  ];
  expect(forged.startsWith(honest.slice(0, -'</svg>'.length))).toBe(true);
  expect(forged.length).toBeGreaterThan(honest.length);
});
