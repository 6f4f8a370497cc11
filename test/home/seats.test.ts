// Who sits where in a network: by a link with a secret, and by nothing else.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { renderAsMarkdown } from '../../src/site/prepare/render-markdown.ts';
import { Seats } from '../../src/cli/home/seats.ts';
import { serveHome, type HomeServer } from '../../src/cli/home/serve-home.ts';
import { FORM_NAMES } from '../../src/seat/forms/registry.ts';
import { checkOwnFiles } from '../../src/host/embedded/check-own-files.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { takeAction } from '../../src/seat/take-step.ts';
import { Browse } from './browse.ts';
import { openHome, START, type TestHome } from './open-home.ts';

const BO = { id: 'bo', name: 'Bo', bot: false };
const CY = { id: 'cy', name: 'Cy', bot: false };
const CROWNS = `import { action, player, rule } from 'gitnomic/rules';

export default rule(() => ({
  actions: {
    crown: action({
      by: 'anybody',
      with: { to: player() },
      effect({ to, dynasty }) {
        dynasty.emperor = to;
      },
    }),
  },
}));
`;
const seats = new Seats();
let home: TestHome;
beforeAll(async () => {
  home = await openHome(undefined, seats, undefined, undefined, true);
});
afterAll(() => home.close());

test('somebody without a link can only read', async () => {
  const nobody = new Browse(home.server.port);
  expect((await nobody.get('/')).status).toBe(200);
  const form = await nobody.get('/do/post/');
  expect([form.status, form.text.includes('Say who you are')]).toEqual([200, false]);
  expect(form.text.split('To play, open the link that the host sent you.')).toHaveLength(3);
  expect((await nobody.get('/do/who/')).status).toBe(403);
  for (const kind of [...FORM_NAMES, 'links']) {
    const { status, text } = await nobody.send(`/do/${kind}/`, { who: 'bo', do: 'sit' });
    expect([kind, status, /the host|Only the link/iu.test(text)]).toEqual([kind, 403, true]);
  }
  expect((await nobody.get('/seat/guessed')).status).toBe(403);
});

test('a link seats its own person until it’s withdrawn', async () => {
  const bo = new Browse(home.server.port);
  const link = `/${seats.invite(BO).path}`;
  expect((await bo.get(link)).text).not.toContain(link);
  expect((await bo.get('/')).text).toContain('<strong><bdi>Bo</bdi></strong>');
  await bo.get('/do/post/');
  const story = { kind: 'story', title: 'A tale', text: 'Once.', do: 'post' };
  expect((await bo.send('/do/post/', story)).text).toContain('A tale');
  expect((await bo.send('/do/who/', { who: 'ana', do: 'sit' })).status).toBe(403);
  seats.withdraw(BO);
  expect((await bo.get('/')).text).not.toContain('<strong><bdi>Bo</bdi></strong>');
  expect((await bo.send('/do/post/', story)).status).toBe(403);
  expect((await bo.get(link)).status).toBe(403);
});

test('a link changes somebody’s seat only after they confirm it on its page', async () => {
  const bo = new Browse(home.server.port);
  const linkOf = (who: Parameters<Seats['invite']>[0]): string => `/${seats.invite(who).path}`;
  const [own, other, host, newcomers] = [linkOf(BO), linkOf(CY), linkOf(null), linkOf('newcomers')];
  await bo.get(own);
  const isBo = async (): Promise<boolean> =>
    (await bo.get('/')).text.includes('<strong><bdi>Bo</bdi></strong>');
  for (const link of [other, newcomers, own, host])
    for (const headers of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }]) {
      const { status, headers: answered } = await bo.get(link, headers);
      const changes = link === other || link === newcomers;
      expect([link, status, 'set-cookie' in answered, await isBo()]).toEqual([link, 200, !changes, true]);
    }
  // As a browser does it on the way from another page: without its cookie, which gets none in its place.
  const bounced = await new Browse(home.server.port).get(other, { 'sec-fetch-site': 'cross-site' });
  expect([bounced.headers['refresh'], bounced.headers['set-cookie']]).toEqual([
    `0; url=${other}?again`,
    undefined,
  ]);
  const asked = await bo.get(`${other}?again`, { 'sec-fetch-site': 'same-origin' });
  expect(asked.text).toContain('In this browser you play as Bo. This link is for another seat: Cy.');
  expect(asked.type).toContain('text/html');
  for (const [fields, headers] of [
    [{ csrf: 'guessed' }, {}],
    [{}, { origin: 'http://elsewhere.example' }],
  ] as const) {
    expect((await bo.send(other, fields, headers)).status).toBe(403);
    expect(await isBo()).toBe(true);
    await bo.get(other);
  }
  expect((await bo.send(other, {})).headers['set-cookie']).toBeDefined();
  expect((await bo.get('/')).text).toContain('<strong><bdi>Cy</bdi></strong>');
  for (const who of [BO, CY, null, 'newcomers' as const]) seats.withdraw(who);
});

test.each([
  (link: string) => `[here](${link})`,
  (link: string) => `<${link}>`,
  (link: string) => link,
  (link: string) => `[here][1]\n\n[1]: ${link}`,
  (link: string) => `![here](${link})`,
  (link: string) => `[here](${link}/)`,
  (link: string) => `[here](${link}?a#b)`,
  (link: string) => `[here](${link.replace('/seat', '/a/../seat')})`,
  (link: string) => `[here](${link.replace('http:', 'HTTP:')})`,
  (link: string) => `[here](${link.replace('http:', '')})`,
  (link: string) => `[here](${new URL(link).pathname})`,
])('never renders a link to a seat as a link: %s', (written) => {
  const link = `http://localhost:4321/seat/${'x'.repeat(32)}`;
  const shown = (text: string): string => renderAsMarkdown(text, { anchor: null, wording: IN_ENGLISH });
  expect(shown(written(link))).not.toMatch(/<a\b/u);
  expect(shown(`[here](${link.replace('seat/', 'posts/')})`)).toMatch(/<a\b/u);
});

test('only the host moves the clock, and gets no other seat by that', async () => {
  const [bo, host] = [new Browse(home.server.port), new Browse(home.server.port)];
  await bo.get(`/${seats.invite(BO).path}`);
  await bo.get('/');
  const forward = { hours: '2', sure: '2', do: 'forward' };
  expect((await bo.send('/do/time/', forward)).text).toContain(
    'Only the host can do that. Nothing has changed.',
  );
  await host.get(`/${seats.invite(null).path}`);
  await host.get('/do/time/');
  expect((await host.send('/do/time/', forward)).text).toContain('Skipped 2 h.');
  const posted = await host.send('/do/post/', { kind: 'story', title: 'Mine', text: 'x', do: 'post' });
  expect(posted.text).toContain('You’re only watching. To play, ask the host for a link');
  // Who only watches may still look at what a change would do.
  const change = { change: 'add', title: 'Lamps', body: 'Lamps are lit.', do: 'preview' };
  const looked = await host.send('/do/rule/', change);
  expect([looked.status, looked.text.includes('Lamps are lit.')]).toEqual([200, true]);
  // Their code is run for nobody.
  const endless = 'export default rule(() => { for (;;); });';
  const tried = await host.send('/do/rule/', { ...change, clause: endless });
  expect([tried.status, tried.text.includes('Test run')]).toEqual([200, false]);
  expect((await host.send('/do/rule/', { ...change, do: 'propose' })).text).toContain(
    'You’re only watching.',
  );
});

test('a newcomer takes a seat by the newcomers’ link, under a new name, and asks to be let in', async () => {
  const [eve, other] = [new Browse(home.server.port), new Browse(home.server.port)];
  const link = `/${seats.invite('newcomers').path}`;
  await eve.get(link);
  expect((await eve.send('/do/post/', { kind: 'story', title: 'Mine', text: 'x', do: 'post' })).status).toBe(
    403,
  );
  expect((await eve.get('/do/who/')).status).toBe(200);
  const forward = { hours: '2', sure: '2', do: 'forward' };
  expect((await eve.send('/do/time/', forward)).text).toContain(
    'Only the host can do that. Nothing has changed.',
  );
  // Cy is on the roster, and Bo may have had a link that was withdrawn: only the host seats somebody there.
  for (const taken of ['cy', 'Bo']) {
    // Nobody comes in as somebody else by their name: a host could not tell them apart.
    const namesake = await eve.send('/do/who/', { new: taken, do: 'new' });
    expect(namesake.text).toMatch(
      /(Cy|Bo) is in the game already\. If that’s you, choose (Cy|Bo) from the list/u,
    );
    await eve.get('/do/who/');
    const asked = await eve.send('/do/who/', { who: taken.toLowerCase(), do: 'sit' });
    expect(asked.text).toMatch(/The host has been asked to let you in as (Cy|Bo)\./u);
    expect(asked.text).not.toContain('You are ');
    await eve.get('/do/who/');
  }
  expect((await eve.send('/do/who/', { new: 'Eve', do: 'new' })).text).toContain('You’re Eve.');
  expect((await eve.get('/')).text).toContain('<strong><bdi>Eve</bdi></strong>');
  const ana = new Browse(home.server.port);
  await ana.get(`/${seats.invite({ id: 'ana', name: 'Ana', bot: false }).path}`);
  await ana.get('/do/post/');
  await ana.send('/do/post/', { kind: 'story', title: 'Before', text: 'x', do: 'post' });
  await eve.get('/do/post/');
  const join = { kind: 'join-request', title: 'May I?', text: 'Please.', do: 'post' };
  expect((await eve.send('/do/post/', { ...join, do: 'preview' })).text).toContain('The rules allow it.');
  expect((await eve.send('/do/post/', join)).text).toContain('May I?');
  const letIn = await ana.get('/do/act/?action=join&p-player=eve');
  expect(letIn.text.replaceAll(/<[^>]*>/gu, '')).toContain('Eve: State applicant → active');
  // A seat that somebody has found is theirs, and they do not change it.
  expect((await eve.send('/do/who/', { new: 'Flo', do: 'new' })).status).toBe(403);
  await other.get(link);
  await other.get('/do/who/');
  expect((await other.send('/do/who/', { who: 'eve', do: 'sit' })).text).toContain(
    'asked to let you in as Eve',
  );
  expect((await other.get('/')).text).not.toContain('<strong><bdi>');
});

test('in a practice game the host can play for somebody, each deed says so, and nothing private is shown', async () => {
  const own = new Seats();
  const practice = await openHome({ core: '2021', dynasty: 'gallery' }, own, undefined, undefined, true);
  const { port } = practice.server;
  own.open(
    practice.server.url,
    ['ana', 'bo', 'eli'].map((id) => ({ id, name: `${id[0]?.toUpperCase() ?? ''}${id.slice(1)}` })),
  );
  const [hosts, , anas] = own.links;
  const [host, ana] = [new Browse(port), new Browse(port)];
  try {
    await host.get(`/${hosts?.path ?? ''}`);
    await ana.get(`/${anas?.path ?? ''}`);
    const offered = (await host.get('/do/links/')).text;
    expect(
      ['Play for Bo', 'Play for Eli', 'Play as yourself again'].filter((one) => offered.includes(one)),
    ).toEqual(['Play for Bo']);
    const refused = await host.send('/do/links/', { lend: 'eli' });
    expect([refused.status, refused.text.includes('Only Eli may see')]).toEqual([200, true]);
    expect(refused.text).not.toContain('what you typed');
    await host.get('/do/links/');
    expect((await host.send('/do/links/', { lend: 'bo' })).text).toContain('You’re playing for Bo.');
    expect((await host.get('/')).text).toMatch(/You’re playing for\s*<strong><bdi>Bo/u);
    await host.get('/do/post/');
    const told = await host.send('/do/post/', { kind: 'story', title: 'Mine', text: 'Once.', do: 'post' });
    expect(told.text).toMatch(/by <a[^>]*><bdi>Bo<[\s\S]*The host did this in the seat of Bo\./u);
    // Whoever heads the dynasty from now on has their seat for themselves.
    const game = await openLocalGame(practice.folder, { now: START, caches });
    const commit = await writeCommit(game.forge.repository, {
      parents: [await game.main()],
      changes: new Map([
        [
          'content/ruleset/dynastic/crowns.md',
          '---\ntitle: Crowns\norder: 90\n---\n\nAnybody may crown anybody.\n',
        ],
        ['content/ruleset/dynastic/crowns.ts', CROWNS],
      ]),
      author: { name: 'Gitnomic', email: '', at: START },
      message: 'Crowns\n',
    });
    await game.forge.advance('main', await game.main(), commit);
    const passed = await takeAction(game, { id: 'eli', name: 'Eli', bot: false }, 'crown', { to: 'bo' });
    expect(passed).toMatchObject({ ok: true });
    expect((await host.get('/')).text).toContain('You’re the host.');
    await host.get('/do/links/');
    expect((await host.send('/do/links/', { lend: 'bo' })).text).toContain('Only Bo may see');
    // Only the host's link does it.
    await ana.get('/do/post/');
    expect((await ana.send('/do/links/', { lend: 'bo' })).status).toBe(403);
    await host.get('/do/links/');
    expect((await host.send('/do/links/', { lend: 'ana' })).text).toContain('You’re playing for Ana.');
    expect((await host.get('/do/links/')).text).toContain('Play as yourself again');
    await host.send('/do/links/', { lend: ' own' });
    expect((await host.get('/')).text).toContain('You’re the host.');
  } finally {
    await practice.close();
  }
});

test('outside practice the host moves no clock, makes no copy and plays for nobody, until an Admin turns it on', async () => {
  const own = new Seats();
  const earnest = await openHome(undefined, own);
  const { port } = earnest.server;
  own.open(earnest.server.url, [BO]);
  const host = new Browse(port);
  try {
    await host.get(`/${own.links[0]?.path ?? ''}`);
    const time = await host.get('/do/time/');
    expect([time.text.includes('Bring the game up to date'), time.text.includes('name="hours"')]).toEqual([
      true,
      false,
    ]);
    expect((await host.send('/do/time/', { do: 'tick' })).text).toContain('The game is up to date.');
    expect((await host.get('/do/back/')).text).toContain('isn’t a practice game');
    expect((await host.get('/do/links/')).text).not.toContain('Play for');
    const [game] = [await openLocalGame(earnest.folder, { now: START, caches })];
    const [{ commit } = { commit: '' }] = await game.points();
    const before = game.now();
    for (const [kind, words] of [
      ['time', { hours: '2', sure: '2', do: 'forward' }],
      ['back', { commit }],
      ['links', { lend: 'bo' }],
    ] as const) {
      await host.get('/do/links/');
      const { text } = await host.send(`/do/${kind}/`, words);
      const why = kind === 'links' ? 'There’s no such link' : 'isn’t a practice game';
      expect([kind, text.includes(why)]).toEqual([kind, true]);
    }
    expect(game.now().slice(0, 16)).toBe(before.slice(0, 16));
    const ana = { id: 'ana', name: 'Ana', bot: false };
    expect(await takeAction(game, ana, 'game', { practice: 'on' })).toMatchObject({ ok: true });
    await host.get('/do/time/');
    const forward = await host.send('/do/time/', { hours: '2', sure: '2', do: 'forward' });
    expect(forward.text).toContain('Skipped 2 h.');
    const reader = new Browse(port);
    expect((await reader.get('/')).text).toContain('The host skipped 2 h');
  } finally {
    await earnest.close();
  }
});

test('links and their seats outlive the server, readable for their owner alone', async () => {
  const folder = home.folder;
  const [roster, url] = [[BO, { id: 'cy', name: 'Cy' }], 'http://localhost:1/'];
  const before = new Seats(folder);
  before.open(url, roster);
  const [host, , bos] = before.links;
  const serve = async (kept: Seats): Promise<HomeServer> =>
    serveHome({ game: await openLocalGame(folder, { now: START, caches }), port, seats: kept, caches });
  let port = 0;
  let server = await serve(before);
  ({ port } = server);
  const [bo, me] = [new Browse(port), new Browse(port)];
  await bo.get(`/${bos?.path ?? ''}`);
  await me.get(`/${host?.path ?? ''}`);
  await server.close();
  server = await serve(new Seats(folder));
  try {
    expect((await bo.get('/')).text).toContain('<strong><bdi>Bo</bdi></strong>');
    const { text } = await me.get('/do/links/');
    expect(text).toContain(`${url}${bos?.path ?? ''}`);
    expect(text.match(/data:image\/svg\+xml/gu)).toHaveLength(5);
    expect((await bo.get('/do/links/')).status).toBe(403);
    expect((await bo.send('/do/links/', { give: 'the host' })).status).toBe(403);
    expect((await me.send('/do/links/', { withdraw: 'bo' })).text).toContain('Bo’s link no longer works.');
    expect((await bo.get('/')).text).not.toContain('<strong><bdi>Bo</bdi></strong>');
    // A command, in another process, has its effect at once too.
    new Seats(folder).withdraw(null);
    expect((await me.get('/do/links/')).status).toBe(403);
    for (const name of ['links.json', 'browsers.json'])
      expect([name, statSync(join(folder, '.gitnomic', name)).mode & 0o777]).toEqual([name, 0o600]);
    new Seats(folder).open(url, roster);
    writeFileSync(join(folder, '.gitnomic/browsers.json'), '{');
    expect(checkOwnFiles(folder)).toMatchObject([{ where: join(folder, '.gitnomic/browsers.json') }]);
    expect(new Seats(folder).links.filter(({ path }) => path === null).map(({ who }) => who)).toEqual([
      null,
      BO,
    ]);
  } finally {
    await server.close();
  }
});
