// Forms about things that are not there are refused, with a sentence and a status that programs understand.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../host/fixtures/home-with.ts';
import type { HomeGame } from '../../host/game.ts';
import { AtTable, formIn, saidIn } from './fixtures/at-table.ts';

let game: HomeGame;
beforeAll(async () => {
  game = await homeWith({ posts: [{ by: 'bo', title: 'Tea' }] });
});
const NO_RULE = '404 There is no such rule in this game.';

test.each<[string, Record<string, string>, string | RegExp]>([
  ['rule', { path: 'core/nothing' }, NO_RULE],
  ['rule', { path: 'core/nothing', change: 'repeal' }, NO_RULE],
  ['rule', { path: 'core/votable-matters/votes', of: '1' }, /^40[34] /u],
  ['rule', { path: 'core/votable-matters/votes', of: '9' }, /^403 Only its author can change it/u],
  ['count', { path: 'core/nothing' }, NO_RULE],
  ['act', { action: 'nothing' }, '404 The rules have no such action.'],
  ['act', { action: 'ask-idl' }, /^404 .*did you mean/iu],
])('refuses to open the form %s about %j', async (form, about, why) => {
  const said = await new AtTable(game, 'cy').refusal(form, about);
  if (typeof why === 'string') expect(said).toBe(why);
  else expect(said).toMatch(why);
});

test('rejects a new rule without a title or a text', async () => {
  const cy = new AtTable(game, 'cy');
  for (const [name, body] of [
    ['', 'It is dark.'],
    ['Night', ' '],
  ] as const) {
    const form = formIn(await cy.send('rule', { change: 'add', name, body, title: 'Night', do: 'preview' }));
    expect(saidIn(form).join('\n')).toContain('A new rule needs a title and a text.');
  }
});

test('rejects a change to a rule that is gone', async () => {
  const sent = { path: 'dynastic/gone', body: 'It is gone.', do: 'preview' };
  expect(await new AtTable(game, 'cy').send('rule', sent)).toEqual({ refused: NO_RULE });
});
