import { expect, test } from 'vitest';
import { singularOf } from '../kernel/sentence.ts';
import { keyOf } from './vocabulary.ts';

/** Words whose plural has only an `s` more, by their endings. */
const PLAIN = `run coin oar birdie brownie calorie collie cookie genie hoodie movie pie pixie prairie rookie selfie smoothie
  tie die lie zombie house horse prize axe cache muse cause shoe toe game day key vote nose rose maze`;
const OTHERS: readonly (readonly [one: string, many: string])[] = [
  ['entry', 'entries'],
  ['dynasty', 'dynasties'],
  ['berry', 'berries'],
  ['fairy', 'fairies'],
  ['match', 'matches'],
  ['wish', 'wishes'],
  ['box', 'boxes'],
  ['pass', 'passes'],
  ['bonus', 'bonuses'],
  ['hero', 'heroes'],
];
const named = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

test.each([...PLAIN.split(/\s+/u).map((one) => [one, `${one}s`] as const), ...OTHERS])(
  'finds the singular %s of %s',
  (one, many) => {
    expect(singularOf(named(many))).toBe(named(one));
    expect(singularOf(`Old ${named(many)}`)).toBe(`Old ${named(one)}`);
    // In a cell it is the same thing, however many there are.
    expect(keyOf(many)).toBe(keyOf(one));
  },
);

test.each(['Compass', 'Art', 'Status', 'Oasis', 'Gas'])('%s is already singular', (word) => {
  expect(singularOf(word)).toBe(word);
});
