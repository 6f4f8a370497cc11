// How rules changed, as pages tell it: in matters, at the end of a dynasty, and in what was played elsewhere.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { PLAIN_TERMS, type RuleEntry } from '../../kernel/manifest.ts';
import type { MatterChange, PostData } from '../../kernel/state.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import type { FrozenDynasty } from '../../store/dynasties/frozen.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import {
  currentBodies,
  firstRuleset,
  liveValuesIn,
  liveValuesOf,
  pastHistory,
  plainWords,
  rulesetHistory,
} from './history.ts';
import { RenderedCache } from './rendered-cache.ts';

const rule = (title: string, text: string): string => `---\ntitle: ${title}\n---\n${text}\n`;
const post = (id: string, ...changes: MatterChange[]): PostData => ({ id, changes }) as unknown as PostData;
const line = (n: number, what: string): LedgerLine => ({
  n,
  at: `2024-03-0${n}T09:00:00Z`,
  by: 'engine',
  what,
  draws: [],
  changes: [],
});
const OIL = { path: 'dynastic/oil', title: '[Core] Oil', plainTitle: 'Oil', number: '2.1' } as RuleEntry;

function historyOf(text: string, changes: readonly MatterChange[], what = 'enact a') {
  const files = new Map([
    ['dynastic/oil.md', rule('Oil', text)],
    ['dynastic/oil.ts', 'export default 1;'],
  ]);
  const history = rulesetHistory(files, [OIL], { a: post('a', ...changes) }, [line(1, what)], PLAIN_TERMS);
  return history.map(({ rule: path, before, after }) => [path, before, after]);
}

test.each(['[Core] Oil', 'Oil', '2.1', 'dynastic/oil'])('undoes an edit of the rule called %s', (name) => {
  const edit: MatterChange = { verb: 'edit-rule', rule: name, replace: 'burns', with: 'costs $&' };
  expect(historyOf('It costs $&.', [edit])).toEqual([['dynastic/oil', 'It burns.', 'It costs $&.']]);
});

test('a rule that a matter added didn’t exist before', () => {
  const add = { verb: 'add-rule', title: 'Oil', text: 'It burns.' } as unknown as MatterChange;
  expect(historyOf('It burns.', [add])).toEqual([['dynastic/oil', null, 'It burns.']]);
});

const edit = (replace: string, by: string, name = 'Oil'): MatterChange => ({
  verb: 'edit-rule',
  rule: name,
  replace,
  with: by,
});

test.each<[string, readonly MatterChange[], string]>([
  ['failed', [edit('burns', 'glows')], 'fail a'],
  ['was something else', [edit('burns', 'glows')], 'roll'],
  ['changed a rule that is gone', [edit('burns', 'glows', 'Water')], 'enact a'],
  ['changed a value', [{ verb: 'set', path: 'game.tide', value: 3 } as unknown as MatterChange], 'enact a'],
  ['changed nothing', [edit('glows', 'glows')], 'enact a'],
  [
    'changed code',
    [{ verb: 'file', path: 'content/ruleset/dynastic/oil.ts', content: '1', base: null }],
    'enact a',
  ],
  ['changed a page', [{ verb: 'file', path: 'content/pages/oil.md', content: '1', base: null }], 'enact a'],
])('a text has no history from what %s', (_, changes, what) => {
  expect(historyOf('It glows.', changes, what)).toEqual([]);
});

test('undoes two changes of one matter in turn, and lists the oldest first', () => {
  expect(historyOf('It glows.', [edit('burns', 'shines'), edit('shines', 'glows')])).toEqual([
    ['dynastic/oil', 'It burns.', 'It shines.'],
    ['dynastic/oil', 'It shines.', 'It glows.'],
  ]);
});

test('reads live values from the text, and shows them as plain words', () => {
  const text =
    'Open for [48](#value:window) hours, [[Core]](#value:tag), [twice](#value:window), see [x](y).';
  expect(plainWords(text)).toBe('Open for 48 hours, [Core], twice, see [x](y).');
  expect(liveValuesIn(text)).toEqual([['window', '48']]);
  expect(liveValuesIn(null)).toEqual([]);
  const values = (before: string | null, after: string | null) => ({
    before: before === null ? [] : [['window', before] as const],
    after: after === null ? [] : [['window', after] as const],
  });
  const change = (n: string, before: string | null, after: string | null) => ({
    at: `2024-03-0${n}`,
    post: n,
    rule: 'x',
    before: '',
    after: '',
    values: values(before, after),
  });
  const changes = [
    change('1', null, '36'),
    change('2', '36', '36'),
    change('3', '36', '48'),
    change('4', '48', null),
  ];
  expect(liveValuesOf(text, changes)).toEqual([
    {
      name: 'window',
      value: '48',
      set: [
        { at: '2024-03-01', post: '1', from: null, to: '36' },
        { at: '2024-03-03', post: '3', from: '36', to: '48' },
      ],
    },
  ]);
});

test('the current texts are those of the rules only, in the game’s terms', () => {
  const files = new Map([
    ['core/a.md', rule('A', 'A [3](#value:x) {player}.')],
    ['core/a.ts', 'export default 1;'],
  ]);
  const terms = { ...PLAIN_TERMS };
  expect([...currentBodies(files, terms)].map(([path]) => path)).toEqual(['core/a']);
  expect(currentBodies(files, terms).get('core/a')).toMatch(/^A 3 /u);
});

const frozen = (last: Record<string, string>, more: Partial<FrozenDynasty> = {}): FrozenDynasty => ({
  about: {
    number: 2,
    name: 'Second',
    emperor: null,
    ended: '2024-05-01T09:00:00Z',
    successor: null,
    terms: { player: 'Player' },
    posts: 0,
  },
  posts: {},
  ledger: [],
  revisions: [],
  last: new Map(Object.entries(last).map(([path, text]) => [`content/ruleset/${path}`, text])),
  ...more,
});
const LAST = {
  'core.md': rule('Core', 'All.'),
  'core/votes.md': rule('Votes', 'Two days.'),
  'dynastic.md': rule('Dynastic', 'Here.'),
  'dynastic/oil.md': rule('Oil', 'It burns.'),
};
const next = (ruleset: Record<string, string>) => ({
  ruleset: new Map(Object.entries(ruleset)),
  terms: PLAIN_TERMS,
});

test('at the end of a dynasty, its own rules go and those of the next one come', () => {
  const { 'dynastic/oil.md': _, ...rest } = LAST;
  const then = { ...rest, 'dynastic/fog.md': rule('Fog', 'Thick.'), 'dynastic/fog.ts': 'x' };
  const changes = pastHistory(frozen(LAST), next(then), caches);
  expect(changes.map(({ at, post: by, rule: path, before, after }) => [at, by, path, before, after])).toEqual(
    [
      ['2024-05-01T09:00:00Z', '', 'dynastic/oil', 'It burns.', null],
      ['2024-05-01T09:00:00Z', '', 'dynastic/fog', null, 'Thick.'],
    ],
  );
  expect(pastHistory(frozen(LAST), null, caches)).toEqual([]);
});

test('the history includes the dynasty’s matters and what an import knows of its rules', () => {
  const posts = { a: post('a', edit('burnt', 'burns', 'dynastic/oil')) };
  const ledger = [line(1, 'enact a')];
  const revision = {
    at: '2024-02-01T09:00:00Z',
    by: 'bo',
    path: 'core/votes.md',
    before: null,
    after: rule('Votes', '[2](#value:days) days.'),
  };
  const changes = pastHistory(frozen(LAST, { posts, ledger, revisions: [revision] }), next(LAST), caches);
  expect(changes.map(({ at, post: by, rule: path, before, after }) => [at, by, path, before, after])).toEqual(
    [
      ['2024-03-01T09:00:00Z', 'a', 'dynastic/oil', 'It burnt.', 'It burns.'],
      ['2024-02-01T09:00:00Z', '', 'core/votes', null, '2 days.'],
    ],
  );
  expect(changes[1]?.values.after).toEqual([['days', '2']]);
});

test('shows the ruleset that a dynasty began with as rules, with numbers and HTML', () => {
  const files = new Map(
    Object.entries({ ...LAST, 'core/votes.md': '---\ntitle: Votes\n---\n# Counting\n\n*Two* days.\n' }).map(
      ([path, text]) => [`content/ruleset/${path}`, text],
    ),
  ).set('content/game.yml', 'name: Harbour\n');
  const shown = firstRuleset(files, { terms: PLAIN_TERMS, caches, wording: IN_ENGLISH }, new RenderedCache());
  expect(shown.map(({ anchor, number, title, inactive }) => [anchor, number, title, inactive])).toEqual([
    ['core', '1', 'Core', false],
    ['core.votes', '1.1', 'Votes', false],
    ['dynastic', '2', 'Dynastic', false],
    ['dynastic.oil', '2.1', 'Oil', false],
  ]);
  expect(shown[1]?.html).toMatch(/<h[3-6][^>]*>Counting/u);
  expect(shown[1]?.html).toContain('<em>Two</em> days.');
});
