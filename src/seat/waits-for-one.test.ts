// What waits for one player besides votes: what they may send, resolve and do before a time, and what only they may see.
import { beforeAll, expect, test } from 'vitest';

import { type Desk, somebody } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { readStatus } from '../tick/read-status.ts';
import { waitsFor } from './waits.ts';

const NOW = '2024-03-01T10:00:00Z';
const TIDES = {
  'dynastic/tides.md': '---\ntitle: Tides\norder: 95\n---\nThe tide comes at noon.\n',
  'dynastic/tides.ts': `import { action, derive, everyDay, integer, optional, post, rule, text, thing } from 'gitnomic/rules';
export default rule(({ game, refuse }) => ({
  game: { tides: integer() },
  player: { boats: integer({ start: 2 }), luck: integer({ private: true, start: 7 }) },
  things: {
    dares: { title: 'Dares', fields: { title: text(), said: optional(post()), by: text() } },
    rocks: { title: 'Rocks', ids: ['black'], fields: { title: text() } },
  },
  views: {
    fortune: derive({ of: 'player', title: 'Your fortune', own: true, private: true, returns: integer(), value: (one) => one.luck }),
    hint: derive({ of: 'player', own: true, private: true, returns: optional(text()), value: () => null }),
    berths: derive({ of: 'player', returns: integer(), value: (one) => one.boats }),
  },
  actions: {
    moor: action({ title: 'Moor', with: { place: text() }, effect() {} }),
    sail: action({ title: 'Sail', check({ refuse }) { refuse('there is no wind'); } }),
    dare: action({ title: 'Dare everybody', with: { title: text() }, effect({ actor, dares, title, post: write }) { dares.addNumbered('dare-', { title, by: actor.id, said: write({ kind: 'story', title, author: actor }) }); } }),
    take: action({ title: 'Take a dare', with: { dare: thing('dares') }, check({ actor, dare, refuse }) { if (dare.by === actor.id) refuse('dare', 'it is your own'); }, effect({ dare }) { dare.said = null; } }),
    climb: action({ title: 'Climb', with: { rock: thing('rocks') } }),
    steer: action({ title: 'Steer', check({ actor, refuse }) { if (actor.id !== 'dee') refuse('only the pilot steers'); } }),
    wave: action({ title: 'Wave' }),
  },
  submissions: {
    bid: { title: 'A bid', with: { amount: integer({ min: 1 }) } },
    note: { with: { words: text() }, check({ refuse }) { refuse('the post is closed'); } },
  },
  times: { tide: { title: 'High tide', at: everyDay('12:00'), effect({ game: now }) { now.tides += 1; } } },
}));
`,
  'dynastic/market.md': '---\ntitle: Market\norder: 96\n---\nFish is sold, and spoils at night.\n',
  'dynastic/market.ts': `import { action, everyDay, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  game: { spoiled: integer() },
  player: { fish: integer() },
  actions: { buy: action({ title: 'Buy a fish', effect({ actor }) { actor.fish += 1; } }) },
  times: { night: { title: 'Each night', at: everyDay('23:00'), effect({ game: now }) { now.spoiled += 1; } } },
}));
`,
};
const who = (id: string) => somebody(id);
const waits = ({ session: { position } }: Desk, id: string) => waitsFor(position, NOW, who(id));

let desk: Desk;
beforeAll(async () => {
  desk = await sessionWith({ rules: TIDES, posts: [{ by: 'ana', title: 'A place to talk' }] });
});

test('a coming event is a deadline only for those whom its rule asks to act before', () => {
  const tide = { title: 'High tide', at: '2024-03-01T12:00:00Z' };
  // Anybody could moor, too, but nobody waits for that.
  expect(waits(desk, 'bo').deadlines).toMatchObject([{ ...tide, actions: [], sends: ['bid'] }]);
  expect(waits(desk, 'dee').deadlines).toMatchObject([{ ...tide, actions: ['steer'], sends: ['bid'] }]);
  const titles = desk.session.position.open.play.coming(NOW).map(({ title }) => title);
  expect(titles).toContain('Each night');
});

test('lists what a player can send, unless the rules refuse all of it', () => {
  expect(waits(desk, 'bo').sends).toContainEqual({ kind: 'bid', title: 'A bid' });
  expect(waits(desk, 'bo').sends.map(({ kind }) => kind)).not.toContain('note');
});

test('an action that only one player could take waits for them; one open to everybody waits for nobody', () => {
  const steering = { action: 'steer', title: 'Steer', on: null };
  expect(waits(desk, 'dee').acts).toContainEqual(steering);
  expect(waits(desk, 'bo').acts.map(({ action }) => action)).not.toContain('steer');
  expect(waits(desk, 'dee').acts.map(({ action }) => action)).not.toContain('wave');
});

test('what was announced in a post waits for an answer from those who may give it, until one does', async () => {
  const own = await sessionWith({ rules: TIDES, posts: [{ by: 'ana', title: 'A place to talk' }] });
  const dares = (id: string) => waits(own, id).acts.filter(({ action }) => action === 'take');
  expect(dares('bo')).toEqual([]);
  expect(own.answered(who('dee'), '1', '/act dare title="Dive"')).toContain('**Done.**');
  expect(dares('bo')).toEqual([
    { action: 'take', title: 'Take a dare', on: { param: 'dare', id: 'dare-1', title: 'Dive' } },
  ]);
  expect(dares('dee')).toEqual([]);
  // Things that stand in no post wait for nobody.
  expect(waits(own, 'bo').acts.map(({ action }) => action)).not.toContain('climb');
  expect(own.answered(who('bo'), '1', '/act take dare=dare-1')).toContain('**Done.**');
  expect(dares('fay')).toEqual([]);
});

test('a matter to be resolved by hand waits only for Admins', () => {
  const { position } = desk.session;
  const status = readStatus(position, NOW);
  const [matter] = status.queue;
  const resolutions = (id: string, more: object) =>
    waitsFor(position, NOW, who(id), { ...status, queue: status.queue.map((one) => ({ ...one, ...more })) })
      .resolutions;
  const about = { matter: matter?.id, title: 'A place to talk' };
  expect(resolutions('ana', { byAdmin: true })).toEqual([{ ...about, isChoice: false }]);
  expect(resolutions('ana', { conflict: true })).toEqual([{ ...about, isChoice: true }]);
  expect(resolutions('ana', {})).toEqual([]);
  expect(resolutions('bo', { byAdmin: true })).toEqual([]);
});

test('a player has open votes, and a stranger has nothing waiting', async () => {
  const posts = [{ by: 'ana', title: 'A place to talk', votes: { dee: 'FOR' } }];
  const voted = await sessionWith({ rules: TIDES, posts });
  expect(waits(voted, 'dee').votes).toEqual([]);
  expect(waits(voted, 'bo').votes).toMatchObject([{ matter: '1' }]);
  expect(waits(desk, 'bo').votes).toMatchObject([{ matter: '1', kind: 'proposal' }]);
  expect(waits(desk, 'gus')).toEqual({
    who: 'gus',
    plays: false,
    muted: null,
    own: [],
    votes: [],
    acts: [],
    sends: [],
    declarations: [],
    resolutions: [],
    deadlines: [],
  });
  expect(waits(desk, 'bo').plays).toBe(true);
  // The leader stands outside of the dynasty’s rules and votes all the same.
  expect(waits(desk, 'cy').who).toBe('cy');
});

test('shows senders their sealed submissions until used, with the contents if they can be read', () => {
  const { position } = desk.session;
  const { play } = position.open;
  const sent = (id: string, by: string, more: object) => ({
    [id]: {
      id,
      n: Number(id),
      kind: 'bid',
      by,
      at: NOW,
      open: { on: 'lamp' },
      contents: null,
      used: false,
      ...more,
    },
  });
  const submissions = {
    ...sent('1', 'bo', { contents: { amount: 5 } }),
    ...sent('2', 'dee', {}),
    ...sent('3', 'bo', { used: true }),
  };
  const proxy = new Proxy(play, {
    get: (of, name) => {
      const found = Reflect.get(of, name, of) as unknown;
      if (name === 'state') return () => ({ ...of.state(), submissions });
      return typeof found === 'function' ? (found.bind(of) as unknown) : found;
    },
  });
  const own = (id: string) =>
    waitsFor({ ...position, open: { ...position.open, play: proxy } }, NOW, who(id)).own;
  expect(['bo', 'dee', 'eli'].map(own)).toEqual([
    [{ title: 'A bid', said: 'On lamp, Amount 5' }],
    [{ title: 'A bid', said: 'On lamp, sealed' }],
    [],
  ]);
});

test('shows what only one player may see if this machine has the secrets', async () => {
  const { position } = desk.session;
  expect(waits(desk, 'bo').own).toEqual([]);
  const { play } = position.open;
  const before = play.runsInPrivate;
  play.runsInPrivate = () => true;
  expect(waits(desk, 'bo').own).toEqual([{ title: 'Your fortune', said: '7' }]);
  play.runsInPrivate = before;
});
