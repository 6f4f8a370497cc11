import { expect, test } from 'vitest';

import type { SeatView } from '../../seat/forms/view.ts';
import { leadTo, type Lead } from './leads.ts';
import { showSite } from './read-site.ts';
import type { SiteData } from './site-data.ts';

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
  '%j leads to a form that does it at home, and to the page’s own where it is published',
  (lead, atHome, published) => {
    showSite(site);
    expect([leadTo(site, seat, lead), leadTo(site, undefined, lead)]).toEqual([atHome, published]);
    expect(leadTo({ ...site, forge: null }, undefined, lead)).toBeNull();
    expect(leadTo({ ...site, home: '/' }, seat, lead)).toBeNull();
  },
);
