import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { listPacks } from '../ruleset/compose.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { waysToWin } from './ways-to-win.ts';

function ways(text: string, section: 'dynastic' | 'core' = 'dynastic'): readonly string[] {
  const rules = [{ path: 'dynastic/a', section, text }] as never;
  const model = { fields: { dynasty: { number: {} } } } as never;
  return waysToWin({ manifest: { rules }, model, terms: PLAIN_TERMS }).map(({ said }) => said);
}

test('finds a sentence that says who wins, but not one that says who can’t', () => {
  expect(ways('A Player with [9](#value:many) Pearls has achieved victory; so it is.')).toEqual([
    'A Player with 9 Pearls has achieved victory.',
  ]);
  expect(ways('The Emperor cannot achieve victory. Nobody has achieved victory twice.')).toEqual([]);
  expect(ways('Whoever shows the higher card wins it.')).toEqual([]);
  expect(ways('A Player with 9 Pearls has achieved victory.', 'core')).toEqual([]);
});

test('adds the sentence that explains who holds a title if the title’s holder wins', () => {
  const who = 'This is the Player with the most Kudos';
  expect(
    ways(`Find the Star Player. ${who}; of several, the oldest. The Star Player has achieved victory.`),
  ).toEqual([`The Star Player has achieved victory. ${who}.`]);
  expect(ways(`Find the Pearl. ${who}. The Star Player has achieved victory.`)).toEqual([
    'The Star Player has achieved victory.',
  ]);
});

test('describes a table row that makes somebody win if no sentence beside it says so', () => {
  const table = '| When | who | gets |\n| --- | --- | --- |\n| Pearls reach 9 | that player | wins |\n';
  expect(ways(table)).toEqual(['When Pearls reach 9, that player wins.']);
  expect(ways(`Whoever holds out... wins.\n\n${table}`)).toEqual(['When Pearls reach 9, that player wins.']);
  expect(ways(`The first with 9 Pearls wins.\n\n${table}`)).toEqual(['The first with 9 Pearls wins.']);
});

/** Dynasties that leave it to those who play them how they are won. */
const OPEN = new Set(['crypt', 'proving', 'ways-to-decide']);

test('finds how each dynasty of the library is won', () => {
  const model = { fields: { dynasty: { number: {} } } } as never;
  const untold = listPacks(shippedLibrary).dynasties.filter((dynasty) => {
    const rules = [...shippedLibrary].flatMap(([path, text]) =>
      path.startsWith(`${dynasty}/dynastic/`) && path.endsWith('.md') && /win|won|victor/iu.test(text)
        ? [{ path, section: 'dynastic', text: splitFrontMatter(text).body }]
        : [],
    );
    return waysToWin({ manifest: { rules } as never, model, terms: PLAIN_TERMS }).length === 0;
  });
  expect(new Set(untold)).toEqual(OPEN);
});

test('without dynasties, rules of any section may say how the game is won', () => {
  const rules = [
    { path: 'core/a', section: 'core', text: 'Whoever has 100 Points wins the game.' },
    { path: 'dynastic/b', section: 'dynastic', text: 'The winner is the oldest Player.' },
    { path: 'core/c', section: 'core', text: 'Wins the game' },
  ];
  const of = (fields: object) =>
    waysToWin({ manifest: { rules } as never, model: { fields } as never, terms: PLAIN_TERMS });
  expect(of({})).toEqual([
    { rule: 'core/a', said: 'Whoever has 100 Points wins the game.' },
    { rule: 'dynastic/b', said: 'The winner is the oldest Player.' },
    { rule: 'core/c', said: 'Wins the game' },
  ]);
  expect(of({ dynasty: { number: {} } })).toEqual([
    { rule: 'dynastic/b', said: 'The winner is the oldest Player.' },
  ]);
});
