// A game in a network: people are seated by links, or let in by the host.
import { describe, expect, test } from 'vitest';

import { servedWith, type Browser, type Served } from './fixtures/served-in-memory.ts';
import { Lobby } from './lobby.ts';
import { Seats, type LinkHolder } from './seats.ts';
import { Sessions } from './session.ts';

const URL_HERE = 'http://localhost:4321/';
const PLAYERS = ['Ana', 'Bo', 'Cy'].map((name) => ({
  id: name.toLowerCase(),
  name,
  admin: name === 'Ana',
  emperor: name === 'Cy',
}));

interface Network extends Served {
  readonly seats: Seats;
  /** A browser that has opened somebody's link. */
  seated(who: LinkHolder): Promise<Browser>;
  linkOf(who: LinkHolder): string;
}

async function network(practice = true): Promise<Network> {
  const seats = new Seats();
  const served = await servedWith({ players: PLAYERS, practice }, { seats });
  seats.open(URL_HERE, PLAYERS);
  const linkOf = (who: LinkHolder): string =>
    `/${seats.links.find((one) => JSON.stringify(one.who) === JSON.stringify(who))?.path ?? ''}`;
  const seated = async (who: LinkHolder): Promise<Browser> => {
    const one = served.browser();
    const { headers } = await one.ask('GET', linkOf(who));
    await one.get((headers['refresh'] ?? '').replace(/^0; url=/u, ''));
    return one;
  };
  return { ...served, seats, linkOf, seated };
}

const who = (id: string): LinkHolder => ({
  id,
  name: PLAYERS.find((one) => one.id === id)?.name ?? id,
  bot: false,
});
const asks = async (one: Browser, name: string): Promise<void> => {
  await one.get('/do/who/');
  await one.press('Continue as a new player', { 'Or a new player': name });
};

describe('a link', () => {
  test('seats its own person, and disappears from the address', async () => {
    const { browser, linkOf } = await network();
    const bo = browser();
    const got = await bo.ask('GET', linkOf(who('bo')));
    expect([got.status, got.text]).toEqual([200, 'You’re in. The game opens now.\n']);
    expect(got.headers).toMatchObject({ refresh: '0; url=/', 'referrer-policy': 'no-referrer' });
    expect(got.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Strict$/u);
    expect((await bo.get('/')).view).toMatchObject({
      who: { id: 'bo' },
      isLinked: true,
      isHost: false,
      mayMoveTime: false,
    });
  });

  test('that is withdrawn or guessed seats nobody, and those it had seated can only read', async () => {
    const { seats, seated, linkOf, browser } = await network();
    const bo = await seated(who('bo'));
    const link = linkOf(who('bo'));
    seats.withdraw(who('bo'));
    expect((await bo.get('/')).view.who).toBeNull();
    await bo.get('/do/post/');
    expect((await bo.send('post', { kind: 'story', title: 'A', do: 'post' })).view.problem).toMatch(
      /^You’re only watching\. To play, ask the host for a link/u,
    );
    for (const path of [link, '/seat/guessed'])
      expect(await browser().ask('GET', path)).toMatchObject({
        status: 403,
        text: 'This link no longer works. Ask the host for a new one.\n',
      });
  });

  test('followed from another site is opened again, so that the browser sends its cookie', async () => {
    const { browser, linkOf } = await network();
    const bo = browser();
    const link = linkOf(who('bo'));
    const first = await bo.ask('GET', link, { 'sec-fetch-site': 'cross-site' });
    expect([first.text, first.headers['refresh'], first.headers['set-cookie']]).toEqual([
      'The link opens now.\n',
      `0; url=${link}?again`,
      undefined,
    ]);
    const again = await bo.ask('GET', `${link}?again`, { 'sec-fetch-site': 'cross-site' });
    expect(again.text).toBe('You’re in. The game opens now.\n');
  });

  test('changes a seat only if its page is told to', async () => {
    const { seated, linkOf } = await network();
    const bo = await seated(who('bo'));
    const link = linkOf(who('cy'));
    const page = await bo.ask('GET', link);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('In this browser you play as Bo. This link is for another seat: Cy.');
    expect(page.text).toContain('Stay Bo');
    expect((await bo.get('/')).view.who?.id).toBe('bo');
    const csrf = /name="csrf" value="([^"]+)"/u.exec(page.text)?.[1] ?? '';
    const post = (body: string, origin: string): ReturnType<Browser['ask']> =>
      bo.ask('POST', link, { origin }, body);
    expect((await post(`csrf=${csrf}`, 'https://evil.example')).status).toBe(403);
    expect(await post('csrf=other', 'http://localhost:4321')).toMatchObject({
      status: 403,
      text: 'This form has expired. Open the link again. Nothing has changed.\n',
    });
    expect((await bo.get('/')).view.who?.id).toBe('bo');
    await post(`csrf=${csrf}`, 'http://localhost:4321');
    expect((await bo.get('/')).view.who?.id).toBe('cy');
  });

  test('for the host leaves a seat as it is, and one’s own link changes nothing', async () => {
    const { seated, linkOf } = await network();
    const bo = await seated(who('bo'));
    const own = await bo.ask('GET', linkOf(who('bo')));
    expect(own.text).toBe('You’re in. The game opens now.\n');
    const { headers } = await bo.ask('GET', linkOf(null));
    expect(headers['refresh']).toBe('0; url=/do/links/');
    expect((await bo.get('/')).view).toMatchObject({ who: { id: 'bo' }, isHost: true, mayMoveTime: true });
  });

  test('for new players asks for a name, and seats them at once under a free one', async () => {
    const { seated } = await network();
    const zed = await seated('newcomers');
    expect([zed.address, zed.page?.path]).toEqual(['/do/who/', 'do/who/']);
    await zed.press('Continue as a new player', { 'Or a new player': 'zed' });
    expect((await zed.get('/')).view.who).toMatchObject({ id: 'zed', name: 'Zed' });
    // A player's own name takes the host's word.
    const late = await seated('newcomers');
    await late.press('Continue', { 'On the roster': 'bo' });
    const { view } = await late.get('/');
    expect([view.who, view.lobby?.asked]).toEqual([null, 'Bo']);
  });
});

describe('the host', () => {
  test('sees every link with its code, and withdraws and replaces them', async () => {
    const { seated, linkOf, browser } = await network();
    const host = await seated(null);
    const form = host.form;
    expect(form.parts.map(({ title }) => title)).toEqual([
      'Everybody scans this',
      'Host (links, clock, rewind)',
      'New players',
      'Ana',
      'Bo',
      'Cy',
    ]);
    expect(form.parts[4]).toMatchObject({
      meta: `http://localhost:4321${linkOf(who('bo'))}`,
      code: expect.stringMatching(/^data:image\/svg\+xml,/u),
    });
    const old = linkOf(who('bo'));
    const given = await host.press('New link for Bo');
    expect(given.view.flash?.title).toBe('Bo has a new link; the old one no longer works.');
    expect((await browser().ask('GET', old)).status).toBe(403);
    expect((await browser().ask('GET', linkOf(who('bo')))).status).toBe(200);
    expect((await host.press('Withdraw the link of Bo')).view.flash?.title).toBe(
      'Bo’s link no longer works.',
    );
    expect(host.form.parts[4]?.meta).toBe('Withdrawn.');
    expect(host.form.parts[4]).not.toHaveProperty('code');
    expect(host.form.parts[4]?.buttons.map(({ label }) => label)).toEqual(['New link for Bo', 'Play for Bo']);
    expect((await host.send('links', { withdraw: 'nobody' })).view.problem).toBe(
      'There’s no such link. Nothing has changed.',
    );
  });

  test('is the only one who can use the links, the clock and the way back', async () => {
    const { seated, browser } = await network();
    for (const one of [await seated(who('bo')), browser()])
      for (const form of ['links', 'time', 'back']) {
        const got = await one.get(`/do/${form}/`);
        expect([got.status, got.view.problem]).toEqual([
          403,
          'Only the host can do that. Nothing has changed.',
        ]);
      }
  });

  test('lets in people who ask, under the name that they gave', async () => {
    const { seated, browser, told: said } = await network();
    const [host, zed, bo] = [await seated(null), browser(), browser()];
    await asks(zed, 'zed');
    expect(zed.page?.view.flash?.title).toBe('The host has been asked to let you in as Zed.');
    expect(zed.page?.view.lobby).toEqual({ isOpen: true, asked: 'Zed', refused: null });
    expect(said).toContain('Zed wants to come in. The host lets them in on any page of the game.');
    expect((await zed.get('/do/who/')).view.forms[0]?.lede).toMatch(/^You asked to come in as Zed\./u);
    await bo.get('/do/who/');
    await bo.press('Continue', { 'On the roster': 'bo' });
    expect((await bo.get('/')).view.form).toBeNull();
    const form = (await host.get('/')).view.form;
    expect(form?.buttons.map(({ label }) => label)).toEqual([
      'Let all 2 in',
      'Let Zed in',
      'Not Zed',
      'Let Bo in',
      'Not Bo',
    ]);
    const done = await host.press('Let Bo in', {}, form ?? undefined);
    expect(done.view.flash?.title).toBe('Bo is in.');
    expect((await bo.get('/')).view).toMatchObject({
      who: { id: 'bo' },
      flash: { ok: true, title: 'The host let you in: you’re Bo.', said: [] },
    });
    // A host without a name is no player whom the rules would let answer.
    const one = (await host.get('/')).view.form;
    expect(one?.buttons.map(({ label }) => label)).toEqual(['Let Zed in', 'Not Zed']);
    const seatedOnly = await host.press('Let Zed in', {}, one ?? undefined);
    expect(seatedOnly.view.flash?.title).toMatch(
      /^Seated: Zed\. They join the game once you’ve chosen your own name/u,
    );
    expect((await zed.get('/')).view.flash?.said).toEqual([
      'Your request to join is posted. This page says when it is answered.',
    ]);
    expect((await zed.get('/')).view).toMatchObject({ waits: { plays: false }, flash: null });
    await host.get('/do/who/');
    const named = await host.press('Continue', { 'On the roster': 'ana' });
    expect(named.view.flash?.title).toBe('You’re Ana. Zed joined the game.');
    expect((await zed.get('/')).view).toMatchObject({
      waits: { plays: true },
      flash: { title: 'You’re in the game now.' },
    });
  });

  test('refuses people, who are told and may ask again', async () => {
    const { seated, browser } = await network();
    const [host, zed] = [await seated(null), browser()];
    await asks(zed, 'Zed');
    const { form } = (await host.get('/')).view;
    expect((await host.press('Not Zed', {}, form ?? undefined)).view.flash?.title).toBe('Zed stays outside.');
    expect((await zed.get('/')).view).toMatchObject({
      who: null,
      lobby: { asked: null, refused: 'Zed' },
    });
    await asks(zed, 'Zed');
    expect((await zed.get('/')).view.lobby).toMatchObject({ asked: 'Zed', refused: null });
    // What a page showed before others came is not what the host sees now.
    const before = (await host.get('/')).view.form;
    await asks(browser(), 'Zed');
    expect((await host.press('Let Zed in', {}, before ?? undefined)).view.problem).toBe(
      'Other people are waiting now than this page showed. Nothing was done.',
    );
    const both = (await host.get('/')).view.form;
    expect(both?.buttons[0]?.label).toBe('Let Zed in (2 browsers)');
    // All whom the page shows are let in, and who comes meanwhile goes on waiting.
    await asks(browser(), 'Lu');
    const { form: all } = (await host.get('/')).view;
    await asks(browser(), 'Rosa');
    expect((await host.press('Let all 2 in', {}, all ?? undefined)).view.flash?.title).toMatch(
      /^Seated: Zed, Lu\./u,
    );
    expect((await host.get('/')).view.form?.buttons.map(({ label }) => label)).toEqual([
      'Let Rosa in',
      'Not Rosa',
    ]);
  });

  test('closes the door and opens it again', async () => {
    const { seated, browser } = await network();
    const [host, zed] = [await seated(null), browser()];
    await host.press('Close the door');
    expect(host.form.parts[0]?.title).toBe('The door is closed');
    expect(host.form.parts[0]).not.toHaveProperty('code');
    const shut = await zed.get('/do/who/');
    expect([shut.status, shut.view.problem]).toEqual([
      403,
      'The host lets nobody in at the moment. To play, open the link that the host sent you.',
    ]);
    await host.press('Open the door');
    expect((await zed.get('/do/who/')).status).toBe(200);
    const bo = await seated(who('bo'));
    expect((await bo.get('/do/who/')).view.problem).toMatch(/^You’re Bo in this browser\./u);
  });

  test('plays for others in a practice game, and everybody sees it', async () => {
    const { seated } = await network();
    const [host, bo] = [await seated(null), await seated(who('bo'))];
    expect((await host.press('Play for Bo')).view).toMatchObject({
      who: { id: 'bo' },
      isLent: true,
      flash: { title: 'You’re playing for Bo.' },
    });
    await host.get('/do/post/');
    await host.press('Post it', { Category: 'story', Title: 'A tale', Text: 'Once.' });
    const { view } = await bo.get('/');
    expect(view.hostDid.map(({ did }) => did)).toEqual(['played for Bo']);
    await host.get('/do/links/');
    const back = await host.press('Play as yourself again');
    expect(back.view).toMatchObject({ who: null, isLent: false });
    // What the head of the game sees is nobody else's to see.
    await host.get('/do/links/');
    expect(host.form.parts.flatMap(({ buttons }) => buttons.map(({ label }) => label))).not.toContain(
      'Play for Cy',
    );
    expect((await host.send('links', { lend: 'cy' })).view.problem).toBe(
      'Only Cy may see this. Nothing has changed.',
    );
    expect((await host.send('links', { lend: 'zed' })).view.problem).toBe(
      'There’s no such player here. Nothing has changed.',
    );
  });

  test('moves the clock only in a practice game', async () => {
    const practice = await network();
    const host = await practice.seated(null);
    await host.get('/do/time/');
    await host.press('Skip ahead', { 'Hours to skip': '5' });
    expect((await host.press('Yes, skip 5 h')).view.hostDid.map(({ did }) => did)).toEqual(['skipped 5 h']);
    const real = await network(false);
    const other = await real.seated(null);
    const { view } = await other.get('/do/time/');
    expect([view.mayMoveTime, view.forms[0]?.fields]).toEqual([false, []]);
    expect(
      (await other.get('/do/links/')).view.forms[0]?.parts[4]?.buttons.map(({ label }) => label),
    ).toEqual(['New link for Bo', 'Withdraw the link of Bo']);
  });

  test('makes it a practice game and a real one again, as an admin', async () => {
    const { seated, linkOf } = await network(false);
    const host = await seated(null);
    const labels = async (): Promise<unknown> =>
      (await host.get('/do/links/')).view.forms[0]?.buttons.map(({ label }) => label);
    expect(await labels()).toEqual([]);
    await host.get(linkOf(who('ana')));
    expect(await labels()).toEqual(['Make this a practice game']);
    await host.press('Make this a practice game');
    await host.get('/do/time/');
    await host.press('Skip ahead', { 'Hours to skip': '5' });
    expect((await host.press('Yes, skip 5 h')).view.hostDid.map(({ did }) => did)).toEqual(['skipped 5 h']);
    await host.get('/do/links/');
    await host.press('End the practice');
    expect((await host.get('/')).view.mayMoveTime).toBe(false);
  });

  test('is not kept from the game by strangers who ask', () => {
    const said: string[] = [];
    const lobby = new Lobby(new Seats(), (line) => said.push(line));
    const sessions = new Sessions(4321);
    const ask = (at: number): void =>
      lobby.ask(sessions.begin(), { id: `s${at}`, name: `Stranger ${at}`, bot: false });
    for (let at = 0; at < 40; at++) ask(at);
    expect(said).toHaveLength(40);
    expect(() => ask(40)).toThrow('Too many people are waiting. Ask the host to let some in first.');
    expect(said).toHaveLength(40);
  });
});

test('shows who is here on each page and on the host’s terminal', async () => {
  const { seated, told: said } = await network();
  const [bo, ana] = [await seated(who('bo')), await seated(who('ana'))];
  const pages = [bo.follow(), ana.follow()];
  await expect.poll(() => said).toEqual(['Here: Bo', 'Here: Ana, Bo']);
  await expect.poll(() => pages[0]?.pieces.at(-1)).toBe('event:here\ndata:["Ana","Bo"]\n\n');
  for (const page of pages) page.leave();
  await expect.poll(() => said.at(-1), { timeout: 60_000 }).toBe('Nobody is here.');
});
