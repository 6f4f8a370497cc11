import { expect, test } from 'vitest';

import { wonDynasty } from './leaders.ts';
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
