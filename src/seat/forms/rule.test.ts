import { expect, test } from 'vitest';

import { somebody } from '../../session/fixtures/desk.ts';
import { homeWith } from '../../host/fixtures/home-with.ts';
import type { HomeGame } from '../../host/game.ts';
import { withPosition } from '../read-table.ts';
import type { FilledForm, Visit } from './form.ts';
import { FormProblem } from './given.ts';
import { openFor } from './matter.ts';
import { visitOf } from './fixtures/visit-of.ts';
import { ruleHandler } from './rule.ts';

const visit = (game: HomeGame, who: string, words: Readonly<Record<string, string>>): Visit =>
  visitOf(game, somebody(who), words);
const givenIn = (form: FilledForm, name: string): string =>
  form.fields.find((one) => one.name === name)?.given[0] ?? '';
/** What one sends who changes one field of a form. */
const filled = (form: FilledForm, more: Readonly<Record<string, string>>) => ({
  ...form.hidden,
  ...Object.fromEntries(form.fields.map(({ name }) => [name, givenIn(form, name)])),
  ...more,
});
const posts = (game: HomeGame) => withPosition(game, ({ open }) => open.play.state().posts);
const changesOf = async (game: HomeGame, id: string) =>
  ((await posts(game))[id]?.changes ?? []).flatMap((one) => (one.verb === 'file' ? [one] : []));

test('authors write the texts again that they propose, and what else they propose stays', async () => {
  const game = await homeWith();
  const first = await ruleHandler.send(
    visit(game, 'bo', {
      change: 'add',
      name: 'Lamps',
      section: 'dynastic',
      body: 'Lamps are lit.',
      title: 'Light',
      text: 'Why not.',
      do: 'propose',
    }),
  );
  const id = 'step' in first && first.step.ok ? (first.step.post ?? '') : '';
  const path = (await changesOf(game, id))[0]?.path.replace(/^content\/ruleset\/|\.md$/gu, '') ?? '';
  const own = await openFor(visit(game, 'bo', { on: id }), 'own');
  expect(own.links).toEqual([
    { text: 'Change the text of “Lamps”', to: `do/rule/?of=${id}&path=${encodeURIComponent(path)}` },
  ]);
  const form = await ruleHandler.open(visit(game, 'bo', { of: id, path }));
  expect([givenIn(form, 'name'), givenIn(form, 'body').trim(), givenIn(form, 'title')]).toEqual([
    'Lamps',
    'Lamps are lit.',
    'Light',
  ]);
  expect(form.buttons.map(({ label }) => label)).toEqual(['Preview the change', 'Change the proposal']);
  const sent = await ruleHandler.send(
    visit(game, 'bo', filled(form, { body: 'Lamps are lit at dusk.', title: 'More light', do: 'propose' })),
  );
  expect(sent).toMatchObject({ done: 'Done.', goTo: `matters/${id}/` });
  expect((await posts(game))[id]).toMatchObject({ title: 'More light', text: 'Why not.' });
  expect((await changesOf(game, id)).map(({ content }) => content)).toEqual([
    expect.stringContaining('Lamps are lit at dusk.'),
  ]);
  // Nobody else can, and nothing new was posted.
  await expect(ruleHandler.open(visit(game, 'cy', { of: id, path }))).rejects.toThrow(FormProblem);
  expect(Object.values(await posts(game)).filter(({ author }) => author === 'bo')).toHaveLength(1);
});

test('a number in the words of a new rule that its table lacks is pointed out', async () => {
  const game = await homeWith();
  const preview = async (words: string): Promise<string> => {
    const body = `${words}\n\n| Each player has |\n| --- |\n| Claps |\n\n| When | who | gets |\n| --- | --- | --- |\n| Claps reach 2 | that player | wins |`;
    const answer = await ruleHandler.send(
      visit(game, 'bo', {
        change: 'add',
        name: 'Applause',
        section: 'dynastic',
        body,
        title: 'Applause',
        do: 'preview',
      }),
    );
    return JSON.stringify('form' in answer ? answer.form.said : null);
  };
  const apart = 'no line of the table has 3: the computer goes by the table.';
  expect(await preview('Whoever has 3 Claps wins.')).toContain(apart);
  for (const words of ['Whoever has 2 Claps wins.', 'Whoever has [3](#value:claps) Claps wins.'])
    expect(await preview(words)).not.toContain('the computer goes by the table');
});
