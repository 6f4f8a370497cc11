import { expect, test } from 'vitest';

import { Caches } from '../cache/caches.ts';
import { emptyState } from '../kernel/state.ts';
import { GOES_ON } from '../play/say-rehearsal.ts';
import type { Amendment, RulesRehearsal } from '../play/play-options.ts';
import { rehearsedOnce } from './rehearsed-before.ts';

const terms = { player: 'Player', players: 'Players', emperor: 'Emperor', emperors: 'Emperors' };
const edition = (text: string): Amendment['after'] => ({ files: new Map([['a.md', text]]), terms });

/** Counts how often a change was rehearsed, with a rule that reads the ledger's first line. */
function counting(): { readonly of: (changed: Partial<Amendment>, result?: RulesRehearsal) => number } {
  const caches = new Caches(null);
  const amendment: Amendment = {
    before: edition('before'),
    after: edition('after'),
    state: emptyState(),
    at: '2024-01-01T00:00:00Z',
    ledger: { length: 2, at: (index) => ['first', 'second'][index] },
    caches,
  };
  let count = 0;
  return {
    of(changed, result = GOES_ON) {
      rehearsedOnce({ ...amendment, ...changed }, ({ ledger }) => {
        count += 1;
        ledger.at(0);
        return result;
      });
      return count;
    },
  };
}

test('the same change in the same game at the same time is rehearsed once', () => {
  const rehearsals = counting();
  expect(rehearsals.of({})).toBe(1);
  expect(rehearsals.of({ before: edition('before'), after: edition('after'), state: emptyState() })).toBe(1);
});

test.each<[string, Partial<Amendment>]>([
  ['the rules as they are', { before: edition('other') }],
  ['the rules as they would be', { after: edition('other') }],
  ['words', { after: { ...edition('after'), terms: { ...terms, player: 'Elf' } } }],
  ['the game', { state: { ...emptyState(), game: { gold: 1 } } }],
  ['the time', { at: '2024-01-01T00:00:01Z' }],
  ['values that it sets', { values: [{ path: 'game.gold', value: 2 }] }],
  ['a line of the ledger that a rule asked for', { ledger: { length: 2, at: () => 'other' } }],
])('it is rehearsed anew where these differ: %s', (_, changed) => {
  const rehearsals = counting();
  rehearsals.of({});
  expect(rehearsals.of(changed)).toBe(2);
  expect(rehearsals.of(changed)).toBe(2);
});

test('lines of the ledger that no rule asked for make no difference', () => {
  const rehearsals = counting();
  rehearsals.of({});
  expect(rehearsals.of({ ledger: { length: 9, at: (index) => (index === 0 ? 'first' : 'other') } })).toBe(1);
});

test('one that failed by itself is made again', () => {
  const rehearsals = counting();
  rehearsals.of({}, { ...GOES_ON, untried: 'the machine was busy' });
  expect(rehearsals.of({})).toBe(2);
});
