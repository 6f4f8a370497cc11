// A proposal of other values for what the game tracks.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { MatterChange } from '../../src/kernel/state.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { AtTable, fieldIn, formIn, labelsIn, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';

const NAME = { path: 'players.cy.name' };
const NEW_NAME = 'The new value of cy: Name';

const OIL = {
  'dynastic/oil.md': '---\ntitle: Oil\norder: 1\n---\nEach player has Oil.\n',
  'dynastic/oil.ts': `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({ player: { oil: integer({ min: 0 }) } }));
`,
};

/** Nothing is proposed in it. */
let quiet: HomeGame;
beforeAll(async () => {
  quiet = await homeWith({ rules: OIL });
});

const changesIn = (game: HomeGame): Promise<readonly MatterChange[]> =>
  withPosition(game, ({ open }) => Object.values(open.play.state().posts).flatMap(({ changes }) => changes));

test('a value is chosen, then its new contents, and both become a proposal', async () => {
  const game = await homeWith();
  const bo = new AtTable(game, 'bo');
  const empty = await bo.open('values');
  expect(labelsIn(empty).filter((label) => label.startsWith('Value to set'))).toHaveLength(4);
  const offered = fieldIn(empty, labelsIn(empty)[0] ?? '').options;
  expect(offered.find(({ value }) => value === 'cy: Name')).toEqual({ value: 'cy: Name', label: 'cy' });
  const chosen = formIn(
    await bo.press(empty, 'Continue with this choice', { [labelsIn(empty)[1] ?? '']: 'CY: name' }),
  );
  expect(fieldIn(chosen, NEW_NAME).given).toEqual(['cy']);
  expect(saidIn(chosen)).toEqual(['Enter the new value of cy: Name.']);
  expect(fieldIn(chosen, NEW_NAME).optional).toBe(false);
  const sent = await bo.press(chosen, 'Propose it', { [NEW_NAME]: 'Cyrus', 'Your reasons': 'It is longer.' });
  expect(sent).toMatchObject({ done: 'Proposed.', goTo: 'matters/1/' });
  expect(await changesIn(game)).toEqual([
    expect.objectContaining({ verb: 'set', path: 'players.cy.name', value: 'Cyrus' }),
  ]);
  const { title, text } = await withPosition(game, ({ open }) => open.play.state().posts['1'] as never);
  expect([title, text]).toEqual(['Set cy: Name', 'It is longer.']);
});

test('previews the change before it’s proposed, and while it’s typed', async () => {
  const bo = new AtTable(quiet, 'bo');
  const form = await bo.open('values', NAME);
  const seen = formIn(await bo.press(form, 'Preview the change', { [NEW_NAME]: 'Cyrus' }));
  expect(JSON.stringify(seen.said)).toContain('Cyrus');
  const typed = await bo.preview(form, 'Propose it', { [NEW_NAME]: 'Cyrus' });
  expect(JSON.stringify(typed.said)).toContain('Cyrus');
  expect(await changesIn(quiet)).toEqual([]);
});

test('names a value that the game doesn’t have, and refuses contents that don’t fit', async () => {
  const bo = new AtTable(quiet, 'bo');
  const form = await bo.open('values', { path: 'players.nobody.name' });
  expect(saidIn(formIn(await bo.press(form, 'Propose it')))).toContain(
    'There is no players.nobody.name that can be set.',
  );
  const oil = await bo.open('values', { path: 'players.cy.oil' });
  const wrong = formIn(await bo.press(oil, 'Propose it', { 'The new value of cy: Oil': 'a lot' }));
  expect(fieldIn(wrong, 'The new value of cy: Oil').wrong).toMatch(/./u);
  const nothing = formIn(await bo.press(await bo.open('values'), 'Propose it'));
  expect(saidIn(nothing)).toEqual(['You haven’t chosen a value yet.']);
  expect(await changesIn(quiet)).toEqual([]);
});

test('doesn’t propose the value that is already there', async () => {
  const bo = new AtTable(quiet, 'bo');
  const form = await bo.open('values', NAME);
  for (const button of ['Propose it', 'Save for later, with other changes'])
    expect(saidIn(formIn(await bo.press(form, button, { [NEW_NAME]: 'cy' })))).toContain(
      'cy: Name is cy already.',
    );
  expect(await changesIn(quiet)).toEqual([]);
});

test('doesn’t reuse for one value what was entered for another', async () => {
  const bo = new AtTable(quiet, 'bo');
  const form = await bo.open('values', NAME);
  const first = labelsIn(form)[0] ?? '';
  const other = formIn(
    await bo.press(form, 'Continue with this choice', { [first]: 'dee: Name', [NEW_NAME]: 'Cyrus' }),
  );
  expect(fieldIn(other, 'The new value of dee: Name').given).toEqual(['dee']);
});

test('shows a value in a draft as it was saved', async () => {
  const bo = new AtTable(quiet, 'bo');
  await bo.press(await bo.open('values', NAME), 'Save for later, with other changes', {
    [NEW_NAME]: 'Cyrus',
  });
  expect(fieldIn(await bo.open('values', NAME), NEW_NAME).given).toEqual(['Cyrus']);
});

test('somebody without a seat can look, but propose nothing', async () => {
  const nobody = new AtTable(quiet, null);
  const form = await nobody.open('values', NAME);
  expect(form.buttons.map(({ label }) => label)).toEqual(['Continue with this choice', 'Preview the change']);
  const words = { path: 'players.cy.name', 'for-0': 'players.cy.name', 'p-value-0': 'Cyrus' };
  for (const what of ['propose', 'keep'])
    expect(await nobody.send('values', { ...words, do: what })).toMatchObject({
      refused: expect.stringMatching(/^403 Say who you are first/u),
    });
  expect(await changesIn(quiet)).toEqual([]);
});
