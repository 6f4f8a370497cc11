// “Make it count”: lines of a table, written by choosing.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import {
  AtTable,
  buttonsIn,
  fieldIn,
  formIn,
  labelsIn,
  saidIn,
} from '../../src/seat/forms/fixtures/at-table.ts';

const SEEDS = 'dynastic/seeds';
const TABLE = '| Each player has | starts at |\n| --- | --- |\n| Seeds | 2 |\n| Crumbs | 0 |\n';
const RULES = { [`${SEEDS}.md`]: `---\ntitle: Seeds\norder: 1\n---\nApples have [seeds](#x).\n\n${TABLE}` };

/** Nothing is proposed in it. */
let game: HomeGame;
let bo: AtTable;
beforeAll(async () => {
  game = await homeWith({ rules: RULES });
  bo = new AtTable(game, 'bo');
});

test('the lines of a rule are sentences, beside its words', async () => {
  const form = await bo.open('count', { path: SEEDS });
  expect(form.title).toBe('Make it count: Seeds');
  expect(form.lede).toMatch(/^Each line is something that the computer counts/u);
  expect(form.links).toEqual([{ text: 'The rule as it stands', to: `rules/${SEEDS}/` }]);
  expect(form.parts[0]).toMatchObject({ id: 'words', meta: 'Apples have seeds.' });
  expect(form.parts.slice(1, 3).map(({ title }) => title)).toEqual([
    expect.stringMatching(/Seeds.*2/u),
    expect.stringMatching(/Crumbs.*0/u),
  ]);
  expect(buttonsIn(form)).toEqual(
    expect.arrayContaining(['Change line 1', 'Remove line 2', 'Add something to count', 'Propose it']),
  );
  expect(labelsIn(form)).not.toContain('Title of the rule');
});

test('removes a line from the text, and proposes nothing yet', async () => {
  const form = formIn(await bo.press(await bo.open('count', { path: SEEDS }), 'Remove line 1'));
  expect(saidIn(form)).toEqual(['It is in the rule’s new text. Nothing is proposed yet.']);
  expect(form.parts.filter(({ id }) => id.startsWith('row-'))).toHaveLength(1);
  expect(form.hidden['body']).not.toContain('| Seeds');
  expect(form.hidden['body']).toContain('| Crumbs');
  expect(await withPosition(game, ({ open }) => open.play.state().posts)).toEqual({});
});

test('changes a line by what is chosen, and keeps the words around it', async () => {
  const row = formIn(await bo.press(await bo.open('count', { path: SEEDS }), 'Change line 1'));
  expect(row).toMatchObject({ title: 'Make it count: Seeds', hidden: { is: 'variables', row: '0-0' } });
  const start = labelsIn(row).find((label) => /start/iu.test(label)) ?? '';
  // What it would have done is told beside the fields, which stay.
  const past = formIn(await bo.press(row, 'What would have happened?', { [start]: '5' }));
  expect([buttonsIn(past), fieldIn(past, start).given]).toEqual([buttonsIn(row), ['5']]);
  const list = formIn(await bo.press(row, 'Put it into the rule', { [start]: '5' }));
  expect(list.hidden['body']).toMatch(/\| Seeds +\| 5 +\|/u);
  expect(list.hidden['body']).toContain('Apples have [seeds](#x).');
});
test('an incomplete line isn’t added, and leaving changes nothing', async () => {
  const row = formIn(await bo.press(await bo.open('count', { path: SEEDS }), 'Add something to count'));
  expect(row.hidden).toMatchObject({ is: 'variables', row: '' });
  const still = formIn(await bo.press(row, 'Put it into the rule'));
  expect(still.lede).toBe('Choose what this line says. Below you can read it as a sentence.');
  expect(saidIn(still).join(' ')).toContain('Possible here: ');
  const left = formIn(await bo.press(still, 'Cancel'));
  expect(left.parts.filter(({ id }) => id.startsWith('row-'))).toHaveLength(2);
  expect(left.hidden['body']).toContain(TABLE.trim());
});

test('a new rule begins without lines, and its title appears once entered', async () => {
  const form = await bo.open('count', { change: 'add' });
  expect([form.title, form.links]).toEqual(['Make it count', []]);
  expect(form.lede).toMatch(/^The computer counts nothing in this rule yet\./u);
  expect(labelsIn(form)[0]).toBe('Title of the rule');
  expect(form.parts.map(({ id }) => id)).toEqual(['add']);
  const row = formIn(await bo.press(form, 'Add something to count', { 'Title of the rule': 'Lamps' }));
  expect(row.title).toBe('Make it count: Lamps');
});

test('the list leads back to the text of the rule, with what was written', async () => {
  const list = formIn(await bo.press(await bo.open('count', { path: SEEDS }), 'Remove line 1'));
  const rule = await bo.preview(list, 'Back to the text');
  expect(rule.kind).toBe('rule');
  expect(JSON.stringify(rule.fields)).not.toContain('| Seeds');
});

test.each<Record<string, string>>([
  { do: 'change-9-9' },
  { do: 'add-nothing' },
  { do: 'change-x' },
  { do: '' },
])('shows the list for a line that doesn’t exist: %j', async (words) => {
  const form = formIn(await bo.send('count', { path: SEEDS, ...words }));
  expect(form.parts.filter(({ id }) => id.startsWith('row-'))).toHaveLength(2);
});

test('says what would have happened without repeating the lines', async () => {
  const list = formIn(await bo.press(await bo.open('count', { path: SEEDS }), 'Remove line 1'));
  const said = formIn(await bo.press(list, 'What would have happened?'));
  expect(saidIn(said).at(-1)).toBe(
    'Too little has happened in the last weeks to show what would have been different.',
  );
  expect(said.said.flatMap(({ diffs }) => diffs)).toEqual([]);
  expect(said.hidden['body']).toBe(list.hidden['body']);
});

test('tries a new rule before it has a title', async () => {
  const body = '| Each player has | starts at |\n| --- | --- |\n| Tokens | 2 |';
  const tried = formIn(await bo.send('count', { change: 'add', section: 'dynastic', body, do: 'preview' }));
  expect(saidIn(tried).join('\n')).toContain('Test run, with everybody in favour: it works.');
});

test('refuses a rule that doesn’t exist', async () => {
  expect(await bo.refusal('count', { path: 'dynastic/none' })).toMatch(/^404 /u);
});

test('an author can correct the lines of a proposed table while it may be changed', async () => {
  const own = await homeWith({ rules: RULES });
  const seat = new AtTable(own, 'bo');
  const told = { title: 'Crumbs', text: 'Why not.', do: 'propose' };
  const body = `We count.\n\n${TABLE.replace('Seeds', 'Nuts').replace('Crumbs', 'Shells')}`;
  const tried = await seat.send('rule', { change: 'add', name: 'Nuts', section: 'dynastic', body, ...told });
  const sent = await seat.press(formIn(tried), 'Propose it');
  const id = 'step' in sent && sent.step.ok ? (sent.step.post ?? '') : '';
  const path = 'dynastic/nuts';
  const list = formIn(await seat.press(await seat.open('rule', { of: id, path }), 'Make it count'));
  expect(buttonsIn(list)).toEqual(expect.arrayContaining(['Change line 1', 'Change the proposal']));
  const row = formIn(await seat.press(list, 'Change line 1'));
  const start = labelsIn(row).find((label) => /start/iu.test(label)) ?? '';
  const again = formIn(await seat.press(row, 'Put it into the rule', { [start]: '7' }));
  const shown = formIn(await seat.press(again, 'Change the proposal'));
  expect(await seat.press(shown, 'Change the proposal')).toMatchObject({ goTo: `matters/${id}/` });
  const posts = await withPosition(own, ({ open }) => Object.values(open.play.state().posts));
  const [change, ...more] = posts.flatMap(({ changes }) => changes);
  expect(more).toEqual([]);
  expect(change).toMatchObject({ content: expect.stringMatching(/\| Nuts +\| 7 +\|/u) as string });
});
