// The addresses of a site, and what some of them hold.
import { describe, expect, test } from 'vitest';

import {
  archived,
  collection,
  dynasty,
  line,
  person,
  post,
  record,
  rule,
  siteOf,
  thing,
  use,
} from './fixtures/site-of.ts';
import { allPages } from './all-pages.ts';
import { inFolder } from './in-folder.ts';
import { daysOf, mapAfter } from './map-at.ts';
import { firstMoment, isThereFromTheFirst, recordOf } from './player-record.ts';
import { iconOf } from './icons.ts';
import { ledgerPages, ledgerPath, ledgerPlace, monthsOf, readingPages, readingPath } from './reading.ts';
import { citedBy, ruleHtml, rulesetInMarkdown } from './rule-html.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('the pages of a game', () => {
  const full = (more: object = {}) =>
    siteOf({
      drawn: true,
      origin: 'https://harbour.example',
      dynasty: { number: 2, name: 'Tides', emperor: null, theme: '', address: null },
      sections: [
        { id: 'core', title: 'Core', number: '1 ' },
        { id: 'dynastic', title: 'Dynastic', number: '2 ' },
      ],
      rules: [rule('core/votes')],
      people: [person('ana'), person('cy', { state: 'gone' })],
      posts: [post('a b'), post('2', { status: 'enacted', votable: false })],
      collections: [collection('rooms', [], [thing('hall')])],
      display: { ...siteOf().display, css: 'a{}', pages: [{ id: 'map', title: 'Map' }] } as never,
      maps: {
        map: {
          first: {},
          steps: [{ n: 1, at: '2024-03-01T09:00:00Z', by: '', what: '', cells: {} }],
          legend: [],
        },
      },
      forge: { actions: { 'light-room': {} }, posts: {}, signIn: null } as never,
      api: { state: {}, ledger: [], rules: {} } as never,
      ...more,
    });

  test('cover everything that the game has', () => {
    const pages = allPages(full());
    for (const page of [
      '',
      'ruleset/',
      'site.css',
      'rules/core/votes/',
      'show/map/',
      'show/map/steps.json',
      'show/map/on/2024-03-01/',
      'things/rooms/hall/',
      'play/',
      'dynasties/',
      'ruleset/core/',
      'sitemap.xml',
      'players/ana/',
      'players/cy/',
      'api/v1/state.json',
      'api/v1/ledger.jsonl',
      'ruleset.md',
      'propose/',
      'act/light-room/',
      'icons/192.png',
      'matters-of/2024-03/',
    ])
      expect(pages).toContain(page);
    for (const page of ['api/v1/ledger.json', 'signed-in/']) expect(pages).not.toContain(page);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test('are exactly these for a plain game and for a past dynasty', () => {
    const ofAll = ',ruleset/,posts/,matters/,gamestate/,statistics/,ledger/,first/,theme.css,favicon.svg';
    const ofGame =
      'manifest.webmanifest,sw.js,feed.xml,404,play/,welcome/,overview/,players/,feeds/,seal/,robots.txt';
    expect(allPages(siteOf())).toEqual([
      ...ofAll.split(','),
      ...ofGame.split(','),
      'api/v1/ledger.jsonl',
      ...['matters', 'posts', 'actions'].map((id) => `feeds/${id}.xml`),
    ]);
    const thirty = { posts: many(30, (at) => post(String(at))), ledger: many(400, (n) => line(n)) };
    expect(allPages(siteOf({ home: '/', ...thirty }))).toEqual([
      ...ofAll.split(','),
      'posts/1/',
      'posts/2/',
      'ledger/1/',
      'ledger/2/',
      ...thirty.posts.map(({ id }) => `matters/${id}/`),
      'feed.xml',
    ]);
    const dynasties = [dynasty(2), dynasty(1, { archived: archived('dynasties/1/') })];
    const fed = allPages(full({ record: record({ dynasties }) })).filter((page) => page.startsWith('feeds/'));
    expect(fed.filter((page) => page.includes('dynasty'))).toEqual(['feeds/dynasty-2.xml']);
    const bare = full({ display: { ...siteOf().display, pages: [{ id: 'map' }, { id: 'lore' }] } });
    expect(allPages(bare)).not.toContain('site.css');
    expect(allPages(bare)).toEqual(expect.arrayContaining(['show/lore/', 'show/map/steps.json']));
    expect(allPages(bare)).not.toContain('show/lore/steps.json');
  });

  test('are fewer if there is less to show', () => {
    const without = (more: object): readonly string[] => allPages(full(more));
    expect(without({ origin: '' })).not.toContain('sitemap.xml');
    expect(without({ sections: [{ id: 'core', title: 'Core', number: '' }] })).not.toContain('ruleset/core/');
    expect(without({ forge: null })).not.toContain('propose/');
    expect(without({ drawn: false }).filter((page) => page.startsWith('icons/'))).toEqual([]);
    expect(without({ api: null })).not.toContain('ruleset.md');
    expect(without({ dynasty: siteOf().dynasty })).not.toContain('dynasties/');
    const past = without({ home: '/' });
    expect(past).toContain('feed.xml');
    for (const page of ['play/', 'players/ana/', 'feeds/']) expect(past).not.toContain(page);
  });

  test('of posts and of the ledger keep their numbers as they fill, and the newest has none', () => {
    const site = siteOf({
      posts: many(13, (at) =>
        post(String(13 - at), { at: at < 3 ? '2024-04-01T00:00:00Z' : '2024-03-01T00:00:00Z' }),
      ),
      ledger: many(151, (n) => line(n)),
    });
    expect(readingPages(site).map(({ number, items }) => [number, items.length, items[0]?.id])).toEqual([
      [1, 12, '12'],
      [2, 1, '13'],
    ]);
    expect([readingPath(site, 1), readingPath(site, 2)]).toEqual(['posts/1/', 'posts/']);
    expect(ledgerPages().map(({ number, items }) => [number, items.length])).toEqual([
      [1, 150],
      [2, 1],
    ]);
    expect([ledgerPath(1), ledgerPath(2), ledgerPlace(3), ledgerPlace(150), ledgerPlace(999)]).toEqual([
      'ledger/1/',
      'ledger/',
      '/ledger/1/#n3',
      '/ledger/#n150',
      '/ledger/#n999',
    ]);
    expect(monthsOf(site).map(({ month, posts }) => [month, posts.length])).toEqual([
      ['2024-04', 3],
      ['2024-03', 10],
    ]);
    expect(allPages(site)).toEqual(expect.arrayContaining(['posts/1/', 'ledger/1/']));
    expect(allPages(site)).not.toContain('posts/2/');
    expect(readingPages(siteOf())).toEqual([{ number: 1, items: [] }]);
    expect(readingPages(siteOf({ posts: [post('1', { place: 'dynasties/1/' })] }))[0]?.items).toEqual([]);
  });
});

test('turns an address of the site into that of a file', () => {
  expect([
    inFolder('/matters/3/#c2', '/', '../../'),
    inFolder('/', '/', '../'),
    inFolder('/style.css?x', '/', ''),
    inFolder('/game/a/?q=1', '/game/', '../'),
    inFolder('/other/', '/game/', ''),
    inFolder('//evil.example/', '/', ''),
    inFolder('https://x.example/', '/', ''),
  ]).toEqual([
    '../../matters/3/index.html#c2',
    '../index.html',
    'style.css?x',
    '../a/index.html?q=1',
    '/other/',
    '//evil.example/',
    'https://x.example/',
  ]);
});

test('computes a map after some steps, and the days on which it changed', () => {
  const cell = (colour: string) => [colour, '', [], ''] as never;
  const step = (at: string, cells: object) => ({ n: 0, at, by: '', what: '', cells }) as never;
  const map = {
    first: { a: cell('1'), b: cell('1') },
    steps: [
      step('2024-03-01T09:00:00Z', { a: cell('2') }),
      step('2024-03-01T10:00:00Z', { a: cell('3') }),
      step('2024-03-02T10:00:00Z', { b: cell('4') }),
    ],
    legend: [],
  };
  expect([mapAfter(map, 0), mapAfter(map, 2)]).toEqual([map.first, { a: cell('3'), b: cell('1') }]);
  expect(daysOf(map)).toEqual([
    { day: '2024-03-01', count: 2 },
    { day: '2024-03-02', count: 3 },
  ]);
  const long = many(70, (at) => step(new Date(Date.UTC(2024, 0, 1 + at)).toISOString(), {}));
  expect(daysOf({ ...map, steps: long }).map(({ count }) => count)).toEqual(many(60, (at) => at + 11));
});

test('an icon shows the game’s ornament and colour', () => {
  const odd = siteOf({
    display: { ...siteOf().display, theme: { accent: '#123', ornament: '<b>&"\'⚓' } } as never,
  });
  expect(iconOf(odd, { fills: false })).toContain('rx="7" fill="#123"/><text x="16" y="23" font-size="20"');
  expect(iconOf(odd, { fills: true })).toContain('rx="0"');
  expect(iconOf(odd, { fills: true })).toContain('>b⚓<');
});

describe('a person’s record', () => {
  const cast = {
    ana: {
      count: 2,
      byVote: [['FOR', 2]],
      places: ['dynasties/1/'],
      latest: [
        ['old', 'FOR', '2023'],
        ['gone', 'FOR', '2023'],
      ],
    },
  };
  const site = () =>
    siteOf({
      people: [person('ana', { joined: '2024-03-02T00:00:00Z' }), person('bo')],
      past: { cast } as never,
      record: record({
        dynasties: [
          dynasty(2, { emperor: 'ana' }),
          dynasty(1, { archived: archived('dynasties/1/') }),
          dynasty(0, { archived: archived('dynasties/0/') }),
        ],
      }),
      posts: [
        post('3', {
          author: 'ana',
          status: 'enacted',
          uses: [
            use('ana', 'FOR'),
            use('ana', 'AGAINST', '2024-03-03T00:00:00Z'),
            use('bo', 'FOR', '2024-03-03T00:00:00Z', { withdrawn: true }),
          ],
        }),
        post('2', { author: 'ana', status: 'failed', uses: [use('ana', 'FOR')] }),
        post('old', { place: 'dynasties/1/', author: 'bo' }),
        post('1', { author: 'ana', status: 'enacted' }),
        post('s', { author: 'ana', votable: false }),
      ],
      ledger: [line(1, { at: '2024-03-01T12:00:00Z' })],
    });

  test('has what they proposed, voted on and led, in this dynasty and before', () => {
    const mine = recordOf(site(), 'ana');
    expect(mine).toMatchObject({ enacted: 2, failed: 1, voted: 4 });
    expect(mine.proposed.map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(mine.votes.map(({ matter, vote }) => [matter.id, vote])).toEqual([
      ['3', 'AGAINST'],
      ['2', 'FOR'],
      ['old', 'FOR'],
    ]);
    expect(mine.byVote).toEqual([
      ['AGAINST', 1],
      ['FOR', 3],
    ]);
    expect([mine.led.map(({ number }) => number), mine.played.map(({ number }) => number)]).toEqual([
      [2],
      [2, 1],
    ]);
    expect(recordOf(site(), 'bo')).toMatchObject({ voted: 0, votes: [] });
  });

  test('says whether they were there from the beginning', () => {
    const one = site();
    expect(firstMoment(one)).toBe('2024-03-01T09:00:00Z');
    expect(isThereFromTheFirst(one, { joined: '2024-02-01T00:00:00Z' })).toBe(true);
    expect(isThereFromTheFirst(one, { joined: '2024-03-01T09:00:00Z' })).toBe(false);
    expect(isThereFromTheFirst(one, { joined: null })).toBe(false);
    const later = {
      ...one,
      posts: [],
      dynasty: { ...one.dynasty, number: 2 },
      builtAt: '2024-03-02T00:00:00Z',
    };
    expect(firstMoment(later)).toBe('2024-03-01T12:00:00Z');
    expect(isThereFromTheFirst(later, { joined: '2024-03-01T00:00:00Z' })).toBe(true);
    const past = (number: number | null) => ({ ...one, home: '/', dynasty: { ...one.dynasty, number } });
    expect(isThereFromTheFirst(past(2), { joined: '2024-02-01T00:00:00Z' })).toBe(false);
    expect(isThereFromTheFirst(past(1), { joined: '2024-02-01T00:00:00Z' })).toBe(true);
  });
});

describe('a rule on a page', () => {
  const html =
    '<p id="core.votes:1"><strong>Quorum</strong> is <a class="term" data-to="core.players">a "half"</a>.</p><p><data class="live" data-name="window" value="48">48</data> and <data class="live" data-name="other" value="1">1</data></p>';
  const votes = rule('core/votes', {
    title: 'Votes',
    html,
    values: [{ name: 'window', value: '48', set: [] }],
  });
  const players = rule('core/players', { html: '<p>Everybody "here".</p>' });

  test('links to the meaning of its terms, and to the page of its values', () => {
    siteOf({ rules: [votes, players] });
    const shown = ruleHtml(votes, 'section');
    expect(shown).toContain('data-means="Everybody &quot;here&quot;." href="/ruleset/#core.players"');
    expect(shown).toContain('<a class="live" href="/rules/core/votes/#value-window">48</a>');
    expect(shown).toContain('<data class="live" data-name="other"');
    expect(ruleHtml(votes, 'ruleset')).toContain('href="#core.players"');
    expect(ruleHtml(votes, 'rule')).toContain('href="#value-window"');
    siteOf({ rules: [votes] });
    expect(ruleHtml(votes, 'section')).not.toContain('data-means');
  });

  test('knows which other rules cite it', () => {
    const self = rule('core/self', { html: '<a data-to="core.self">x</a>' });
    const cited = citedBy(siteOf({ rules: [votes, players, self] }));
    expect([...cited].map(([anchor, rules]) => [anchor, rules.map(({ path }) => path)])).toEqual([
      ['core.players', ['core/votes']],
    ]);
  });

  test('is available as Markdown', () => {
    const site = siteOf({
      sections: [
        { id: 'core', number: '1 ', title: 'Core' },
        { id: 'none', number: '', title: 'Empty' },
        { id: 'dynastic', number: '2 ', title: 'Dynastic' },
      ],
      rules: [
        rule('core/votes', { title: 'Votes', number: '1.4' }),
        rule('dynastic/tea', { title: 'Tea', depth: 1 }),
        rule('dynastic/tea/deep', { title: 'Deep', depth: 9, number: '2.1.1' }),
        rule('core/votes/quorum', { section: 'core', depth: 2, title: 'Quorum', number: '1.4.1' }),
      ],
      api: {
        ruleset: {
          rules: [
            { path: 'core/votes', text: ' For [48 hours](#value:window). ' },
            { path: 'core/votes/quorum', text: 'Half.' },
          ],
        },
      } as never,
    });
    expect(rulesetInMarkdown(site)).toBe(
      '# The Ruleset of Harbour\n\nAs of 2024-03-01.\n\n## 1 Core\n\nFor 48 hours.\n\n### 1.4.1 Quorum\n\nHalf.\n\n## Empty\n\n## 2 Dynastic\n\n###### 2.1.1 Deep\n',
    );
    expect(rulesetInMarkdown(siteOf())).toBeNull();
  });
});
