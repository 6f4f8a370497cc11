// The contents of each feed, and each of its entries as a whole.
import { expect, test } from 'vitest';

import { archived, AT, dynasty, line, person, post, record, rule, siteOf } from './fixtures/site-of.ts';
import { feedOf, feedOfPerson, feedOfRule, feedPath, feedsOf, latestOf } from './feed.ts';
import type { LedgerData, PostSummary, SiteData } from './site-data.ts';

interface Brought {
  readonly posts?: readonly PostSummary[];
  readonly lines?: readonly LedgerData[];
}

const xmlOf = (site: SiteData, brought: Brought): Promise<string> =>
  feedOf(site, {
    title: 'Tea & cake',
    path: 'feeds/tea.xml',
    posts: brought.posts ?? [],
    ...(brought.lines === undefined ? {} : { lines: brought.lines }),
    diffHtml: (words) => words.map(({ kind, text }) => `${kind}:${text}`).join(' '),
  }).text();
const titlesIn = (xml: string): readonly string[] =>
  [...xml.matchAll(/<entry>.*?<title>(.*?)<\/title>/gsu)].map(([, title = '']) => title);
const htmlIn = (xml: string): string => /<content type="html">(.*?)<\/content>/su.exec(xml)?.[1] ?? '';
const minute = (n: number): string => `2024-03-02T09:${String(n).padStart(2, '0')}:00Z`;
const hour = (n: number): string => `2024-03-02T${String(n).padStart(2, '0')}:00:00Z`;

test('a feed without entries has its address, and the game’s first moment as its time', async () => {
  const site = siteOf({ origin: 'https://harbour.example', builtAt: '2024-04-01T00:00:00Z' });
  expect(await xmlOf(site, {})).toBe(
    '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>https://harbour.example/feeds/tea.xml</id><title>Tea &#38; cake</title><updated>2024-04-01T00:00:00Z</updated><link rel="self" href="https://harbour.example/feeds/tea.xml"/><link href="https://harbour.example/"/></feed>\n',
  );
});

test('an entry has the post, its author, its status and the time of that', async () => {
  const votes = [{ key: 'for', title: 'for', count: 3, vote: 'FOR' }];
  const tea = post('7', {
    title: 'Tea',
    status: 'enacted',
    resolvedAt: hour(3),
    place: 'dynasties/1/',
    html: '<p>Hot.</p>',
    counts: votes,
  });
  const site = siteOf({ origin: 'https://harbour.example', people: [person('bo')], posts: [tea] });
  expect(await xmlOf(site, { posts: [tea] })).toContain(
    `<updated>${hour(3)}</updated><link rel="self" href="https://harbour.example/feeds/tea.xml"/><link href="https://harbour.example/"/><entry><id>https://harbour.example/dynasties/1/matters/7/#enacted</id><title>Tea (enacted)</title><link href="https://harbour.example/dynasties/1/matters/7/"/><updated>${hour(3)}</updated><author><name>Bo</name></author><content type="html">&#60;p&#62;Hot.&#60;/p&#62;&#60;p&#62;3 for&#60;/p&#62;</content></entry></feed>`,
  );
  const story = post('8', { title: 'Story', status: null, votable: false, html: '<p>Once.</p>' });
  expect(await xmlOf(site, { posts: [story] })).toContain(
    `<entry><id>https://harbour.example/matters/8/#posted</id><title>Story</title><link href="https://harbour.example/matters/8/"/><updated>${AT}</updated><author><name>Bo</name></author><content type="html">&#60;p&#62;Once.&#60;/p&#62;</content></entry>`,
  );
});

test('an action’s entry says who did what, and what it changed', async () => {
  const lines = [
    line(4, { at: hour(4), done: 'lit the <hall>', changes: ['Oil: 3 → 2', 'Hall: lit'] }),
    line(5, { at: hour(5), by: 'engine', done: 'rolled', changes: [] }),
    line(6, { at: hour(6), subject: 'A gull', done: 'landed', changes: [] }),
  ];
  const site = siteOf({ origin: 'https://harbour.example', people: [person('bo')], ledger: lines });
  const xml = await xmlOf(site, { lines });
  expect(titlesIn(xml)).toEqual(['A gull landed', 'The game rolled', 'Bo lit the &#60;hall&#62;']);
  expect(xml).toContain(
    `<entry><id>https://harbour.example/ledger/#n4</id><title>Bo lit the &#60;hall&#62;</title><link href="https://harbour.example/ledger/#n4"/><updated>${hour(4)}</updated><author><name>Bo</name></author><content type="html">&#60;ul&#62;&#60;li&#62;Oil: 3 → 2&#60;/li&#62;&#60;li&#62;Hall: lit&#60;/li&#62;&#60;/ul&#62;</content></entry>`,
  );
  expect(xml).toContain(
    `<updated>${hour(5)}</updated><author><name>the game</name></author><content type="html"></content>`,
  );
});

test('sorts posts and actions by time, and takes the fifty latest', async () => {
  const posts = [
    post('a', { title: 'A', at: hour(1), status: null, resolvedAt: null }),
    post('b', { title: 'B', at: hour(0), status: null, resolvedAt: hour(5) }),
    post('c', { title: 'C', at: hour(4), status: null, resolvedAt: null }),
  ];
  const lines = [2, 3, 6].map((n) => line(n, { at: hour(n), subject: 'L', done: String(n) }));
  const site = siteOf({ posts, ledger: lines });
  expect(titlesIn(await xmlOf(site, { posts, lines }))).toEqual(['L 6', 'B', 'C', 'L 3', 'L 2', 'A']);
  expect(latestOf(posts).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  const many = Array.from({ length: 60 }, (_, n) =>
    line(n, { at: minute(n), subject: 'L', done: String(n) }),
  );
  const titles = titlesIn(await xmlOf(siteOf({ posts, ledger: many }), { posts, lines: many }));
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([50, 'L 59', 'L 10']);
  const older = Array.from({ length: 60 }, (_, n) => post(String(n), { at: minute(n) }));
  expect([latestOf(older).length, latestOf(older).at(-1)?.id]).toEqual([50, '10']);
});

test('a site without an address gives each entry a unique and stable id', async () => {
  const site = siteOf();
  const idsOf = (xml: string) => [...xml.matchAll(/<id>(.*?)<\/id>/gu)].map(([, id = '']) => id);
  const posts = Array.from({ length: 8 }, (_, n) => post(String(n)));
  const ids = idsOf(await xmlOf(site, { posts }));
  expect(idsOf(await xmlOf(siteOf(), { posts }))).toEqual(ids);
  expect(new Set(ids).size).toBe(9);
  for (const id of ids)
    expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  expect(idsOf(await xmlOf(siteOf({ game: { ...site.game, name: 'Quay' } }), { posts }))).not.toContain(
    ids[0],
  );
  expect(await xmlOf(site, {})).toContain('<link rel="self" href="feeds/tea.xml"/><link href="/"/>');
});

test('shows values by name, text changes word by word, and unchanged rules not at all', async () => {
  const diff = (title: string, kind: string, words: readonly object[], facts: readonly object[] = []) =>
    ({ rule: title, title, kind, does: 'changes', shown: { facts, notes: [], words } }) as never;
  const [same, added] = [
    { kind: 'same', text: 'Six' },
    { kind: 'added', text: 'Ten' },
  ];
  const window = [{ name: 'window', before: null, after: '36' }];
  const of = async (diffs: readonly never[]): Promise<string> => {
    const one = post('7', { status: 'enacted', votable: false, diffs });
    return htmlIn(await xmlOf(siteOf(), { posts: [one] }))
      .replaceAll('&#60;', '<')
      .replaceAll('&#62;', '>');
  };
  expect(await of([])).toBe('');
  expect(await of([diff('Votes', 'text', [same])])).toBe('<p>It changed Votes.</p>');
  expect(await of([diff('Votes', 'text', [same, added]), diff('Votes', 'value', [added], window)])).toBe(
    '<p>It changed Votes.</p><ul><li>Votes, window: – → 36</li></ul>same:Six added:Ten',
  );
  expect(
    await of([diff('Votes', 'text', [same, added], [{ name: 'window', before: '48', after: null }])]),
  ).toBe('<p>It changed Votes.</p><ul><li>Votes, window: 48 → –</li></ul>same:Six added:Ten');
  const most = { kind: 'added', text: 'x'.repeat(4000) };
  expect(await of([diff('Votes', 'text', [most])])).toBe(`<p>It changed Votes.</p>added:${'x'.repeat(4000)}`);
  expect(await of([diff('Votes', 'text', [most]), diff('Dice', 'value', [added])])).toBe(
    `<p>It changed Votes.</p>added:${'x'.repeat(4000)}`,
  );
});

test('has a feed for matters, other posts, actions, and each kind, dynasty, person and rule', () => {
  const posts = [
    post('9', { at: hour(9), author: 'ana' }),
    post('5', { at: hour(5), kind: 'story', kindTitle: 'Story', votable: false }),
    post('3', { at: hour(3), status: 'enacted' }),
    post('1', { at: hour(1), place: 'dynasties/1/' }),
  ];
  const ledger = [line(1, { by: 'ana' }), line(2, { by: 'bo' })];
  const changed = (of: string, by: string) => ({ rule: of, post: by }) as never;
  const site = siteOf({
    dynasty: { number: 3, name: 'Tides', emperor: null, theme: '', address: null },
    people: [person('ana'), person('dee')],
    rules: [rule('core/votes', { title: 'Votes', proposals: ['9'] }), rule('core/dice', { title: 'Dice' })],
    record: record({
      dynasties: [
        dynasty(5, { number: null, name: '', from: hour(8) }),
        dynasty(4, { from: hour(3), until: hour(9) }),
        dynasty(3, { number: null, name: '', from: null, until: hour(3) }),
        dynasty(1, { archived: archived('dynasties/1/') }),
        dynasty(0, { archived: archived('dynasties/0/') }),
      ],
      history: [changed('core/votes', '3'), changed('core/dice', '')],
    }),
    posts,
    ledger,
  });
  expect(
    feedsOf(site).map(({ id, title, posts: own, lines = [], under, over }) => [
      `${under}${over ? ' over' : ''}: ${id}, ${title}`,
      own.map((one) => one.id).join(' '),
      lines.map(({ n }) => n).join(' '),
    ]),
  ).toEqual([
    ['feeds: matters, Matters', '9 3 1', ''],
    ['feeds: posts, Other posts', '5', ''],
    ['feeds: actions, Actions', '', '1 2'],
    ['feeds: kind-proposal, Proposal', '9 3 1', ''],
    ['feeds: kind-story, Story', '5', ''],
    ['feeds: dynasty-5, Dynasty 5', '9', ''],
    ['feeds: dynasty-4, Dynasty 4', '5 3', ''],
    ['feeds: dynasty-3, Dynasty 3', '1', ''],
    ['feeds over: dynasty-1, Dynasty 1', '1', ''],
    ['feeds over: dynasty-0, Dynasty 0', '', ''],
    ['player: player-ana, Ana', '9', '1'],
    ['player: player-dee, Dee', '', ''],
    ['rule: rule-core~2fvotes, Votes', '9 3', ''],
    ['rule: rule-core~2fdice, Dice', '', ''],
  ]);
  expect([feedPath(3), feedOfPerson('a b'), feedOfRule('core/votes')]).toEqual([
    'feeds/dynasty-3.xml',
    'player-a~20b',
    'rule-core~2fvotes',
  ]);
  expect(feedsOf(siteOf({ record: record({ dynasties: [dynasty(1)] }) })).map(({ id }) => id)).toEqual([
    'matters',
    'posts',
    'actions',
  ]);
});
