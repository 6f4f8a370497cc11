// Forms about things that are not there are refused, with a sentence and a status that programs understand.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../host/fixtures/home-with.ts';
import type { HomeGame } from '../../host/game.ts';
import { withPosition } from '../read-table.ts';
import { AtTable, fieldIn, formIn, saidIn } from './fixtures/at-table.ts';
import type { FilledForm } from './form.ts';

/** Nothing that Dee writes may change anything, and no proposal that Eli writes. */
const NIGHT = {
  'dynastic/dawn.md': '---\ntitle: Dawn\norder: 2\n---\nIt dawns.\n',
  'dynastic/night.md': '---\ntitle: Night\norder: 1\n---\nIt is night.\n',
  'dynastic/night.ts': `import { rule } from 'gitnomic/rules';
export default rule(({ refuse }) => ({
  hooks: {
    'may-post'({ author, kind }) {
      if (author.id === 'dee' && kind !== 'plain') refuse('it is night');
      if (author.id === 'eli' && kind === 'proposal') refuse('it is late');
    },
  },
}));
`,
};
let game: HomeGame;
beforeAll(async () => {
  game = await homeWith({ rules: NIGHT, posts: [{ by: 'bo', title: 'Tea' }] });
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
])('a form %s about %j does not open', async (form, about, why) => {
  const said = await new AtTable(game, 'cy').refusal(form, about);
  if (typeof why === 'string') expect(said).toBe(why);
  else expect(said).toMatch(why);
});

test('a new rule without a title or a text is none', async () => {
  const cy = new AtTable(game, 'cy');
  for (const [name, body] of [
    ['', 'It is dark.'],
    ['Night', ' '],
  ] as const) {
    const form = formIn(await cy.send('rule', { change: 'add', name, body, title: 'Night', do: 'preview' }));
    expect(saidIn(form).join('\n')).toContain('A new rule needs a title and a text.');
  }
});

const VALUE = { path: 'players.cy.name', 'for-0': 'players.cy.name', 'p-value-0': 'Cyrus' };
const VOTES = 'core/votable-matters/votes';
test.each<[form: string, words: Record<string, string>]>([
  ['rule', { change: 'add', name: 'Dusk', section: 'dynastic', body: 'It is dusk.' }],
  ['rule', { path: VOTES, body: 'Everybody votes.' }],
  ['rule', { path: 'dynastic/dawn', change: 'repeal' }],
  ['values', VALUE],
])(
  'what the rules would refuse is not proposed by the form %s with %j, and its button says why',
  async (name, words) => {
    const proposed = { ...words, title: 'Later', do: 'propose' };
    const dee = new AtTable(game, 'dee');
    const form = formIn(await dee.send(name, proposed));
    expect(saidIn(form)).toContainEqual(
      expect.stringMatching(/^The rules don’t allow it as a proposal: It is night/u),
    );
    const button = ({ buttons }: FilledForm) => buttons.find(({ value }) => value === 'propose');
    expect(button(form)?.refusal).toMatch(/^It is night/u);
    // Of two kinds another is open to Eli.
    const eli = new AtTable(game, 'eli');
    const other = formIn(await eli.send(name, { ...proposed, kind: 'proposal' }));
    expect(saidIn(other).join('\n')).toContain('It is late');
    expect([
      button(other)?.refusal,
      fieldIn(other, 'Kind of post').options.map(({ value }) => value),
    ]).toEqual([null, ['cfj']]);
    expect(await eli.send(name, { ...proposed, kind: 'none' })).toEqual({
      refused: '400 There’s no kind of proposal called none. Nothing was done.',
    });
    expect(await withPosition(game, ({ open }) => Object.keys(open.play.state().posts))).toEqual(['1']);
  },
);

test('a rule that is gone is not changed', async () => {
  const sent = { path: 'dynastic/gone', body: 'It is gone.', do: 'preview' };
  expect(await new AtTable(game, 'cy').send('rule', sent)).toEqual({ refused: NO_RULE });
});
