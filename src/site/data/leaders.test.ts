import { expect, test } from 'vitest';

import { column, person, rule, siteOf } from './fixtures/site-of.ts';
import { finalTableOf, leadersOf, wonDynasty } from './leaders.ts';
import type { DynastyData } from './record-data.ts';
import type { SiteData } from './site-data.ts';

const dynasty = (number: number, from: string | null): DynastyData => ({
  number,
  name: '',
  emperor: null,
  theme: '',
  from,
  until: null,
});

test.each([
  ['that ends with the victory, where the rules count the next one from it', '2024-03-05', 1],
  ['that goes on until its winner begins the next one', '2024-03-01', 2],
])('the dynasty that was won is the one %s', (_, from, number) => {
  const site = {
    victory: { winner: 'bo', begins: 'bo', next: 'ascend', post: null, line: 7 },
    ledger: [{ n: 7, at: '2024-03-05' }],
    record: { dynasties: [dynasty(2, from), dynasty(1, null)] },
  } as unknown as SiteData;
  expect(wonDynasty(site)?.number).toBe(number);
});

test.each([
  ['the only one, even if it began with the victory', [dynasty(1, '2024-03-05')], 7, 1],
  ['the latest, if the victory is not on record', [dynasty(2, '2024-03-05'), dynasty(1, null)], 8, 2],
  ['the one before, if the next began with the victory', [dynasty(2, '2024-03-05'), dynasty(1, null)], 7, 1],
  ['the latest, if its beginning is not on record', [dynasty(2, null), dynasty(1, null)], 7, 2],
  ['none, if there are none', [], 7, undefined],
])('the dynasty that was won is %s', (_, dynasties, won, number) => {
  const site = {
    victory: { line: won },
    ledger: [
      { n: 6, at: '2024-03-01' },
      { n: 7, at: '2024-03-05' },
    ],
    record: { dynasties },
  } as unknown as SiteData;
  expect(wonDynasty(site)?.number).toBe(number);
});

test.each([
  ['The lowest score wins.', ['bo 1', 'dee 2', 'ana 3', 'cy 4']],
  ['The most score wins.', ['cy 4', 'ana 3', 'dee 2', 'bo 1']],
  ['The most gold wins.', undefined],
])('with “%s”, the table is %j', (said, table) => {
  const scores = { ana: 3, bo: 1, cy: 4, dee: 2 };
  const site = (people: Record<string, number>) =>
    siteOf({
      goal: {
        ways: [
          { rule: 'dynastic/other', said: 'Whoever shouts wins.' },
          { rule: 'dynastic/gone', said: 'The score is kept.' },
          { rule: 'dynastic/goal', said },
        ],
        claim: null,
      },
      rules: [rule('core/votes'), rule('dynastic/goal')],
      playerColumns: [column('score', { kind: 'integer' })],
      people: Object.entries(people).map(([id, score]) => person(id, { values: { score } })),
    });
  const led = leadersOf(site(scores));
  expect(led?.people.map((one) => `${one.person.id} ${one.count}`)).toEqual(table);
  expect(led?.rule.path).toBe(table && 'dynastic/goal');
  expect(leadersOf(site({}))).toBeNull();
  expect(finalTableOf(site({}))?.people).toEqual(table && []);
});
