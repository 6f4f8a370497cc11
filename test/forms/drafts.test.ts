// One proposal of several changes: each is saved for later by the form in which it is written, and all are proposed at once.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { PostData } from '../../src/kernel/state.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import {
  AtTable,
  buttonsIn,
  fieldIn,
  formIn,
  saidIn,
  type Sent,
} from '../../src/seat/forms/fixtures/at-table.ts';
import { savedDraft } from '../../src/seat/forms/saved-draft.ts';

const VOTES = 'core/votable-matters/votes';
const KEEP = 'Save for later, with other changes';

const posts = (game: HomeGame): Promise<readonly PostData[]> =>
  withPosition(game, ({ open }) => Object.values(open.play.state().posts));

async function saveNewRule(bo: AtTable, title: string, text: string, why = ''): Promise<Sent> {
  return bo.press(await bo.open('rule', { change: 'add' }), KEEP, {
    'Title of the rule': title,
    'Its text': text,
    'Your reasons': why,
  });
}

async function saveVotes(bo: AtTable, hours: number): Promise<Sent> {
  const form = await bo.open('rule', { path: VOTES });
  const text = fieldIn(form, 'Its text').given[0] ?? '';
  return bo.press(form, KEEP, { 'Its text': text.replace('[48 hours]', `[${hours} hours]`) });
}

async function saveValue(bo: AtTable, name: string): Promise<Sent> {
  const form = await bo.open('values', { path: 'players.cy.name' });
  return bo.press(form, KEEP, { 'The new value of cy: Name': name });
}

test('changes saved for later become one proposal that names them all', async () => {
  const game = await homeWith();
  const bo = new AtTable(game, 'bo');
  const saved = await saveNewRule(bo, 'Lamps', 'Lamps are lit.', 'It is dark.');
  expect(saved).toMatchObject({
    done: 'Saved in your draft.',
    goTo: 'do/draft/',
    step: { said: ['Not proposed yet. Add another change, or propose your draft below.'] },
  });
  await saveVotes(bo, 36);
  await saveValue(bo, 'Cyrus');
  const form = await bo.open('draft');
  expect(form.lede).toBe('3 changes, in one proposal.');
  expect(form.parts.map(({ title, meta }) => [title, meta])).toEqual([
    ['Lamps', 'A new rule in Dynastic rules'],
    [expect.stringMatching(/^1\.\d+.* Votes$/u), 'Change the text'],
    ['cy: Name', 'Another value: Cyrus'],
  ]);
  expect(form.parts.map(({ links }) => links[0])).toEqual([
    { text: 'Go on writing Lamps', to: 'do/rule/?change=add&entry=1' },
    { text: 'Go on writing Votes', to: `do/rule/?path=${encodeURIComponent(VOTES)}` },
    { text: 'Set cy: Name back', to: 'do/values/?path=players.cy.name' },
  ]);
  expect(JSON.stringify(form.parts[1]?.diffs)).toMatch(/48.*36/u);
  expect(fieldIn(form, 'Your reasons').given).toEqual(['It is dark.']);
  expect(await posts(game)).toEqual([]);
  const sent = await bo.press(form, 'Propose everything');
  expect(sent).toMatchObject({ done: 'Proposed.', goTo: 'matters/1/' });
  const [post] = await posts(game);
  expect(post).toMatchObject({
    author: 'bo',
    title: 'Add Lamps, change Votes, set cy: Name',
    text: 'It is dark.',
  });
  expect(post?.changes.map(({ verb }) => verb).sort()).toEqual(['file', 'file', 'set']);
  // It is no draft any more.
  expect((await bo.open('draft')).lede).toMatch(/^Your draft is empty\./u);
});

test('a change can be removed, and removing the last one leaves nothing', async () => {
  const game = await homeWith();
  const bo = new AtTable(game, 'bo');
  await saveNewRule(bo, 'Lamps', 'Lamps are lit.');
  await saveNewRule(bo, 'Bells', 'Bells ring.');
  const first = await bo.open('draft');
  expect(buttonsIn(first)).toEqual(['Save for later', 'Propose everything', 'Remove Lamps', 'Remove Bells']);
  expect(await bo.press(first, 'Remove Lamps')).toMatchObject({ done: 'Removed from your draft.' });
  const second = await bo.open('draft');
  expect([second.lede, second.parts.map(({ title }) => title)]).toEqual([
    'One change, in one proposal.',
    ['Bells'],
  ]);
  await bo.press(second, 'Remove Bells');
  expect((await bo.open('draft')).parts).toEqual([]);
  expect(await posts(game)).toEqual([]);
});

test('the title and the reasons are kept with the draft, and the first title stays', async () => {
  const game = await homeWith();
  const bo = new AtTable(game, 'bo');
  await saveNewRule(bo, 'Lamps', 'Lamps are lit.', 'It is dark.');
  const saved = formIn(
    await bo.press(await bo.open('draft'), 'Save for later', {
      'Title of the proposal': 'Light',
      'Your reasons': 'It is very dark.',
    }),
  );
  expect(saidIn(saved)[0]).toBe('The title and the text are saved with your draft.');
  await saveNewRule(bo, 'Bells', 'Bells ring.', 'It is quiet.');
  const form = await bo.open('draft');
  expect([fieldIn(form, 'Title of the proposal').given, fieldIn(form, 'Your reasons').given]).toEqual([
    ['Light'],
    ['It is very dark.\n\nIt is quiet.'],
  ]);
  await bo.press(form, 'Propose everything');
  expect((await posts(game)).map(({ title }) => title)).toEqual(['Light']);
});

test('changing a rule again replaces its change, and a repeal replaces that', async () => {
  const game = await homeWith();
  const bo = new AtTable(game, 'bo');
  await saveVotes(bo, 36);
  const again = await bo.open('rule', { path: VOTES });
  expect(saidIn(again)).toContain('This text is in your draft.');
  expect(fieldIn(again, 'Its text').given[0]).toContain('[36 hours]');
  await bo.press(again, KEEP, { 'Its text': 'Everybody votes.' });
  await bo.press(
    await bo.open('rule', { path: VOTES, change: 'repeal' }),
    'Save the repeal for later, with other changes',
  );
  expect(savedDraft(bo.visit()).edits.map(({ id, edit }) => [id, edit.do])).toEqual([[1, 'repeal']]);
  expect(saidIn(await bo.open('rule', { path: VOTES }))).toContain('Your draft repeals this rule.');
});

test('points out what has changed since it was written, and proposes nothing', async () => {
  const game = await homeWith();
  const bo = new AtTable(game, 'bo');
  await saveVotes(bo, 36);
  const form = await bo.open('draft');
  await saveNewRule(bo, 'Lamps', 'Lamps are lit.');
  const other = formIn(await bo.press(form, 'Propose everything'));
  expect(saidIn(other)[0]).toMatch(
    /have changed since you saw them\. Check it again; nothing was proposed\.$/u,
  );
  expect(await posts(game)).toEqual([]);
  await bo.press(other, 'Propose everything');
  expect(await posts(game)).toHaveLength(1);
});

test('only its author can see a draft, and nobody has one without a seat', async () => {
  const game = await homeWith();
  const drafts = new Map();
  const [bo, cy] = ['bo', 'cy'].map((who) => new AtTable(game, who, { drafts }));
  await saveNewRule(bo as AtTable, 'Lamps', 'Lamps are lit.');
  expect((await (cy as AtTable).open('draft')).parts).toEqual([]);
  const nobody = new AtTable(game, null, { drafts });
  const form = await nobody.open('draft');
  expect([form.lede, form.links, form.buttons]).toEqual(['Say who you are to have a draft.', [], []]);
  expect(await nobody.send('draft', { do: 'propose' })).toMatchObject({
    refused: expect.stringMatching(/^403 Say who you are first/u),
  });
});

test('an empty draft proposes nothing', async () => {
  const game = await homeWith();
  const bo = new AtTable(game, 'bo');
  const form = formIn(await bo.send('draft', { do: 'propose', title: 'Nothing', mark: '' }));
  expect(form.lede).toMatch(/^Your draft is empty\./u);
  expect(await posts(game)).toEqual([]);
  // Its title isn't kept for the next one.
  expect(savedDraft(bo.visit())).toEqual({ edits: [], title: '', text: '', kind: '' });
});
