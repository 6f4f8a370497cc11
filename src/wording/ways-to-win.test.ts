import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { composeRuleset, listPacks, readPackFile } from '../ruleset/compose.ts';
import { readRuleset } from '../ruleset/read.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { waysToWin } from './ways-to-win.ts';

function ways(text: string, section: 'dynastic' | 'core' = 'dynastic'): readonly string[] {
  const rules = [{ path: 'dynastic/a', section, text }] as never;
  const model = { fields: { dynasty: { number: {} } } } as never;
  return waysToWin({ manifest: { rules }, model, terms: PLAIN_TERMS }).map(({ said }) => said);
}

test('a sentence that says who wins counts, and none that says who can’t', () => {
  expect(ways('A Player with [9](#value:many) Pearls has achieved victory; so it is.')).toEqual([
    'A Player with 9 Pearls has achieved victory.',
  ]);
  expect(ways('The Emperor cannot achieve victory. Nobody has achieved victory twice.')).toEqual([]);
  expect(ways('Whoever shows the higher card wins it.')).toEqual([]);
  expect(ways('A Player with 9 Pearls has achieved victory.', 'core')).toEqual([]);
});

test('whoever wins under a title is explained by the sentence that says who that is', () => {
  const who = 'This is the Player with the most Kudos';
  expect(
    ways(`Find the Star Player. ${who}; of several, the oldest. The Star Player has achieved victory.`),
  ).toEqual([`The Star Player has achieved victory. ${who}.`]);
  expect(ways(`Find the Pearl. ${who}. The Star Player has achieved victory.`)).toEqual([
    'The Star Player has achieved victory.',
  ]);
});

test('a row that makes somebody win is said if no sentence beside it says so', () => {
  const table = '| When | who | gets |\n| --- | --- | --- |\n| Pearls reach 9 | that player | wins |\n';
  expect(ways(table)).toEqual(['When Pearls reach 9, that player wins.']);
  expect(ways(`Whoever holds out... wins.\n\n${table}`)).toEqual(['When Pearls reach 9, that player wins.']);
  expect(ways(`The first with 9 Pearls wins.\n\n${table}`)).toEqual(['The first with 9 Pearls wins.']);
});

/** Dynasties that leave it to those who play them how they are won. */
const OPEN = new Set(['crypt', 'proving', 'ways-to-decide']);

test('of each dynasty of the library it is told how it is won', () => {
  const { dynasties } = listPacks(shippedLibrary);
  const untold = dynasties.filter((dynasty) => {
    const { pack } = readPackFile('pack.yml', shippedLibrary.get(`${dynasty}/pack.yml`) ?? '');
    const { files, terms } = composeRuleset(shippedLibrary, { core: pack?.core ?? '2021', dynasty }, caches);
    const { manifest } = readRuleset(files, terms, caches);
    return (
      waysToWin({ manifest, model: { fields: { dynasty: { number: {} } } } as never, terms }).length === 0
    );
  });
  expect(new Set(untold)).toEqual(OPEN);
});
