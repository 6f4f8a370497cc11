import { expect, test } from 'vitest';

import { MESSAGES } from '../language/catalogue.ts';
import { IN_ENGLISH, wordingIn } from '../language/wording.ts';
import { sayStatus } from './say-status.ts';

const texts = Object.fromEntries(MESSAGES.map((message) => [message, `⟦${message}⟧`]));
const marked = wordingIn({ tag: 'eo', texts });

test.each(['pending', 'enacted', 'failed', 'removed', 'undecided', 'resolved'])(
  'translates %s into the game’s language',
  (status) => {
    expect(sayStatus(status, IN_ENGLISH)).toBe(status);
    expect(sayStatus(status, marked)).toBe(`⟦${status}⟧`);
  },
);

test('calls what isn’t voted on a post, and leaves the rules’ own states as they are', () => {
  expect([sayStatus(null, marked), sayStatus('adjourned', marked)]).toEqual(['⟦post⟧', 'adjourned']);
});
