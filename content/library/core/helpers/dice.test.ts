import { expect, test } from 'vitest';
import { cards, parseCommand } from './dice.ts';

test('reads the number of dice and the number of their sides', () => {
  expect(parseCommand('DICE6')).toEqual({ kind: 'dice', number: 1, sides: 6 });
  expect(parseCommand(' 3dice20 ')).toEqual({ kind: 'dice', number: 3, sides: 20 });
  expect(parseCommand('DICE99999999999999999999')).toEqual({
    kind: 'dice',
    number: 1,
    sides: 99_999_999_999_999_999_999n,
  });
  expect(parseCommand('DICE-4')).toEqual({ kind: 'dice', number: 1, sides: -4 });
});

test('picks words from lists, and reads braces only if they are allowed', () => {
  expect(parseCommand('fruit', { FRUIT: ['Lemon'] })).toEqual({ kind: 'pick', from: ['Lemon'] });
  expect(parseCommand('{tea, coffee}', {}, true)).toEqual({ kind: 'pick', from: ['tea', 'coffee'] });
  expect(parseCommand('{tea, coffee}')).toBeNull();
  expect(parseCommand('{}', {}, true)).toBeNull();
  expect(parseCommand('DICE')).toBeNull();
});

test('a pack of cards has every value of every suit', () => {
  expect(cards(['Spades', 'Hearts'], ['Ace', '2'])).toEqual([
    'Ace of Spades',
    '2 of Spades',
    'Ace of Hearts',
    '2 of Hearts',
  ]);
});
