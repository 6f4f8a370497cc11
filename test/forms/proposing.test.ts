import { expect, test } from 'vitest';

import { somebody } from '../../src/session/fixtures/desk.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { FilledForm, FormHandler } from '../../src/seat/forms/form.ts';
import { visitOf } from '../../src/seat/forms/fixtures/visit-of.ts';
import { postHandler } from '../../src/seat/forms/post.ts';
import { ruleHandler } from '../../src/seat/forms/rule.ts';

async function sent(
  game: HomeGame,
  handler: FormHandler,
  words: Readonly<Record<string, string>>,
  part = true,
): Promise<FilledForm> {
  const answer = await handler.send(visitOf(game, somebody('bo'), words, part));
  if (!('form' in answer)) throw new Error('it was done');
  return answer.form;
}

test('a proposal written as a post says that it changes nothing, and a plain post doesn’t', async () => {
  const game = await homeWith();
  const lines = async (kind: string): Promise<readonly string[]> =>
    (await sent(game, postHandler, { kind, title: 'The end', text: 'Dee wins.' })).said[0]?.lines ?? [];
  expect(await lines('proposal')).toEqual([expect.stringContaining('If it passes, nothing changes by that')]);
  expect(await lines('plain')).toEqual([]);
});

test('points out words that no code carries out while they’re written, and offers a box to mean them so', async () => {
  const game = await homeWith();
  const rule = { change: 'add', section: 'dynastic', name: 'The end', title: 'End' };
  const words = { ...rule, body: 'Each Player who sings wins the game.' };
  const live = (await sent(game, ruleHandler, words)).said.flatMap(({ title }) => title ?? []);
  expect(live).toEqual([expect.stringContaining('The computer doesn’t count this, so you do it yourselves')]);
  // A sentence in which nothing sounds counted changes nothing either.
  for (const body of ['Dee wins.', 'The end is near.'])
    expect(
      (await sent(game, ruleHandler, { ...words, body })).said.flatMap(({ title }) => title ?? []),
    ).toEqual(['Nothing but these words would change: the computer does nothing because of them.']);
  const form = await sent(game, ruleHandler, { ...words, do: 'preview' }, false);
  expect(form.fields.find(({ name }) => name === 'meant')?.options).toEqual([
    { value: 'The end', label: 'Yes, with “The end” it is' },
  ]);
  const meant = await sent(
    game,
    ruleHandler,
    { ...words, text: 'For fun.', meant: 'The end', do: 'preview' },
    false,
  );
  expect(meant.fields.find(({ name }) => name === 'text')?.given).toEqual(['For fun.\nOn purpose: The end']);
  expect(meant.fields.map(({ name }) => name)).not.toContain('meant');
  expect(meant.said.flatMap(({ title }) => title ?? []).join()).toContain('says that this is on purpose');
});
