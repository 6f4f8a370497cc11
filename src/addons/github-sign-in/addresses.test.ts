import { expect, test } from 'vitest';

import { siteOf } from '../../site/data/fixtures/site-of.ts';
import { addresses } from './addresses.ts';

const forge = { actions: {}, posts: {}, signIn: {} } as never;

test('readers return to a page of the running game, if there is a service to sign in', () => {
  expect(addresses(siteOf({ forge }))).toEqual(['signed-in/']);
  expect(addresses(siteOf({ forge, home: '/' }))).toEqual([]);
  expect(addresses(siteOf())).toEqual([]);
});
