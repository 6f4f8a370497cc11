// What the rules would refuse as a proposal, in each form that proposes something.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { AtTable, fieldIn, formIn, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';
import type { FilledForm } from '../../src/seat/forms/form.ts';
import { withPosition } from '../../src/seat/read-table.ts';

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
  game = await homeWith({ rules: NIGHT });
});

const VALUE = { path: 'players.cy.name', 'for-0': 'players.cy.name', 'p-value-0': 'Cyrus' };
const VOTES = 'core/votable-matters/votes';
test.each<[form: string, words: Record<string, string>]>([
  ['rule', { change: 'add', name: 'Dusk', section: 'dynastic', body: 'It is dusk.' }],
  ['rule', { path: VOTES, body: 'Everybody votes.' }],
  ['rule', { path: 'dynastic/dawn', change: 'repeal' }],
  ['values', VALUE],
])(
  'doesn’t propose what the rules would refuse by the form %s with %j, and its button says why',
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
    expect(await withPosition(game, ({ open }) => Object.keys(open.play.state().posts))).toEqual([]);
  },
);
