import { expect, test } from 'vitest';

import type { SeatView } from '../../seat/forms/view.ts';
import { leadTo, membershipOf, ownActions, playableFirst, sentenceLeads, type Lead } from './leads.ts';
import { line, person, post, siteOf } from './fixtures/site-of.ts';
import { showSite } from './read-site.ts';
import type { ActionData, SiteData } from './site-data.ts';

const forge = {
  changes: { address: 'https://forge.example/new?form=propose&title={title}&changes={changes}' },
  actions: { light: { address: 'https://forge.example/new?form=act&action=light&with={with}' } },
  posts: { plain: { address: 'https://forge.example/new?form=post&title={title}' } },
};
const site = { base: '/harbour/', home: null, closed: null, forge } as unknown as SiteData;
const seat = { who: null } as unknown as SeatView;

test.each<[Lead, string, string | null]>([
  [
    { do: 'rule', path: 'core/votes' },
    '/harbour/do/rule/?path=core%2Fvotes',
    '/harbour/propose/?rule=core%2Fvotes',
  ],
  [
    { do: 'act', action: 'light', words: { room: 'D4 & co' } },
    '/harbour/do/act/?action=light&p-room=D4+%26+co',
    '/harbour/act/light/?p-room=D4+%26+co',
  ],
  [{ do: 'new-rule' }, '/harbour/do/rule/?change=add', '/harbour/propose/?rule='],
  [{ do: 'count', path: 'core/votes' }, '/harbour/do/count/?path=core%2Fvotes', null],
  [{ do: 'values' }, '/harbour/do/values/', '/harbour/propose/?set='],
  [{ do: 'post' }, '/harbour/do/post/', '/harbour/post/'],
  [{ do: 'act', action: 'light' }, '/harbour/do/act/?action=light', '/harbour/act/light/'],
  [{ do: 'act', action: 'secret' }, '/harbour/do/act/?action=secret', null],
  [{ do: 'post', kind: 'decree' }, '/harbour/do/post/?kind=decree', null],
  [
    { do: 'values', path: 'players.ana.oil' },
    '/harbour/do/values/?path=players.ana.oil',
    '/harbour/propose/?set=players.ana.oil',
  ],
  [
    { do: 'post', kind: 'plain', title: 'May I?' },
    '/harbour/do/post/?kind=plain&title=May+I%3F',
    '/harbour/post/?kind=plain&title=May+I%3F',
  ],
])(
  '%j leads to a form at home, and to a page’s own form on the published site',
  (lead, atHome, published) => {
    showSite(site);
    expect([leadTo(site, seat, lead), leadTo(site, undefined, lead)]).toEqual([atHome, published]);
    expect(leadTo({ ...site, forge: null }, undefined, lead)).toBeNull();
    expect(leadTo({ ...site, home: '/' }, seat, lead)).toBeNull();
  },
);

test('in a closed game, rules and values can’t be changed, but people can still post and act', () => {
  showSite(site);
  const closed = { ...site, closed: { why: 'over' } } as unknown as SiteData;
  const leads: readonly Lead[] = [
    { do: 'rule', path: 'core/votes' },
    { do: 'count', path: 'core/votes' },
    { do: 'new-rule' },
    { do: 'values' },
    { do: 'post' },
    { do: 'act', action: 'light' },
  ];
  expect(leads.map((lead) => leadTo(closed, seat, lead))).toEqual([
    null,
    null,
    null,
    null,
    '/harbour/do/post/',
    '/harbour/do/act/?action=light',
  ]);
});

test('offers amending each sentence in paragraphs, items and quotations of the rule', () => {
  const sources = [
    { path: 'core/dice', body: 'Roll.\n' },
    { path: 'core/votes', body: 'One.  Two\nthree.\n\n- Four.\n\n> Five.\n\n## Six\n\n```\nSeven.\n```\n' },
  ];
  showSite(site);
  const said = sentenceLeads(
    { home: null, forge: site.forge, sources: sources as never },
    'core/votes',
    'Amend',
  );
  expect(said.map(({ text }) => text)).toEqual(['One.', 'Two three.', 'Four.', 'Five.']);
});

test('someone who asked to join waits with the post by which they asked, and nobody else does', () => {
  const asked = post('2', { purpose: 'join', author: 'zed' });
  const game = {
    people: [person('yan'), person('zed'), person('old', { joined: '2024-01-01' })],
    posts: [post('0', { author: 'zed' }), post('1', { purpose: 'join', author: 'yan' }), asked],
  };
  const of = (view: object | undefined): unknown => membershipOf(game, view as never);
  const waits = { plays: false };
  expect(of({ who: { id: 'zed' }, waits })).toEqual({ plays: false, asked });
  expect(of({ who: { id: 'old' }, waits })).toEqual({ plays: true, asked: undefined });
  expect(of({ who: { id: 'zed' } })).toEqual({ plays: true, asked: undefined });
  for (const nobody of [{ who: null, waits }, {}, undefined])
    expect(of(nobody)).toEqual({ plays: false, asked: undefined });
});

test('sorts players’ actions by how often they were taken', () => {
  const action = (id: string, by: string, rule = 'dynastic/x'): ActionData =>
    ({ id, by: [by], rule }) as unknown as ActionData;
  const actions = [
    action('rest', 'player'),
    action('reign', 'emperor'),
    action('dig', 'player'),
    action('vote', 'player', 'core/votes'),
    action('light', 'player'),
  ];
  const took = ['light', 'dig', 'light', 'vote', 'reign', 'light'];
  const game = siteOf({
    dynasty: { number: 1, name: '', emperor: null, theme: '', address: null },
    actions,
    ledger: took.map((what, n) => line(n, { what })),
  });
  expect(ownActions(game).map(({ id }) => id)).toEqual(['light', 'dig', 'rest']);
  const can = (id: string, more: object = {}) => ({ id, refusal: null, isSure: false, ...more });
  const possible = [
    can('rest', { isSure: true, isLeaving: true }),
    can('reign', { refusal: 'not you' }),
    can('dig'),
    can('light', { isSure: true }),
  ];
  expect(playableFirst(actions, possible as never).map(({ id }) => id)).toEqual(['light', 'dig', 'rest']);
});
