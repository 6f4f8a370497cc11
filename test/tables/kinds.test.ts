// A cell calls a kind of post by its title, as the pages do; a kind that no rule knows is named, since such a row would never count.
import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../../src/kernel/manifest.ts';
import { Play } from '../../src/session/play/play.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { namesBeside } from '../../src/ruleset/read-rows.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { CellError } from '../../src/tables/cell.ts';
import { kindCalled } from '../../src/tables/provided.ts';

test.each([
  ['suber', undefined],
  ['2008', 'clans'],
  ['2019', 'menagerie'],
  ['2021', 'gallery'],
  ['2021', 'crypt'],
  ['fireside', 'dice-and-dares'],
  ['prose', undefined],
])('finds each kind of post by its title: %s %s', async (core, dynasty) => {
  const { files, terms } = composeRuleset(shippedLibrary, { core, ...(dynasty && { dynasty }) });
  const { provided } = namesBeside('', files, terms, { path: null, memo: undefined });
  const play = await Play.start({ files, terms, state: null, draw: () => 1 });
  const { kinds } = play.model;
  play.dispose();
  expect(Object.keys(kinds).length).toBeGreaterThan(1);
  for (const [id, { title }] of Object.entries(kinds))
    if (title !== null) expect([title, kindCalled(title, provided)]).toEqual([title, id]);
  expect(() => kindCalled('sonnet', provided)).toThrow(CellError);
});

test('reports a row for an unknown kind before it’s ever played', () => {
  const { files } = composeRuleset(shippedLibrary, { core: 'fireside' });
  const rule = (when: string): string =>
    `---\ntitle: Sonnets\norder: 90\n---\n| Each player has | starts at |\n| - | - |\n| Coins | 0 |\n\n| When | who | gets |\n| - | - | - |\n| ${when} | its author | 1 Coin |\n\n| Nobody may | if |\n| - | - |\n| make a sonnet | Coins < 1 |\n`;
  const doubts = (when: string): readonly string[] =>
    readRuleset(new Map([...files, ['dynastic/sonnets.md', rule(when)]]), PLAIN_TERMS).doubts.map(
      ({ line, message }) => `${line}: ${message}`,
    );
  const known = '15: No kind of post is called “sonnet”.';
  expect(doubts('a sonnet is made')).toEqual(['11: No kind of post is called “sonnet”.', known]);
  expect(doubts('a proposal is made')).toEqual([known]);
});
