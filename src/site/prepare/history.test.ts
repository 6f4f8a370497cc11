import { expect, test } from 'vitest';
import type { LedgerLine } from '../../store/ledger-line.ts';
import type { MatterChange, PostData } from '../../kernel/state.ts';
import { PLAIN_TERMS, type RuleEntry } from '../../kernel/manifest.ts';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { changeLog } from './collect.ts';
import {
  bodyOf,
  currentBodies,
  firstRuleset,
  liveValuesOf,
  rulesetHistory,
  type RuleChange,
} from './history.ts';
import { RenderedCache } from './rendered-cache.ts';
import { attributeChanges } from './collect-record.ts';

const file = (...sentences: string[]): string => `---\ntitle: Oil\norder: 10\n---\n${sentences.join(' ')}\n`;
const write = (base: string, content: string): MatterChange => ({
  verb: 'file',
  path: 'content/ruleset/dynastic/oil.md',
  content,
  base,
});
const post = (id: string, ...changes: MatterChange[]): PostData => ({ id, changes }) as unknown as PostData;
const enacted = (n: number, id: string): LedgerLine => ({
  n,
  at: `2024-03-0${n}T09:00:00Z`,
  by: 'engine',
  what: `enact ${id}`,
  draws: [],
  changes: [],
});

/** Two proposals were made from the same text; the second was merged with what the first had made of it. */
function twoChanges(): readonly RuleChange[] {
  const first = file('It burns.', 'It costs one.', 'It is black.');
  const posts = {
    a: post('a', write(first, file('It burns.', 'It costs two.', 'It is black.'))),
    b: post('b', write(first, file('It burns.', 'It costs one.', 'It is green.'))),
  };
  const now = new Map([['dynastic/oil.md', file('It burns.', 'It costs two.', 'It is green.')]]);
  return rulesetHistory(now, [], posts, [enacted(1, 'a'), enacted(2, 'b')], PLAIN_TERMS);
}

test('a removed rule is called by words made of its file name', () => {
  const gone = { at: '', post: 'a', rule: 'dynastic/lair-actions', before: 'It burns.', after: null };
  const { order } = changeLog(new Map(), [], [gone] as unknown as readonly RuleChange[]);
  expect(order.map(({ title }) => title)).toEqual(['Lair actions']);
});

test('undoes a merged change as it was merged', () => {
  expect(twoChanges().map(({ post: by, before, after }) => [by, before, after])).toEqual([
    ['a', 'It burns. It costs one. It is black.', 'It burns. It costs two. It is black.'],
    ['b', 'It burns. It costs two. It is black.', 'It burns. It costs two. It is green.'],
  ]);
});

test('attributes each sentence to the change that made it', () => {
  expect(attributeChanges(twoChanges())).toEqual([
    { sentence: 'It costs two.', change: 0 },
    { sentence: 'It is green.', change: 1 },
  ]);
});

test('the record starts with the oldest text, and its splices lead to the text in force', () => {
  const changes = twoChanges();
  const now = 'It burns. It costs two. It is green.';
  const log = changeLog(new Map([['dynastic/oil', now]]), [{ rule: 'dynastic/oil', title: 'Oil' }], changes);
  let text = log.first['dynastic/oil'] ?? '';
  expect(text).toBe('It burns. It costs one. It is black.');
  for (const { splice } of log.changes) {
    const [from, gone, instead] = splice ?? [0, 0, ''];
    text = text.slice(0, from) + instead + text.slice(from + gone);
  }
  expect(text).toBe(now);
});

const rules = [
  { path: 'dynastic/oil', title: 'Oil', plainTitle: 'Oil', number: '2.1' },
] as unknown as RuleEntry[];
const undone = (now: string | null, ...changes: readonly (MatterChange | null)[]) => {
  const posts = Object.fromEntries(
    changes.map((change, at) => [`p${at}`, post(`p${at}`, ...(change === null ? [] : [change]))]),
  );
  const ledger = changes.map((_, at) => enacted(at + 1, `p${at}`));
  const files = new Map([
    ['dynastic/oil.ts', 'x'],
    ...(now === null ? [] : [['dynastic/oil.md', now] as const]),
  ]);
  return rulesetHistory(files, rules, posts, ledger, PLAIN_TERMS).map(({ post: by, rule, before, after }) => [
    by,
    rule,
    before,
    after,
  ]);
};
const gone = (base: string): MatterChange => ({ ...write(base, ''), content: null }) as MatterChange;
const edit = (replace: string, words: string, rule = 'Oil'): MatterChange => ({
  verb: 'edit-rule',
  rule,
  replace,
  with: words,
});

test.each<[string, string | null, readonly (MatterChange | null)[], readonly unknown[]]>([
  [
    'added, edited and edited again',
    file('It glows.'),
    [
      { verb: 'add-rule', title: 'Oil', text: 'It smells.' },
      edit('smells', 'burns'),
      edit('burns', 'glows', '2.1'),
    ],
    [
      ['p0', 'dynastic/oil', null, 'It smells.'],
      ['p1', 'dynastic/oil', 'It smells.', 'It burns.'],
      ['p2', 'dynastic/oil', 'It burns.', 'It glows.'],
    ],
  ],
  [
    'written and gone',
    null,
    [write('', file('It burns.')), gone(file('It burns.'))],
    [
      ['p0', 'dynastic/oil', '', 'It burns.'],
      ['p1', 'dynastic/oil', 'It burns.', null],
    ],
  ],
  [
    'named otherwise',
    file('It burns.'),
    [edit('smells', 'burns', 'Tar'), { verb: 'add-rule', title: 'Tar', text: 'x' }],
    [],
  ],
  ['edited to what it was', file('It burns.'), [edit('burns', 'burns')], []],
  [
    'set, transmuted or left alone',
    file('It burns.'),
    [{ verb: 'set', path: 'game.oil', value: 1 }, { verb: 'transmute', rule: 'Oil' }, null],
    [],
  ],
  [
    'written elsewhere',
    file('It burns.'),
    [
      { ...write('a', 'b'), path: 'content/pages/oil.md' } as MatterChange,
      { ...write('a', 'x'), path: 'content/ruleset/dynastic/oil.ts' } as MatterChange,
    ],
    [],
  ],
])('tells the history of a rule that was %s', (_, now, changes, told) => {
  expect(undone(now, ...changes)).toEqual(told);
});

test('a failed or unknown matter changed nothing', () => {
  const now = new Map([['dynastic/oil.md', file('It burns.')]]);
  const posts = { a: post('a', edit('smells', 'burns')) };
  const lines = [
    { ...enacted(1, 'a'), what: 'fail a' },
    { ...enacted(2, 'a'), what: 'act' },
    enacted(3, 'b'),
  ];
  expect(rulesetHistory(now, rules, posts, lines, PLAIN_TERMS)).toEqual([]);
});

test('strips front matter and the names of live values from texts', () => {
  const text = '---\ntitle: Oil\n---\n A [48](#value:a) and [[Core]](#value:b), [x](#list:c) [d](e).\n';
  expect(bodyOf(text, PLAIN_TERMS)).toBe('A 48 and [Core], x [d](e).');
  expect(bodyOf(null, PLAIN_TERMS)).toBeNull();
  expect([
    ...currentBodies(
      new Map([
        ['a/b.md', text],
        ['a/b.ts', text],
      ]),
      PLAIN_TERMS,
    ).keys(),
  ]).toEqual(['a/b']);
  const set = (before: readonly (readonly [string, string])[], after: typeof before): RuleChange =>
    ({ at: 'A', post: 'p', values: { before, after } }) as unknown as RuleChange;
  const changes = [
    set([], [['a', '36']]),
    set([['a', '36']], [['a', '36']]),
    set([['a', '36']], [['b', '1']]),
    set([], [['a', '48']]),
  ];
  expect(liveValuesOf('A [48](#value:a), [49](#value:a).', changes)).toEqual([
    {
      name: 'a',
      value: '48',
      set: [
        { at: 'A', post: 'p', from: null, to: '36' },
        { at: 'A', post: 'p', from: null, to: '48' },
      ],
    },
  ]);
});

test('the first ruleset has each rule under its number at that time', () => {
  const rule = (title: string, more = ''): string =>
    `---\ntitle: ${title}\norder: 10\n${more}---\n# ${title}\n`;
  const first = new Map([
    ['content/ruleset/core/votes.md', rule('Votes')],
    ['content/ruleset/core/votes/quorum.md', rule('Quorum')],
    ['content/ruleset/special-case/sleep.md', rule('Sleep', 'status: inactive\n')],
    ['content/pages/tea.md', rule('Tea')],
  ]);
  const about = { terms: PLAIN_TERMS, caches, wording: IN_ENGLISH };
  expect(
    firstRuleset(first, about, new RenderedCache()).map(({ anchor, number, inactive, html }) => [
      anchor,
      number,
      inactive,
      html,
    ]),
  ).toEqual([
    ['core.votes', '1.1', false, '<h4 id="core.votes:1">Votes</h4>'],
    ['core.votes.quorum', '1.1.1', false, '<h5 id="core.votes.quorum:1">Quorum</h5>'],
    ['special-case.sleep', '3.1', true, '<h4 id="special-case.sleep:1">Sleep</h4>'],
  ]);
});
