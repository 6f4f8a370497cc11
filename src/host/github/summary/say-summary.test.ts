import { Naming } from '../../../wording/naming.ts';
import type { NamesInDiff } from '../../../wording/program-changes.ts';
import { type Wording, IN_ENGLISH, wordingIn } from '../../../language/wording.ts';
import { PLAIN_TERMS } from '../../../kernel/manifest.ts';
import { MESSAGES } from '../../../language/catalogue.ts';
import { expect, test } from 'vitest';
import { tame } from '../action/labels-for.ts';
import type { SummaryFacts } from './facts.ts';
import { inert, code } from '../../../wording/inert.ts';
import { finalVerdict, nextStep, sayTimeAndRest, saySummaryInFull, verdictOn } from './say-summary.ts';
import { sayEnactedAs } from '../action/after-tick.ts';

const namesIn = (wording?: Wording): NamesInDiff => ({
  naming: new Naming({
    wording,
    model: { fields: {}, collections: {} },
    state: { players: { bo: { name: 'Bo' } }, things: {}, posts: {} },
  }),
  terms: PLAIN_TERMS,
  files: new Map(),
  titleOf: (rule) => rule,
  pathOf: () => null,
});

const head = 'a'.repeat(40);
const now = '2021-06-18T10:00:00Z';
const plain: SummaryFacts = {
  post: '3',
  matter: {
    id: '3',
    kind: 'proposal',
    kindTitle: 'Proposal',
    title: 'A shorter window',
    author: 'bo',
    at: '2021-06-18T09:00:00Z',
    counts: [
      { key: 'for', title: 'for', count: 2 },
      { key: 'against', title: 'against', count: 1 },
    ],
    needed: { title: 'Quorum', count: 4 },
    outlook: null,
    votes: { bo: 'FOR', ana: 'FOR', cy: 'AGAINST' },
    state: 'undecided',
    queue: 2,
    conflict: false,
    enactFrom: null,
    fault: null,
    refusedBy: null,
    standsStill: false,
    byAdmin: false,
    waitsFor: null,
    failFrom: '2021-06-20T09:00:00Z',
  },
  now,
  whyNotEnacted: 'it has 2 of 4 votes (rule 1.5.2 Resolution of Proposals)',
  whyNotFailed: 'it has been open for 1 hour (rule 1.5.2 Resolution of Proposals)',
  stuck: null,
  tags: ['Core Proposal'],
  names: namesIn(),
  changes: [
    {
      verb: 'file',
      path: 'content/ruleset/core/votes.md',
      base: '---\ntitle: Votes\n---\nIt is open for [48](#value:window) hours.\n',
      content: '---\ntitle: Votes\n---\nIt is open for [6](#value:window) hours.\n\nOr less.\n',
    },
    { verb: 'set', path: 'players.bo.pips', value: 3 },
  ],
  parted: [
    {
      title: 'Votes',
      stays: 'clause',
      byTable: false,
      reworded: [{ before: 'Half.', after: 'A third.', does: ['Decides on: quorum'] }],
      sentences: [],
      onPurpose: false,
    },
    { title: 'Icons', stays: 'words', byTable: false, reworded: [], sentences: [], onPurpose: true },
  ],
  problems: [],
  outside: [],
  clashes: [],
  conflicts: [],
  head,
  later: null,
  elsewhere: [],
  trial: { ok: true, problems: [], omitted: [], typed: true },
};

const evil = '@ana <img src=x onerror=1> #12 [x](https://evil.example) `tick` /enact\n/enact\n| a | b |';
const hostile: SummaryFacts = {
  ...plain,
  matter: {
    ...plain.matter,
    title: evil,
    counts: [{ key: evil, title: evil, count: 1 }],
    needed: { title: evil, count: 1 },
    votes: { [evil]: evil },
    state: evil,
    queue: null,
  },
  whyNotEnacted: evil,
  whyNotFailed: null,
  tags: [evil],
  problems: [evil],
  outside: ['.github/workflows/evil.yml', evil],
  clashes: [{ with: evil, title: evil, what: evil }],
  conflicts: [{ path: evil, shown: evil }],
  later: 'b'.repeat(40),
  elsewhere: [{ by: evil, head: 'c'.repeat(40) }],
  changes: [
    { verb: 'file', path: evil, base: `${evil}\n\n${evil}`, content: `</p>${evil}\n\n</details>` },
    { verb: 'add-rule', title: evil, text: evil },
    { verb: 'set', path: evil, value: evil },
  ],
  trial: { ok: false, problems: [evil], omitted: [{ change: evil, reason: evil }], typed: false },
};

test.each<[string, SummaryFacts]>([
  ['undecided', plain],
  [
    'due',
    {
      ...plain,
      matter: {
        ...plain.matter,
        state: 'popular',
        enactFrom: '2021-06-18T21:00:00Z',
        failFrom: null,
        votes: {},
      },
      whyNotFailed: null,
      changes: [],
      trial: null,
    },
  ],
  ['stuck', { ...plain, stuck: 'votes.md: “6” in force, “48” proposed', outside: ['README.md'] }],
  [
    'unreadable',
    { ...plain, matter: { ...plain.matter, fault: 'its changes can’t be read. The game goes on.' } },
  ],
  ['hostile', hostile],
])('the comment on a matter that is %s', async (name, facts) => {
  await expect(saySummaryInFull(facts, IN_ENGLISH)).toMatchFileSnapshot(`__golden__/summary-${name}.md`);
});

/** Matches text that GitHub would treat as more than words. */
const ACTIVE =
  /(?<![`\w])@\w|(?<!\\)<(?!\/?(p|del|ins|br|details|summary|sub)\b)|(?<!\\)\]\(|:\/\/|(?<![\w&])#\d/u;

test('nothing that players wrote is active in the comment', () => {
  // GitHub finds no mentions or links in code, so only the rest is searched. Markdown makes no links inside an HTML paragraph.
  const said = saySummaryInFull(hostile, IN_ENGLISH)
    .replaceAll(/<p>.*<\/p>/gu, (html) => html.replaceAll('](', ''))
    .replaceAll(/(`+)(?:(?!\1).)+\1/gu, 'CODE');
  expect(said).not.toMatch(ACTIVE);
  expect(said.split('\n').filter((line) => line.startsWith('/'))).toEqual([]);
  expect(said.match(/<\/details>/gu)).toHaveLength(1);
});

test('inert text reads as it was written', () => {
  expect(inert('a_b *c* @d <e>')).toBe(String.raw`a\_b \*c\* @` + '\u200b' + String.raw`d \<e\>`);
  expect(code('a`b``c')).toBe('```a`b``c```');
});

test('defuses what a tick says, and keeps its own marker', () => {
  const text = `> /act @ana ![x](http://e) <b> #4\n\n<!-- gitnomic:post 7 -->`;
  const said = tame(text);
  expect(said).toMatch(/<!-- gitnomic:post 7 -->$/u);
  expect(said.replace(/<!--.*-->/u, '')).not.toMatch(/@\w|<|\]\(|:\/\/|#\d/u);
});

test('tells times with what remains, in steps, and the time of each step', () => {
  expect(sayTimeAndRest('2021-06-20T09:00:00Z', now, IN_ENGLISH)).toBe(
    '2021-06-20 09:00 UTC, in less than 48 hours',
  );
  expect(sayTimeAndRest(now, now, IN_ENGLISH)).toBe('2021-06-18 10:00 UTC, which has come');
  let at: string | null = now;
  const said: string[] = [];
  while (at !== null) {
    const next: string | null = nextStep('2021-06-18T21:00:00Z', at);
    const rest = sayTimeAndRest('2021-06-18T21:00:00Z', at, IN_ENGLISH);
    if (next !== null) {
      const before = new Date(Date.parse(next) - 1000).toISOString().slice(0, 19);
      expect(sayTimeAndRest('2021-06-18T21:00:00Z', `${before}Z`, IN_ENGLISH)).toBe(rest);
    }
    said.push(rest.slice(22));
    at = next === null ? null : `${new Date(Date.parse(next) + 1000).toISOString().slice(0, 19)}Z`;
  }
  expect(said).toEqual([
    'in less than 12 hours',
    'in less than 6 hours',
    'in less than 3 hours',
    'in less than an hour',
    'which has come',
  ]);
});

const shownWith = (more: Partial<SummaryFacts>, ofMatter: Partial<SummaryFacts['matter']> = {}): string =>
  saySummaryInFull({ ...plain, ...more, matter: { ...plain.matter, ...ofMatter } }, IN_ENGLISH);
const CLASH = { conflicts: [{ path: 'content/ruleset/core/votes.md', shown: '- ~~six~~ **ten** _x_' }] };
const [FAILS, PASSES] = ['it fails on **2021-06-20 09:00 UTC', 'it passes on **2021-06-20 09:00 UTC'];
const [WONT_FAIL, NEEDS] = ['it won’t fail.', 'It needs more votes in favour to pass.'];
const OTHER = 'b'.repeat(40);

test.each<
  readonly [
    string,
    Partial<SummaryFacts>,
    Partial<SummaryFacts['matter']>,
    readonly string[],
    readonly string[],
  ]
>([
  ['an Admin decides', {}, { byAdmin: true }, ['It waits for an Admin, who enacts it', FAILS], [NEEDS]],
  ['votes are missing', {}, {}, [NEEDS, FAILS], [WONT_FAIL, 'clashes']],
  ['it is lost', {}, { outlook: 'failed' }, [FAILS], [NEEDS]],
  ['time changes nothing', {}, { failFrom: null }, [NEEDS, WONT_FAIL], ['it fails on']],
  [
    'it passes by itself',
    {},
    { failFrom: null, enactFrom: '2021-06-20T09:00:00Z' },
    [PASSES],
    [WONT_FAIL, NEEDS, 'it fails on'],
  ],
  [
    'nothing stands in its way',
    { whyNotEnacted: null, whyNotFailed: null },
    {},
    [NEEDS],
    ['Not in force yet', 'Not failed yet'],
  ],
  [
    'the rules say why',
    {},
    {},
    ['- Not in force yet: it has 2 of 4 votes', '- Not failed yet: it has been open'],
    [],
  ],
  [
    'it failed to merge',
    { ...CLASH, stuck: 'x' },
    {},
    ['carried out**: it clashes with what passed first.'],
    ['**: x'],
  ],
  [
    'it clashes',
    CLASH,
    {},
    [`\`/merge ${head}\` takes those proposed here.`, '\n- ~~six~~ **ten** \\_x\\_'],
    ['Test run'],
  ],
  [
    'it clashes and is on no branch',
    { ...CLASH, head: null },
    {},
    ['An Admin decides the final words. For others'],
    ['/merge'],
  ],
  ['its branch moved on', { later: OTHER }, {}, ['moved on to `bbbbbbb`. You are voting on `aaaaaaa`'], []],
  [
    'it is on no branch',
    { later: OTHER, elsewhere: [{ by: 'cy', head: OTHER }], head: null },
    {},
    [],
    ['Not part of the vote', 'Reviewed at'],
  ],
  [
    'others were reviewed',
    { elsewhere: ['cy', 'bo'].map((by) => ({ by, head: OTHER })) },
    {},
    ['than `aaaaaaa`, which is being voted on: cy on `bbbbbbb`, bo on `bbbbbbb`.'],
    [],
  ],
  [
    'a workflow changes',
    { outside: ['README.md', '.github/workflows/a.yml'] },
    {},
    ['**without its commit as a parent**'],
    [],
  ],
  ['another file changes', { outside: ['README.md'] }, {}, ['`README.md`'], ['without its commit']],
  ['its branch changes nothing', { changes: [] }, {}, ['doesn’t change any rules'], []],
  ['it proposes nothing', { changes: [], head: null }, {}, [], ['doesn’t change any rules']],
  ['it has no labels', { tags: [] }, {}, ['\n\nQuorum: 4. Number 2 in the queue.\n'], []],
])('if %s, the comment says so', (_, more, ofMatter, says, doesNot) => {
  const said = shownWith(more, ofMatter);
  for (const words of says) expect(said).toContain(words);
  for (const words of doesNot) expect(said).not.toContain(words);
});

test.each([
  ['2021-06-18T11:00:00Z', 'in less than an hour'],
  ['2021-06-19T10:00:00Z', 'in less than 24 hours'],
  ['2021-06-21T10:00:00Z', 'in less than 3 days'],
  ['2021-06-21T10:00:01Z', 'in less than 4 days'],
  ['2021-06-25T10:00:00Z', 'in less than 7 days'],
  ['2021-06-25T10:00:01Z', 'in more than a week'],
])('says how far off %s is', (time, said) => {
  expect(sayTimeAndRest(time, now, IN_ENGLISH)).toMatch(new RegExp(`, ${said}$`, 'u'));
});

test('a check run has the outlook, and finally the outcome', () => {
  const conclusion = (outlook: SummaryFacts['matter']['outlook']): unknown =>
    verdictOn({ ...plain, matter: { ...plain.matter, outlook } }, '', IN_ENGLISH).conclusion;
  expect(([null, 'enacted', 'failed', 'taken-back'] as const).map(conclusion)).toEqual([
    null,
    'success',
    'failure',
    'cancelled',
  ]);
  const faulty = { ...plain, matter: { ...plain.matter, fault: 'x' }, later: OTHER };
  expect(verdictOn(faulty, '', IN_ENGLISH)).toMatchObject({
    conclusion: 'action_required',
    title: 'Stuck: 2 for, 1 against. A later push is not part of the vote.',
  });
  expect(['enacted', 'failed'].map((one) => finalVerdict(one, 'x', IN_ENGLISH))).toEqual([
    { conclusion: 'success', title: 'Enacted', summary: 'x' },
    { conclusion: 'failure', title: 'Failed', summary: 'x' },
  ]);
});

test('the check run says the same as the comment', () => {
  expect(verdictOn(plain, 'text', IN_ENGLISH)).toEqual({
    conclusion: null,
    title: 'Undecided: 2 for, 1 against.',
    summary: 'text',
  });
  expect(verdictOn({ ...plain, stuck: 'x' }, '', IN_ENGLISH).conclusion).toBe('action_required');
});

test('says so if GitHub shows something other than what happened', async () => {
  const later = 'b'.repeat(40);
  const said = [
    sayEnactedAs({ head, later: null, outside: true }, IN_ENGLISH),
    sayEnactedAs({ head, later, outside: false }, IN_ENGLISH),
  ];
  await expect(said.join('\n')).toMatchFileSnapshot('__golden__/enacted-as.md');
});

/** These stay English in every language: the month, the time zone, and a word of the line “On purpose: …”. */
const OF_EVERY_LANGUAGE = /^(Jun|UTC|purpose)$/u;
/** Skips placeholders and HTML tags. */
const ENGLISH_WORD = /(?<![{<\p{L}])\p{L}{3,}/gu;

test('leaves no English words of the engine’s own in another language', () => {
  const texts = Object.fromEntries(MESSAGES.map((text) => [text, text.replaceAll(ENGLISH_WORD, '¤')]));
  const pseudo = wordingIn({ tag: 'eo', texts });
  for (const facts of [plain, { ...plain, stuck: 'x' }, { ...hostile, matter: plain.matter }]) {
    const known = JSON.stringify(facts).toLowerCase();
    const left = saySummaryInFull({ ...facts, names: namesIn(pseudo) }, pseudo)
      .replaceAll(/<!--.*?-->|`[^`]*`|<[^>]*>/gu, ' ')
      .match(ENGLISH_WORD)
      ?.filter((word) => !known.includes(word.toLowerCase()) && !OF_EVERY_LANGUAGE.test(word));
    expect(left ?? []).toEqual([]);
  }
});
