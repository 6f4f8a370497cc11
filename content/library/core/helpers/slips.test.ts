import { expect, test } from 'vitest';
import { whyNoSlip } from './slips.ts';

test.each([
  ['teh', 'the'],
  ['recieve', 'receive'],
  ['Thre are lamps', 'There are lamps'],
  ['thenight', 'the night'],
  ['the the night', 'the night'],
  ['he', 'they'],
  ['eir', 'their'],
])('%j for %j is an obvious slip', (before, after) => {
  expect(whyNoSlip(before, after)).toBeNull();
});

test.each([
  ['48', '24'],
  ['[twelve](#value:hours)', '[twelv](#value:hours)'],
  ['may not', 'may'],
  ['a Player gains', 'a Player never loses'],
  ['candle', 'lamp'],
  ['same', 'same'],
])('%j for %j is more than an obvious slip', (before, after) => {
  expect(whyNoSlip(before, after)).not.toBeNull();
});
