import { expect, test } from 'vitest';

import { MESSAGES } from '../language/catalogue.ts';
import { IN_ENGLISH, wordingIn } from '../language/wording.ts';
import { sayStatus } from './say-status.ts';

const texts = Object.fromEntries(MESSAGES.map((message) => [message, `⟦${message}⟧`]));
const marked = wordingIn({ tag: 'eo', texts });

test.each(['pending', 'enacted', 'failed', 'removed', 'undecided', 'resolved'])(
  '%s is said in the language of the game',
  (status) => {
    expect(sayStatus(status, IN_ENGLISH)).toBe(status);
    expect(sayStatus(status, marked)).toBe(`⟦${status}⟧`);
  },
);

test('what isn’t open for votes is a post, and a state of the rules’ own stays as they call it', () => {
  expect([sayStatus(null, marked), sayStatus('adjourned', marked)]).toEqual(['⟦post⟧', 'adjourned']);
});
