import { expect, test } from 'vitest';

import { MESSAGES } from '../language/catalogue.ts';
import { wordingIn } from '../language/wording.ts';
import { describeRefusal } from './describe-outcome.ts';

const pseudo = wordingIn({
  tag: 'eo',
  texts: Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`])),
});
const rule = { path: 'dynastic/lamps', number: '2.4', title: 'Lamps' };

test.each([
  ['only the Emperor may do this', '⟦⟦only the Emperor may do this⟧ (rule 2.4 Lamps)⟧'],
  ['only an Admin may do this', '⟦⟦only an Admin may do this⟧ (rule 2.4 Lamps)⟧'],
  ['only a lit lamp burns', '⟦only a lit lamp burns (rule 2.4 Lamps)⟧'],
])(
  'the engine’s own reason is in the language of the game, a rule’s as its clause has it: %s',
  (reason, told) => {
    expect(describeRefusal({ reason, rule, code: 'refused', param: null }, pseudo)).toBe(told);
  },
);
