// Words of the pages, in the game's language.
import { expect, test } from 'vitest';

import {
  hasHead,
  machinesOf,
  shownOf,
  thingHref,
  homeHref,
  href,
  isOfPlay,
  postAt,
  personAt,
  thingAt,
} from './read-site.ts';
import { collection, person, post, siteOf, thing } from './fixtures/site-of.ts';
import { definitionsIn } from './definitions.ts';
import { bareAddressOf, fillIn, fitInto, lettersTooMany } from './fill-in.ts';
import { leadersActions, playableFirst, sentenceLeads, membershipOf } from './leads.ts';
import { postHtml } from './post-html.ts';
import {
  changesInWords,
  commentsSaid,
  dayHere,
  eitherOf,
  headIn,
  joined,
  nameOf,
  nameOfChange,
  takersIn,
  rolesIn,
  say,
  sayWith,
  subjectOf,
  tallyInWords,
  textsOfScripts,
} from './say.ts';
import type { ActionData, SiteData } from './site-data.ts';

const inLanguage = (texts: Record<string, string>, tag = 'eo'): SiteData =>
  siteOf({ display: { ...siteOf().display, language: { tag, texts } } });

test('translates texts, with their values in place', () => {
  inLanguage({ '{1} votes for {2}': 'por {2}: {1}' });
  expect(say`${'Ana'} votes for ${'tea'}`).toBe('por tea: Ana');
  expect(say`${'Ana'} drinks`).toBe('Ana drinks');
  expect(
    sayWith('see <1>the rules</1> of {2}', (words: unknown) => `[${String(words)}]`, 'Harbour').join(''),
  ).toBe('see [the rules] of Harbour');
  inLanguage({ 'Copied the address of {1}.': 'Kopiita: {1}.', 'of no script': 'x' });
  expect(textsOfScripts()).toBe('{"Copied the address of {1}.":"Kopiita: {1}."}');
  siteOf();
  expect(textsOfScripts()).toBeNull();
  expect(dayHere('2024-03-01T09:00:00Z')).toBe('2024-03-01');
});

test('calls people and the game by their names', () => {
  const site = siteOf({ people: [person('ana'), person('bot', { machine: true })] });
  expect([
    nameOf(site, 'ana'),
    nameOf(site, 'zed'),
    nameOf(site, 'engine'),
    subjectOf(site, 'engine'),
    subjectOf(site, 'ana'),
  ]).toEqual(['Ana', 'zed', 'the game', 'The game', 'Ana']);
  expect([...machinesOf(site)]).toEqual(['bot']);
  expect(headIn(site)).toMatch(/^the /u);
  expect([
    hasHead({
      game: { name: '', terms: { player: 'Player', players: 'Players', emperor: 'Tsar' } as never },
    }),
    hasHead({ game: { name: '', terms: {} as never } }),
  ]).toEqual([true, false]);
  expect(rolesIn(site, ['player', 'admin', 'herald'])).toBe(`${site.game.terms.players}, Admins or herald`);
  expect([joined([]), joined(['Ana']), joined(['Ana', 'Bo', 'Cy']), joined(['Ana', 'Bo'], '/')]).toEqual([
    [],
    ['Ana'],
    ['Ana', ', ', 'Bo', ', ', 'Cy'],
    ['Ana', '/', 'Bo'],
  ]);
  expect([eitherOf([]), eitherOf(['Ana']), eitherOf(['Ana', 'Bo']), eitherOf(['Ana', 'Bo', 'Cy'])]).toEqual([
    '',
    'Ana',
    'Ana or Bo',
    'Ana, Bo or Cy',
  ]);
});

test('says how often an action may be taken, and by whom', () => {
  const site = siteOf();
  const taken = (by: string) => (frequency: string | null) => takersIn(site, { by: [by], frequency });
  expect(
    [null, 'daily', 'weekly', 'daily-communal', 'weekly-communal', 'monthly'].map(taken('anybody')),
  ).toEqual([
    '',
    'once a day',
    'once a week',
    'once a day for all together',
    'once a week for all together',
    'monthly',
  ]);
  expect(['daily', null].map(taken('admin'))).toEqual(['by Admins, once a day', 'by Admins']);
});

test('a tally has its counts, what is needed, and its state if that is news', () => {
  const of = (more: object) =>
    tallyInWords({
      counts: [{ key: 'for', title: 'for', count: 3, vote: 'FOR' }],
      needed: { title: 'Quorum', count: 4 },
      stands: null,
      status: 'pending',
      ...more,
    });
  expect(of({})).toEqual(['3 for', 'quorum 4']);
  expect(of({ needed: null, stands: 'vetoed' })).toEqual(['3 for', 'vetoed']);
  expect([of({ stands: 'undecided' }), of({ stands: 'failed', status: 'failed' })]).toEqual([
    ['3 for', 'quorum 4'],
    ['3 for', 'quorum 4'],
  ]);
});

test('describes changes by the rules that they add, change and repeal', () => {
  siteOf();
  const diff = (does: string, title: string, kind = 'text') => ({ does, title, kind, rule: title }) as never;
  expect(nameOfChange({ kind: 'clause', title: 'Votes' })).toBe('The code of Votes');
  expect(nameOfChange({ kind: 'text', title: 'Votes' })).toBe('Votes');
  const words = (status: string, diffs: readonly never[], changes: readonly string[] = []) =>
    changesInWords({ status, diffs, changes }).join(' ');
  expect(words('pending', [diff('adds', 'Candles'), diff('adds', 'Candles', 'clause')])).toMatch(/Candles/u);
  expect(words('pending', [diff('adds', 'Candles'), diff('adds', 'Candles', 'clause')])).not.toMatch(
    /code of/u,
  );
  expect(words('pending', [diff('changes', 'Votes'), diff('changes', 'Votes', 'clause')])).toMatch(
    /Votes; The code of Votes/u,
  );
  expect(words('enacted', [diff('changes', 'Votes')], ['Ana: Oil 3'])).toMatch(/Votes; Ana: Oil 3/u);
  expect(words('enacted', [diff('repeals', 'Dice')])).not.toBe(words('pending', [diff('repeals', 'Dice')]));
  expect(words('pending', [diff('changes', 'core/helpers/x.ts', 'clause')])).toMatch(/shared code/u);
  expect(words('pending', [diff('changes', 'Votes', 'value')])).toBe('');
  const six = ['A', 'B', 'C', 'D', 'E', 'F'].map((title) => diff('adds', title));
  expect(words('enacted', six)).toBe('It added A; B; C; D.');
  expect(words('enacted', [...six.slice(0, 1), ...six.slice(0, 1)], ['Ana: Oil 3'])).toBe(
    'It added A. It changed Ana: Oil 3.',
  );
  expect(words('pending', [diff('repeals', 'Dice'), diff('repeals', 'Tea', 'clause')])).toBe(
    'It would repeal Dice; The code of Tea.',
  );
});

test('addresses lead to this site or to the running game', () => {
  siteOf({ base: '/game/dynasties/1/', home: '/game/' });
  expect([href('/a/'), homeHref('b/')]).toEqual(['/game/dynasties/1/a/', '/game/b/']);
  expect(['players', 'game', 'rooms'].map((id) => thingHref({ id }, { id: 'D 4' }))).toEqual([
    '/game/players/D~204/',
    '/game/dynasties/1/gamestate/',
    '/game/dynasties/1/things/rooms/D~204/',
  ]);
  const plain = siteOf();
  expect([
    isOfPlay(plain, 'core/x'),
    isOfPlay({ dynasty: { ...plain.dynasty, number: 1 } }, 'core/x'),
    isOfPlay({ dynasty: { ...plain.dynasty, number: 1 } }, 'dynastic/x'),
  ]).toEqual([true, false, true]);
});

test('finds the subject of a page by its name, and throws for anything else', () => {
  const rooms = collection('rooms', [], [thing('a'), thing('D 4')]);
  const site = siteOf({ posts: [post('a b')], people: [person('ana')], collections: [rooms] });
  expect([postAt(site, 'a~20b').id, personAt(site, 'ana').name, thingAt(site, 'rooms', 'D~204').at]).toEqual([
    'a b',
    'Ana',
    1,
  ]);
  expect(() => postAt(site, 'none')).toThrow('There is no page of none.');
  expect(() => personAt(site, undefined)).toThrow('There is no page of nothing.');
  expect(
    shownOf(
      siteOf({
        gameValues: [
          {
            id: 'tide',
            title: 'Tide',
            rule: '',
            value: 3,
            number: false,
            private: false,
            type: { kind: 'integer' },
          },
        ],
      }),
      'game',
    )?.things[0],
  ).toMatchObject({ label: 'Harbour', values: { tide: 3 } });
  expect(shownOf(siteOf({ collections: [collection('players', [], [])] }), 'players')?.things).toEqual([]);
  expect(shownOf(siteOf(), 'none')).toBeUndefined();
});

test('a post links what it names, and shows its pictures no wider than its text', () => {
  const picture = {
    width: 2000,
    height: 1000,
    sizes: [
      { width: 320, path: 'p/320.webp' },
      { width: 640, path: 'p/640.webp' },
      { width: 1280, path: 'p/1280.webp' },
    ],
  };
  siteOf({
    posts: [post('7'), post('8', { place: 'dynasties/1/' })],
    collections: [collection('rooms', [], [thing('hall')])],
    pictures: {
      'a.webp': picture,
      'small.webp': { ...picture, sizes: [{ width: 320, path: 'p/320.webp' }] },
    },
  });
  const html = (text: string) => postHtml(text);
  expect(html('<a data-post="7">Tea</a> <a data-post="8">Old</a> <a data-post="9">None</a>')).toBe(
    '<a href="/matters/7/">Tea</a> <a href="/dynasties/1/matters/8/">Old</a> None',
  );
  expect(html('<a data-thing="rooms/hall">Hall</a> <a data-thing="rooms/none">x</a>')).toBe(
    '<a href="/things/rooms/hall/">Hall</a> x',
  );
  expect(html('<span data-picture="a.webp">A <b>"cat"</b></span>')).toBe(
    '<img src="/p/640.webp" width="640" height="320" alt="A &quot;cat&quot;" loading="lazy" decoding="async">',
  );
  expect(html('<span data-picture="small.webp">x</span>')).toContain('width="320" height="160"');
  expect(html('<span data-picture="none.webp">x</span>')).toBe('x');
  expect(postHtml('<a data-post="7">Tea</a>', (address) => `https://x.example${address}`)).toContain(
    'href="https://x.example/matters/7/"',
  );
  expect(html('plain')).toBe('plain');
});

test('a definition is a bold word at the start of a paragraph, up to the next one', () => {
  expect(
    definitionsIn(
      '<p>x</p><p id="a:1"><strong> Quorum </strong>. Half.</p><p>More.</p><li id="a:2" class="x"><strong>Day</strong> is</li>',
    ),
  ).toEqual([
    { words: 'Quorum', anchor: 'a:1', text: '<p id="a:1"><strong> Quorum </strong>. Half.</p><p>More.</p>' },
    { words: 'Day', anchor: 'a:2', text: '<li id="a:2" class="x"><strong>Day</strong> is</li>' },
  ]);
  expect(definitionsIn('<p><strong>Nowhere</strong></p>')).toEqual([]);
});

test('an address of the forge includes what fits, and the longest texts are left to be copied', () => {
  const form = {
    address: 'https://forge.example/new?title={title}&body={body}&x={x}',
    body: '{title}: {body}',
    most: 20,
  } as never;
  expect(fillIn('{a}-{b}', { a: '1' })).toBe('1-');
  expect(fitInto(form, { title: 'A & B', body: 'C' })).toEqual({
    address: 'https://forge.example/new?title=A%20%26%20B&body=C&',
    left: [],
  });
  const long = fitInto(form, { title: 'A', body: 'x'.repeat(8000), x: 'y' });
  expect([long.left, long.address]).toEqual([['body'], 'https://forge.example/new?title=A&x=y']);
  expect(bareAddressOf(form)).toBe('https://forge.example/new?');
  const address = 'https://forge.example/new?body={body}';
  const most = 7000 - 'https://forge.example/new?body='.length;
  const leftOf = (letters: number) => fitInto({ address } as never, { body: 'x'.repeat(letters) }).left;
  expect([leftOf(most), leftOf(most + 1)]).toEqual([[], ['body']]);
  const endless = `https://forge.example/${'x'.repeat(8000)}?body={body}`;
  expect(fitInto({ address: endless } as never, { body: 'y' })).toEqual({
    address: endless.replace('body={body}', ''),
    left: ['body'],
  });
  expect([
    lettersTooMany(form, { title: 'A', body: 'x'.repeat(17) }),
    lettersTooMany(form, { title: 'A', body: 'x'.repeat(19) }),
  ]).toEqual([0, 2]);
});

test('what somebody can do depends on their role', () => {
  const action = (id: string, by: readonly string[], rule = 'dynastic/x') =>
    ({ id, by, rule }) as unknown as ActionData;
  const actions = [
    action('reign', ['emperor']),
    action('both', ['player', 'emperor']),
    action('keep', ['admin']),
  ];
  const seat = (id: string, more: object = {}) =>
    ({ who: { id }, waits: { plays: false }, ...more }) as never;
  const site = siteOf({ actions, people: [person('cy', { emperor: true }), person('bo')] });
  expect(leadersActions(site, seat('cy')).map(({ id }) => id)).toEqual(['reign']);
  expect([leadersActions(site, seat('bo')), leadersActions(site, undefined)]).toEqual([[], []]);
  const possible = [
    { id: 'both', refusal: null, isSure: false },
    { id: 'reign', refusal: null, isSure: true },
    { id: 'keep', refusal: 'no' },
  ] as never;
  expect(playableFirst(actions, possible).map(({ id }) => id)).toEqual(['reign', 'both']);
  const [first, second] = [
    { id: 'reign', refusal: null, isSure: true, isLeaving: true },
    { id: 'both', refusal: null, isSure: false },
  ];
  expect(playableFirst(actions, [first, second] as never).map(({ id }) => id)).toEqual(['both', 'reign']);
  const asked = post('j', { purpose: 'join', author: 'zed' });
  const waiting = { people: [person('zed'), person('gone', { state: 'gone' })], posts: [asked] };
  expect(membershipOf(waiting, seat('zed'))).toEqual({ plays: false, asked });
  expect(membershipOf(waiting, seat('zed', { waits: { plays: true } }))).toEqual({
    plays: true,
    asked: undefined,
  });
  expect(membershipOf({ ...waiting, posts: [] }, seat('zed'))).toEqual({ plays: true, asked: undefined });
  for (const id of ['gone', 'none'])
    expect(membershipOf(waiting, seat(id))).toEqual({ plays: false, asked: undefined });
});

test('each sentence of a rule leads to a proposal about it', () => {
  const forge = { changes: { address: 'https://forge.example/new?title={title}&changes={changes}' } };
  const sources = [
    { path: 'core/votes', title: 'Votes', body: 'One [2](#value:x) three. Four.\n\n| a |\n| --- |\n| 1 |\n' },
  ];
  siteOf();
  const leads = sentenceLeads({ home: null, forge, sources } as never, 'core/votes', 'Amend Votes');
  expect(leads.map(({ text }) => text)).toEqual(['One 2 three.', 'Four.']);
  expect(decodeURIComponent(leads[1]?.form ?? '')).toBe(
    'https://forge.example/new?title=Amend Votes&changes=- edit-rule: {"rule":"core/votes","replace":"Four.","with":"Four."}',
  );
  expect(leads[1]?.desk).toBe('/propose/?rule=core%2Fvotes&sentence=Four.');
  for (const more of [{ home: '/' }, { forge: null }, { sources: [] }])
    expect(sentenceLeads({ home: null, forge, sources, ...more } as never, 'core/votes', 'x')).toEqual([]);
});

test('a comment that only contains a command or a vote isn’t counted as discussion', () => {
  const comments = [
    '<p>/enact</p>\n',
    '<p>Well said.</p>',
    '<p>/enact</p>\n<p>Please.</p>',
    '<p>and/or</p>',
    '<p><span class="tag for">FOR</span></p>\n',
    '<p><em class="meta">chose the words that come into force</em></p>',
    '<p><em>Hear, hear</em></p>',
  ];
  expect(commentsSaid({ comments: comments.map((html) => ({ html })) } as never)).toBe(4);
});
