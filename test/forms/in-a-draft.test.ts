// What a draft says of each of its changes, and where each can be gone on with.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { DraftEdit } from '../../src/seat/draft-several.ts';
import { AtTable, formIn, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';
import { keepEdit } from '../../src/seat/forms/saved-draft.ts';

const CODE = "import { rule } from 'gitnomic/rules';\nexport default rule(() => ({}));\n";
const OTHER = CODE.replace('({})', '({ actions: {} })');
const ruleOf = (title: string, words = `${title} ring.`): string =>
  `---\ntitle: ${title}\norder: 5\n---\n${words}\n`;
const NAMES = ['Bells', 'Drums', 'Flutes', 'Gongs', 'Harps', 'Horns'];
const RULES = Object.fromEntries(
  NAMES.flatMap((title) => {
    const path = `dynastic/${title.toLowerCase()}`;
    return [
      [`${path}.md`, ruleOf(title)],
      [`${path}.ts`, CODE],
    ];
  }),
);
const edit = (title: string, body: string, after?: string): DraftEdit => ({
  do: 'edit',
  path: `dynastic/${title.toLowerCase()}`,
  before: ruleOf(title),
  body,
  ...(after === undefined ? {} : { clause: { before: CODE, after } }),
});

test('names each change, with what it does and what is wrong with it', async () => {
  const game = await homeWith({ rules: RULES });
  const bo = new AtTable(game, 'bo');
  const edits: readonly DraftEdit[] = [
    edit('Bells', 'Bells ring twice.'),
    edit('Drums', 'Drums ring.', OTHER),
    edit('Flutes', 'Flutes sing.', ' '),
    edit('Gongs', 'Gongs ring.', '\n'),
    edit('Horns', 'Horns sound.', OTHER),
    { do: 'repeal', path: 'dynastic/harps', before: ruleOf('Harps') },
    { do: 'repeal', path: 'dynastic/lutes', before: ruleOf('Lutes') },
    { do: 'add', title: 'Clappers', under: 'dynastic/bells', body: 'They clap.' },
    { do: 'add', title: 'Silence', section: 'core', body: 'Nobody sings.' },
    { do: 'add', title: 'Song', body: 'Everybody sings.' },
    { do: 'set', path: 'players.cy.name', value: 'Cyrus' },
    { do: 'set', path: 'players.zed.name', value: 'Zed' },
  ];
  for (const one of edits) keepEdit(bo.visit(), one, null);
  const form = formIn(await bo.send('draft', { do: 'preview' }));
  const said = form.parts.map(({ title, meta, links, wrong }) => [
    title,
    meta,
    ...links.map(({ text }) => text),
    ...wrong,
  ]);
  expect(said).toEqual([
    ['2.1 Bells', 'Change the text', 'Go on writing Bells'],
    ['2.2 Drums', 'Change the code', 'Go on writing Drums'],
    ['2.3 Flutes', 'Change the text and remove the code', 'Go on writing Flutes'],
    ['2.4 Gongs', 'Remove its code', 'Go on writing Gongs'],
    ['2.6 Horns', 'Change the text and the code', 'Go on writing Horns'],
    ['2.5 Harps', 'Repealed, with its sub-rules', 'Look at Harps'],
    // It went after it was chosen.
    ['Lutes', 'Repealed, with its sub-rules', 'There is no rule “Lutes” any more. Remove this change.'],
    ['Clappers', 'A new rule in Bells', 'Go on writing Clappers'],
    ['Silence', 'A new rule in Basic rules', 'Go on writing Silence'],
    ['Song', 'A new rule', 'Go on writing Song'],
    ['cy: Name', 'Another value: Cyrus', 'Set cy: Name back'],
    [
      'players.zed.name',
      'Another value: Zed',
      'Set players.zed.name back',
      'There is no players.zed.name that can be set; did you mean players.dee.name?',
    ],
  ]);
  expect(form.parts.map(({ id, buttons: [out] }) => [id, out?.name, out?.value])).toEqual(
    edits.map((_, at) => [`change-${at + 1}`, 'out', String(at + 1)]),
  );
  expect(form.lede).toBe('12 changes, in one proposal.');
  expect(saidIn(form)).toEqual([
    'The title and the text are saved with your draft.',
    'Only the words of Bells change. The code goes on as before. The text now says “twice”.',
    'Only the code of Drums changes. The text still says the same.',
    'Only the code of Gongs changes. The text still says the same.',
  ]);
  expect(saidIn(formIn(await bo.press(form, 'Propose everything')))[0]).toBe(
    'It can’t be proposed like this: see the problems below.',
  );
});
