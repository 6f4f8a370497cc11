// Whatever a rule's own table carries out may be said in words beside it, in all rules with tables that there are.
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { describeParted, findParted, type InForce, type Parted } from '../../src/wording/say-parted.ts';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { puttingTerms } from '../../src/ruleset/terms.ts';
import { rowsInWords } from '../../src/ruleset/rows-in-words.ts';
import { splitFrontMatter } from '../../src/ruleset/front-matter.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import { shippedLibrary as library } from '../../src/store/fixtures/shipped-library.ts';
import { itemsIn, libraryFor } from '../tables/play.ts';
import { quickCaches as caches } from '../quick-caches.ts';
import { some } from '../slowly.ts';

const PLAYERS = ['ana', 'bo', 'cy'].map((id, at) => ({ id, name: id, admin: at === 0 }));

async function inForce(rules: ReadonlyMap<string, string>, set: object): Promise<InForce> {
  const { files } = await createGame(rules, {
    name: 'Words',
    core: '2021',
    players: PLAYERS,
    at: '2030-06-03T09:00:00Z',
    ...set,
  });
  const { play } = await openGame(files, { caches });
  const { manifest, model, terms, files: all } = play;
  play.dispose();
  return { manifest, model, terms, files: all };
}

const told = (parted: readonly Parted[]): readonly string[] => parted.map((one) => describeParted(one));

/** What is told of the sentences beside the tables: in a new rule, in a rule without tables, and in the rule itself. */
function toldOf(path: string, game: InForce): readonly string[] {
  const text = game.files.get(path) ?? '';
  const { body } = splitFrontMatter(text);
  const rows = rowsInWords(body, game.terms).map((row) => puttingTerms(game.terms)(row));
  const said = `${rows.join(' ')}\n\n${body}`;
  const file = (of: string, content: string): readonly string[] =>
    told(findParted({ changes: [{ verb: 'file', path: of, content }], text: '' }, game));
  const words = `---\ntitle: Plain\norder: 7\n---\n`;
  const plain = { ...game, files: new Map(game.files).set(path, `${words}Nothing yet.\n`) };
  const rules = game.manifest.rules.map(({ mechanics, ...rule }) =>
    `${rule.path}.md` === path || mechanics === undefined ? rule : { ...rule, mechanics },
  );
  const without = { ...plain, manifest: { ...game.manifest, rules } };
  return [
    ...told(findParted({ changes: [{ verb: 'add-rule', title: 'Given', text: said }], text: '' }, game)),
    ...file('content/ruleset/dynastic/given.md', `${words}${said}`),
    ...file(path, text.replace(body, `${body}\n${rows.join(' ')}\n`)),
    ...told(findParted({ changes: [{ verb: 'file', path, content: `${words}${said}` }], text: '' }, without)),
  ];
}

const { core: CORES, dynasties } = listPacks(library);
const SETS = [
  ...CORES.map((core) => ({ core })),
  ...dynasties.map((dynasty) => ({
    dynasty,
    core: readPackFile('', library.get(`${dynasty}/pack.yml`) ?? '').pack?.core ?? '2021',
  })),
];

test.each(some(SETS, 4))('reports nothing that tables carry out: %j', async (set) => {
  const game = await inForce(library, set);
  const counted = game.manifest.rules.filter(
    ({ mechanics, clause }) => mechanics !== undefined && clause === null,
  );
  expect(counted.flatMap(({ path }) => toldOf(`${path}.md`, game))).toEqual([]);
});

const items = itemsIn(readFileSync(new URL('../tables/given.yml', import.meta.url), 'utf8'));

test.each(some(items, 3))('reports nothing that tables carry out: $id', async (item) => {
  const game = await inForce(libraryFor(item, true), { core: 'suber' });
  expect(toldOf('core/given.md', game)).toEqual([]);
});

test('reports in a sentence words that a table contradicts, or that nothing carries out', async () => {
  const game = await inForce(library, { core: 'fireside', dynasty: 'dice-and-dares' });
  const edit = (rule: string, replace: string, words: string): string =>
    told(findParted({ changes: [{ verb: 'edit-rule', rule, replace, with: words }], text: '' }, game)).join(
      ' ',
    );
  expect([
    edit('The Goal', 'The first with 25 Points', 'The first with 40 Points'),
    edit('The Goal', 'Points reach 25', 'Points reach 40'),
    edit('Dares', 'A dare is risky', 'Each Player may dance on Mondays. A dare is risky'),
    edit('Dares', 'A dare is risky', 'A dare costs 2 Points. A dare is risky'),
    edit('Dares', '| 2 Points |', '| 3 Points |'),
    told(
      findParted(
        { changes: [{ verb: 'add-rule', title: 'Gifts', text: 'Whoever sings gains 3 Points.' }], text: '' },
        game,
      ),
    ).join(' '),
  ]).toMatchInlineSnapshot(`
    [
      "Only the words of The Goal change. Its table still says “When Points reach 25, that player wins.” The text now says “40” instead of “25”. If that is intended, add the line “On purpose: The Goal” to the proposal.",
      "Only the table of The Goal changes. The text still says “The first with 25 Points wins.” If that is intended, add the line “On purpose: The Goal” to the proposal.",
      "Only the words of Dares change. Its table still says “A player may dare, choosing another player, paying 2 Points, and the chosen player loses 1d6 Points.” The text now also says “Each Player may dance on Mondays.” If that is intended, add the line “On purpose: Dares” to the proposal.",
      "",
      "",
      "No table or code carries out these words of Gifts: “Whoever sings gains 3 Points.” If that is intended, add the line “On purpose: Gifts” to the proposal.",
    ]
  `);
});
