import { expect, test } from 'vitest';

import { post, siteOf } from '../../site/data/fixtures/site-of.ts';
import { addresses, badgesOf } from './badges.ts';

test('badges show the numbers of the game, and each pending matter has a frame', () => {
  const site = siteOf({
    posts: [post('1'), post('2', { status: 'failed' })],
    figures: [
      { title: 'Votes Needed', value: 4 },
      { title: 'Rest', notice: 'x' },
      { title: 'pending', value: 9 },
    ],
    dynasty: { number: 3, name: '', emperor: 'ana', theme: '', address: null },
  });
  expect(badgesOf(site)).toEqual([
    { id: 'pending', title: 'pending', value: '1' },
    { id: 'votes-needed', title: 'Votes Needed', value: '4' },
    { id: 'dynasty', title: 'dynasty 3', value: '–' },
  ]);
  expect(badgesOf(siteOf()).map(({ id }) => id)).toEqual(['pending']);
  expect(addresses(site)).toEqual([
    'badges/pending.svg',
    'badges/votes-needed.svg',
    'badges/dynasty.svg',
    'embed/1/',
  ]);
  expect(addresses({ ...site, home: '/' })).toEqual([]);
});
