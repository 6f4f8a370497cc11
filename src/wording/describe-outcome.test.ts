import { expect, test } from 'vitest';

import type { RefusalData } from '../kernel/refusal.ts';
import { MESSAGES } from '../language/catalogue.ts';
import { IN_ENGLISH, wordingIn } from '../language/wording.ts';
import { describeRefusal } from './describe-outcome.ts';

const pseudo = wordingIn({
  tag: 'eo',
  texts: Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`])),
});
const rule = { path: 'dynastic/lamps', number: '2.4', title: 'Lamps' };

test.each([
  ['only the Emperor can do this', '⟦⟦only the Emperor can do this⟧ (rule 2.4 Lamps)⟧'],
  ['only an admin can do this', '⟦⟦only an admin can do this⟧ (rule 2.4 Lamps)⟧'],
  ['only a lit lamp burns', '⟦only a lit lamp burns (rule 2.4 Lamps)⟧'],
])('translates the engine’s own reason, and leaves a rule’s as its clause wrote it: %s', (reason, said) => {
  expect(describeRefusal({ reason, rule, code: 'refused', param: null }, pseudo)).toBe(said);
});

test('doesn’t translate a rule’s own reason that reads like one of the engine’s', () => {
  const reason = 'there is no post 9';
  const said = (code: RefusalData['code'], by: typeof rule | null): string =>
    describeRefusal({ reason, rule: by, code, param: null }, pseudo);
  const translated = said('no-such-post', null);
  expect(translated).toContain('⟦');
  expect(said('refused', null)).toBe(translated);
  expect(said('refused', rule)).toBe(`⟦${reason} (rule 2.4 Lamps)⟧`);
  expect(said('clause-fails', rule)).toBe(`⟦${translated} (rule 2.4 Lamps)⟧`);
});

test('names the line of a failing rule if it’s known, but not that of a refusing rule', () => {
  const where = 'dynastic/lamps.ts:4';
  const said = (code: RefusalData['code'], more: Partial<RefusalData>): string =>
    describeRefusal({ reason: 'boo', rule, code, param: null, ...more }, IN_ENGLISH);
  expect(said('clause-fails', { where })).toBe('boo (rule 2.4 Lamps, dynastic/lamps.ts:4)');
  expect(said('clause-fails', {})).toBe('boo (rule 2.4 Lamps)');
  expect(said('refused', { where })).toBe('boo (rule 2.4 Lamps)');
});

test('suggests the rule that was probably meant after the reason, before how to join', () => {
  const join = { kind: 'join-request', title: 'Ask to join' };
  const said = (more: Partial<RefusalData>): string =>
    describeRefusal(
      { reason: 'there is no rule Votess', rule, code: 'refused', param: null, ...more },
      IN_ENGLISH,
    );
  expect(said({ meant: 'Votes' })).toBe('there is no rule Votess (rule 2.4 Lamps). Did you mean “Votes”?');
  expect(said({ meant: 'Votes', join })).toMatch(
    /^there is no rule Votess \(rule 2\.4 Lamps\)\. Did you mean “Votes”\? To join the game/u,
  );
});
