import { expect, test } from 'vitest';
import { ownActions } from './leads.ts';
import type { SiteData } from './site-data.ts';

const action = (id: string, by: string, rule = 'dynastic/play') => ({ id, by: [by], rule });

test('lists the most usual actions first, and none that only others take', () => {
  const site = {
    dynasty: { number: 1 },
    actions: [
      action('rare', 'player'),
      action('usual', 'player'),
      action('never', 'player'),
      action('head', 'emperor'),
      action('vote', 'player', 'core/votes'),
    ],
    ledger: ['usual', 'rare', 'usual', 'head', 'head', 'head'].map((what) => ({ what })),
  } as unknown as SiteData;
  expect(ownActions(site).map(({ id }) => id)).toEqual(['usual', 'rare', 'never']);
});
