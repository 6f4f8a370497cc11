// The matters and changes that a rehearsal makes up.
import { expect, test } from 'vitest';

import type { MatterChange, PostData, State } from '../kernel/state.ts';
import type { Amendment } from '../session/play/play-options.ts';
import {
  askedInWords,
  changesToTry,
  momentsNamedIn,
  rulesNamed,
  touchedRules,
  wordsAskedBy,
  wordsOfMatters,
} from './sketch-changes.ts';

const rule = (title: string, text: string, more = ''): string =>
  `---\ntitle: ${title}\n${more}---\n${text}\n`;
const files = (all: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(all));
const VOTES = rule('Votes', 'People vote.\n\nThey vote once.');
const RULES = files({
  'core/votes.md': VOTES,
  'core/posts.md': rule('Posts', 'People post.'),
  'core/votes.ts': 'one',
  'dynastic/oil.md': rule('Oil', 'It burns.'),
  'dynastic/oil.ts': 'one',
  'dynastic/wick.md': rule('Wick', 'It is long.', 'mutable: false\n'),
});

const post = (more: Partial<PostData>): PostData =>
  ({
    id: '1',
    n: 1,
    title: 'Tea',
    text: 'Now.',
    author: 'bo',
    changes: [],
    comments: [],
    ...more,
  }) as PostData;
const stateOf = (...posts: readonly PostData[]): State =>
  ({
    players: { ana: {}, bo: {}, cy: {} },
    posts: Object.fromEntries(posts.map((one) => [one.id, one])),
  }) as unknown as State;
const file = (path: string, content: string | null, base?: string): MatterChange => ({
  verb: 'file',
  path: `content/ruleset/${path}`,
  content,
  ...(base === undefined ? {} : { base }),
});

test('a rule is touched if its words or clauses change and it still exists', () => {
  const after = files({
    'core/votes.md': 'other',
    'core/posts.md': RULES.get('core/posts.md') ?? '',
    'core/votes.ts': 'two',
    'dynastic/oil.md': RULES.get('dynastic/oil.md') ?? '',
    'dynastic/new.md': 'New',
    'dynastic/helpers/x.ts': 'x',
  });
  expect(touchedRules(RULES, after)).toEqual(['core/votes', 'dynastic/new', 'dynastic/oil']);
  expect(touchedRules(RULES, RULES)).toEqual([]);
  const many = files(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`dynastic/r${at}.md`, 'x'])));
  expect(touchedRules(RULES, many)).toEqual(Array.from({ length: 6 }, (_, at) => `dynastic/r${at}`));
});

const tried = (touched: readonly string[], state = stateOf(), values: Amendment['values'] = []) =>
  changesToTry(RULES, touched, { state, values });
const named = (changes: readonly MatterChange[]): readonly string[] =>
  changes.map((one) =>
    one.verb === 'file'
      ? `${one.content === null ? '-' : '+'}${one.path.slice('content/ruleset/'.length)}`
      : JSON.stringify(one),
  );

test('rewords and repeals the touched rules and one more of each section, last sections first', () => {
  expect(named(tried(['dynastic/oil']))).toEqual([
    '+dynastic/oil.md',
    '-dynastic/oil.md',
    '{"verb":"transmute","rule":"dynastic/wick"}',
    '+core/votes.md',
    '-core/votes.md',
  ]);
  expect(named(tried(['core/votes', 'dynastic/wick', 'dynastic/oil']))).toEqual([
    '+core/votes.md',
    '-core/votes.md',
    '{"verb":"transmute","rule":"dynastic/wick"}',
    '+dynastic/oil.md',
    '-dynastic/oil.md',
    '+core/posts.md',
    '-core/posts.md',
  ]);
  expect(tried(['core/votes'])[0]).toEqual(file('core/votes.md', `${VOTES}\nThey vote once.\n`, VOTES));
  expect(tried(['dynastic/oil'])[0]).toMatchObject({
    content: `${RULES.get('dynastic/oil.md')}\nIt burns.\n`,
  });
});

test('sets up to three values, and repeats up to two past changes', () => {
  const values = ['a', 'b', 'c', 'd'].map((path, value) => ({ path, value }));
  const old = post({ id: '1', n: 1, changes: [{ verb: 'set', path: 'game.old', value: 1 }] });
  const late = post({
    id: '2',
    n: 2,
    changes: [
      file('core/votes.md', 'They voted.', 'x'),
      file('core/votes.md', VOTES),
      file('core/posts.md', null),
      file('core/gone.md', 'Gone.'),
      { verb: 'repeal-rule', rule: 'Posts' },
      { verb: 'set', path: 'game.late', value: 2 },
    ],
  });
  const last = tried([], stateOf(old, late), values).slice(-5);
  expect(last).toEqual([
    ...values.slice(0, 3).map((one) => ({ verb: 'set', ...one })),
    file('core/votes.md', 'They voted.', VOTES),
    { verb: 'set', path: 'game.late', value: 2 },
  ]);
});

test('also asks for a change in words: by its rule and the first word of its last paragraph', () => {
  expect(askedInWords(file('core/votes.md', 'x', VOTES))).toEqual({
    verb: 'edit-rule',
    rule: 'core/votes',
    replace: 'They',
    with: 'They They',
  });
  expect(askedInWords(file('core/votes.md', null, VOTES))).toEqual({
    verb: 'repeal-rule',
    rule: 'core/votes',
  });
  expect(askedInWords(file('core/votes.md', 'x', rule('Votes', '3 vötes.')))).toMatchObject({
    replace: 'vötes',
  });
  const set = { verb: 'set', path: 'game.a', value: 1 } as const;
  expect(askedInWords(set)).toBe(set);
});

const words = (amendment: Partial<Amendment>) =>
  wordsOfMatters({
    state: stateOf(),
    before: { files: RULES },
    after: { files: RULES },
    ...amendment,
  } as never);

test('matters reuse the words of the current one, first with all sections in the title, then of the latest', () => {
  const change = [file('core/votes.md', null)];
  const posts = ['1', '2', '3', '4'].map((id) =>
    post({ id, n: Number(id), title: `T${id}`, text: `t${id}`, changes: change }),
  );
  const other = post({ id: '9', n: 9, title: 'A story', author: 'cy' });
  const state = stateOf(...posts, other);
  expect(words({ state, matter: posts[2] ?? post({}) }).words).toEqual([
    { title: '[core][dynastic] T3', text: 't3' },
    { title: 'T3', text: 't3' },
    { title: 'T4', text: 't4' },
    { title: 'T2', text: 't2' },
  ]);
  expect(words({ state }).words[1]).toEqual({ title: 'T4', text: 't4' });
  expect(words({}).words[1]).toEqual({ title: 'Votes', text: VOTES });
  expect(words({ matter: post({ title: 'x'.repeat(300) }) }).words[0]?.title).toHaveLength(300);
  const plain = { files: files({ 'core/a.md': 'No front matter.' }) };
  expect(words({ before: plain, after: plain } as never).words[1]).toEqual({
    title: 'Next',
    text: 'No front matter.',
  });
});

test('lists earlier authors first, and takes remarks from matters unless they could be votes', () => {
  const change = [file('core/votes.md', null)];
  const said = (text: string) => ({ text }) as PostData['comments'][number];
  const state = stateOf(
    post({ id: '1', n: 1, author: 'cy', changes: change, comments: [said('old')] }),
    post({
      id: '2',
      n: 2,
      author: 'gone',
      changes: change,
      comments: [said(''), said(':for:'), said('well')],
    }),
    post({ id: '3', n: 3, author: 'bo', comments: [said('a story')] }),
  );
  expect(words({ state })).toMatchObject({ people: ['cy', 'ana', 'bo'], remark: 'well' });
  expect(words({})).toMatchObject({ people: ['ana', 'bo', 'cy'], remark: '' });
});

const CLAUSE =
  "import { rule } from 'gitnomic/rules';\nif (title !== 'please' && text !== \"kindly\" && x !== `now` && y !== 'a' && z !== `${b} c`) refuse('no');";

test('tries the strings that a changed clause quotes, alone and all together', () => {
  const after = new Map(RULES).set('dynastic/oil.ts', CLAUSE).set('dynastic/oil.md', "It's 'not' read.");
  const { named: found, words: plain } = words({ after: { files: after } } as never);
  expect(found.map(({ title }) => title)).toEqual([
    'please',
    'kindly',
    'now',
    `${plain[0]?.title} please kindly now no`,
  ]);
  expect(found.at(-1)?.text).toBe(`${plain[0]?.text}\n\nplease\nkindly\nnow\nno`);
  expect(found[0]).toEqual({ title: 'please', text: 'please' });
  expect(words({}).named).toEqual([]);
});

test('also tries the strings quoted by a rule that refuses', () => {
  const all = new Map(RULES).set('dynastic/oil.ts', CLAUSE);
  expect(wordsAskedBy(all, ['dynastic/oil', 'core/posts']).at(-1)).toEqual({
    title: ' please kindly now no',
    text: '\n\nplease\nkindly\nnow\nno',
  });
  expect(wordsAskedBy(all, ['core/votes'])).toEqual([]);
  const long = new Map(RULES).set(
    'dynastic/oil.ts',
    Array.from({ length: 12 }, (_, at) => `'quote ${at} ${'x'.repeat(40)}'`).join(),
  );
  const many = wordsAskedBy(long, ['dynastic/oil']);
  expect(many).toHaveLength(4);
  expect(many.at(-1)?.text.match(/quote/gu)).toHaveLength(8);
  expect(many.at(-1)?.title).toHaveLength(300);
});

test('finds the existing rules that a refusal names', () => {
  const why = 'it is dark (Oil, dynastic/oil.ts:3); no (Votes, core/votes); gone (Gone, core/gone.ts)';
  expect(rulesNamed(RULES, why)).toEqual(['dynastic/oil', 'core/votes']);
  expect(rulesNamed(RULES, 'it is dark')).toEqual([]);
});

test('looks at up to three later days that a change names', () => {
  const at = '2024-03-01T09:00:00Z';
  const after = new Map(RULES)
    .set('dynastic/oil.md', 'From 2024-05-01 to 2024-04-01, not 2023-01-01, 2024-99-99 or 12024-06-01.')
    .set('dynastic/oil.ts', "'2024-05-01' '2024-06-02'");
  const moments = (values: readonly object[] = []) =>
    momentsNamedIn({ before: { files: RULES }, after: { files: after }, at, values } as never);
  expect(moments()).toEqual(['2024-04-02T01:00:00Z', '2024-05-02T01:00:00Z', '2024-06-03T01:00:00Z']);
  expect(moments([{ path: 'game.a', value: '2024-03-05T18:30:00Z' }])[0]).toBe('2024-03-05T19:30:00Z');
  expect(moments([{ path: 'game.a', value: 'by 2024-03-05 09:15, or 2024-03-06T99:15' }])[0]).toBe(
    '2024-03-05T10:15:00Z',
  );
  expect(
    moments([
      { path: 'game.a', value: '2024-04-15' },
      { path: 'game.b', value: '2024-04-16' },
    ]),
  ).toEqual(['2024-04-02T01:00:00Z', '2024-04-16T01:00:00Z', '2024-04-17T01:00:00Z']);
});
