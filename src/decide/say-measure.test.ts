import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../language/wording.ts';
import type { Naming } from './naming.ts';
import { sayMeasure } from './say-measure.ts';

const naming = { wording: IN_ENGLISH, person: (id: string) => id.toUpperCase() } as unknown as Naming;

test.each([
  [{ mute: 'bo', why: 'insults on 3' }, 'muted BO: insults on 3'],
  [{ unmute: 'bo' }, 'let BO be heard again'],
  [{ joining: 'closed', why: 'spam' }, 'closed joining: spam'],
  [{ joining: 'open' }, 'opened joining'],
  [{ pace: '20' }, 'let nobody say more than 20 things in an hour'],
  [{ pace: 'none' }, 'let everybody say as much as they like'],
  [{ same: 'bo cy' }, 'marked BO and CY as one person’s'],
  [{ apart: ' bo,  cy' }, 'marked BO and CY as two people’s'],
  [{ ban: 'c2149n' }, 'banned an address, on record as c2149n'],
  [{ unban: 'c2149n' }, 'let the address c2149n in again'],
])('%j is told as “%s”', (words, told) => {
  expect(sayMeasure(words, naming)).toBe(told);
});

const FOREIGN: readonly Readonly<Record<string, string>>[] = [{}, { shun: 'bo' }, { constructor: 'bo' }];

test('words of another engine are told as nothing', () => {
  expect(FOREIGN.map((words) => sayMeasure(words, naming))).toEqual([null, null, null]);
});
