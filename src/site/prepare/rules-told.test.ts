// The data of each rule: its text, its marks, and the votes and judgements about it.
import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { emptyState, type MatterChange, type PostData } from '../../kernel/state.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { readRuleset } from '../../ruleset/read.ts';
import type { RuleData } from '../data/site-data.ts';
import { rulesData, sectionsOf, type RulesSource } from './collect-rules.ts';
import type { RuleChange } from './history.ts';
import { RenderedCache } from './rendered-cache.ts';

const inFile = (title: string, body: string, more = ''): string =>
  `---\ntitle: ${title}\norder: 10\n${more}---\n${body}\n`;
const FILES = new Map([
  ['core.md', inFile('Core Rules', 'All play.')],
  ['core/votes.md', inFile('Votes', 'Lasts [48](#value:window) hours. A Quorum of Players votes.')],
  ['core/votes.ts', 'export default 1;'],
  ['core/votes/quorum.md', inFile('Quorum', 'Half of all.', 'mutable: false\n')],
  ['core/votes/quorum/half.md', inFile('Half', 'Rounded up.')],
  ['dynastic/the-font.md', inFile('The Font', 'Drink from a Font; see Quorum, and Votes.')],
  ['special-case/sleep.md', inFile('Sleep', 'All sleep.', 'status: inactive\nmutable: false\n')],
  [
    'appendix/words.md',
    inFile('Words', '- **Font**: a spring.\n- **day**: short.\n- **Ox**: an ox. Font, Oil.'),
  ],
]);
const { manifest } = readRuleset(FILES, PLAIN_TERMS);
const model = {
  fields: {},
  collections: {},
  actions: {},
  views: {},
  times: {},
  submissions: {},
  hooks: {},
  events: {},
  kinds: { cfj: { purpose: 'judge' }, proposal: { purpose: 'change' } },
} as unknown as RulesSource['model'];

const post = (id: string, status: string, change: object | null, more: Partial<PostData> = {}): PostData =>
  ({
    id,
    kind: 'proposal',
    status,
    title: `The Font ${id}`,
    text: '',
    changes: change === null ? [] : [change as MatterChange],
    omitted: [],
    ...more,
  }) as unknown as PostData;

function rulesWith(
  posts: readonly PostData[] = [],
  changes: readonly RuleChange[] = [],
): readonly RuleData[] {
  return rulesData({
    rules: manifest.rules,
    files: FILES,
    model,
    terms: PLAIN_TERMS,
    state: { ...emptyState(), posts: Object.fromEntries(posts.map((one) => [one.id, one])) },
    changes,
    tracked: [
      { title: 'Oil', rule: 'core/votes' },
      { title: 'Lasts', rule: 'core/gone' },
    ],
    rendered: new RenderedCache(),
    wording: IN_ENGLISH,
  });
}

test('each rule has its place, its text with linked terms, and its code', () => {
  const rules = rulesWith();
  expect(
    rules.map(({ path, anchor, number, depth, marked, clause }) => [
      path,
      anchor,
      number,
      depth,
      marked,
      clause,
    ]),
  ).toEqual([
    ['core', 'core', '1', 1, null, null],
    ['core/votes', 'core.votes', '1.1', 2, null, 'export default 1;'],
    ['core/votes/quorum', 'core.votes.quorum', '1.1.1', 3, 'immutable', null],
    ['core/votes/quorum/half', 'core.votes.quorum.half', '1.1.1.1', 4, null, null],
    ['dynastic/the-font', 'dynastic.the-font', '2.1', 2, null, null],
    ['special-case/sleep', 'special-case.sleep', '3.1', 2, 'inactive', null],
    ['appendix/words', 'appendix.words', '4.1', 2, null, null],
  ]);
  const htmlOf = (path: string): string | undefined => rules.find((one) => one.path === path)?.html;
  expect(htmlOf('core/votes')).toBe(
    '<p id="core.votes:1">Lasts <data class="live" data-name="window" value="48">48</data> hours. A <a class="term" data-to="core.votes.quorum">Quorum</a> of Players votes.</p>',
  );
  expect(htmlOf('dynastic/the-font')).toBe(
    '<p id="dynastic.the-font:1">Drink from a <a class="term" data-to="appendix.words:1">Font</a>; see <a class="term" data-to="core.votes.quorum">Quorum</a>, and <a class="term" data-to="core.votes">Votes</a>.</p>',
  );
  expect(htmlOf('appendix/words')).toBe(
    '<ul id="appendix.words:1">\n<li><strong>Font</strong>: a spring.</li>\n<li><strong>day</strong>: short.</li>\n<li><strong>Ox</strong>: an ox. Font, <a class="term" data-to="core.votes">Oil</a>.</li>\n</ul>',
  );
  for (const { rulings, proposals, promises, inWords } of rules)
    expect([rulings, proposals, promises, inWords]).toEqual([[], [], [], []]);
});

test('sections have titles and numbers, and a single one is titled as the rules', () => {
  expect(sectionsOf(manifest.rules, IN_ENGLISH)).toEqual([
    { id: 'core', title: 'Basic rules', number: '1 ' },
    { id: 'dynastic', title: 'Dynastic rules', number: '2 ' },
    { id: 'special-case', title: 'Special case', number: '3 ' },
    { id: 'appendix', title: 'Appendix', number: '4 ' },
  ]);
  const core = manifest.rules.filter(({ section }) => section === 'core');
  expect(sectionsOf(core, IN_ENGLISH)).toEqual([{ id: 'core', title: 'Rules', number: '1 ' }]);
  const numbered = [{ path: 'core/a', section: 'core', number: '207' }] as unknown as typeof core;
  expect(sectionsOf(numbered, IN_ENGLISH)).toEqual([{ id: 'core', title: 'Rules', number: '' }]);
  expect(sectionsOf([], IN_ENGLISH)).toEqual([]);
});

test.each<[string, object | null, string, string]>([
  [
    'edits it by its title',
    { verb: 'edit-rule', rule: 'Votes', replace: 'a', with: 'b' },
    'pending',
    'core/votes',
  ],
  ['repeals it by its path', { verb: 'repeal-rule', rule: 'core/votes' }, 'pending', 'core/votes'],
  ['transmutes it by its number', { verb: 'transmute', rule: '1.1' }, 'pending', 'core/votes'],
  [
    'writes its file',
    { verb: 'file', path: 'content/ruleset/core/votes/quorum.md' },
    'pending',
    'core/votes/quorum',
  ],
  [
    'sets its status',
    { verb: 'set', path: 'ruleset.Sleep.status', value: 'active' },
    'pending',
    'special-case/sleep',
  ],
  [
    'sets it by its path',
    { verb: 'set', path: 'ruleset.core/votes.entrenched', value: true },
    'pending',
    'core/votes',
  ],
  ['has passed', { verb: 'transmute', rule: '1.1' }, 'enacted', ''],
  ['sets a value of that name', { verb: 'set', path: 'players.Sleep.status', value: 1 }, 'pending', ''],
  ['adds a rule of that name', { verb: 'add-rule', title: 'Votes', text: 'x' }, 'pending', ''],
  ['names another rule', { verb: 'repeal-rule', rule: 'Voters' }, 'pending', ''],
  ['changes nothing', null, 'pending', ''],
])('shows a matter that %s at the rule that it would change, if any', (_, change, status, path) => {
  const touched = rulesWith([post('7', status, change)]).filter(({ proposals }) => proposals.length > 0);
  expect(touched.map((rule) => [rule.path, rule.proposals])).toEqual(path === '' ? [] : [[path, ['7']]]);
});

test('shows judgements at the rules that they mention or changed', () => {
  const judged = { kind: 'cfj' };
  const posts = [
    post('1', 'enacted', null, judged),
    post('2', 'enacted', null),
    post('3', 'failed', null, judged),
    post('4', 'enacted', { verb: 'transmute', rule: 'Half' }, { ...judged, title: 'Is it half?' }),
  ];
  expect(
    rulesWith(posts).flatMap(({ path, rulings }) => (rulings.length === 0 ? [] : [[path, rulings]])),
  ).toEqual([
    ['core/votes/quorum/half', ['4']],
    ['dynastic/the-font', ['1']],
  ]);
});

test('a live value lists the matters that set it', () => {
  const change = (rule: string, from: string, to: string, number: string): RuleChange =>
    ({
      at: `A${number}`,
      post: number,
      rule,
      before: `Lasts ${from} hours.`,
      after: `Lasts ${to} hours.`,
      values: { before: [['window', from]], after: [['window', to]] },
    }) as unknown as RuleChange;
  const changes = [
    change('core/votes', '24', '36', '9'),
    change('core/other', '1', '2', '10'),
    change('core/votes', '36', '48', '11'),
  ];
  expect(rulesWith([], changes).flatMap(({ values }) => values)).toEqual([
    {
      name: 'window',
      value: '48',
      set: [
        { at: 'A9', post: '9', from: '24', to: '36' },
        { at: 'A11', post: '11', from: '36', to: '48' },
      ],
    },
  ]);
});
