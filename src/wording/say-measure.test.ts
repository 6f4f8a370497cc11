import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../language/wording.ts';
import type { Naming } from './naming.ts';
import { sayMeasure } from './say-taken-action.ts';

const naming = { wording: IN_ENGLISH, person: (id: string) => id.toUpperCase() } as unknown as Naming;

test.each([
  [{ mute: 'bo', why: 'insults on 3' }, 'muted BO: insults on 3'],
  [{ hide: 'bo', why: 'insults' }, 'muted BO, earlier words too: insults'],
  [{ unmute: 'bo' }, 'unmuted BO'],
  [{ joining: 'closed', why: 'spam' }, 'stopped new people from joining: spam'],
  [{ joining: 'open' }, 'let new people join again'],
  [{ pace: '20' }, 'limited everybody to 20 posts an hour'],
  [{ pace: 'none' }, 'lifted the limit on posts'],
  [{ same: 'bo cy' }, 'marked BO and CY as the same person'],
  [{ apart: ' bo,  cy' }, 'marked BO and CY as two people'],
  [{ ban: 'c2149n' }, 'blocked an address, recorded as c2149n'],
  [{ unban: 'c2149n' }, 'unblocked the address c2149n'],
])('describes %j as “%s”', (words, said) => {
  expect(sayMeasure(words, naming)).toBe(said);
});

const FOREIGN: readonly Readonly<Record<string, string>>[] = [{}, { shun: 'bo' }, { constructor: 'bo' }];

test('returns null for a measure of another engine', () => {
  expect(FOREIGN.map((words) => sayMeasure(words, naming))).toEqual([null, null, null]);
});
