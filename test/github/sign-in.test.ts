// Playing on published pages in one's own name: pages, the group's service, an OAuth server that keeps to the specification, and
// GitHub's stand-in, in a real browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { answer, readSettings, serve } from '../../src/addons/github-sign-in/service.ts';
import type { SiteData } from '../../src/site/data/site-data.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { faultsOn } from '../site/look-at-pages.ts';
import { servePublished, type Published } from '../site/serve-published.ts';
import { ana, playOnGitHub, type ActionGame } from './action-game.ts';
import { CLIENT, startOAuthServer, type OAuthServer } from './oauth-server.ts';
import type { Post } from './stand-in/world.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
const VOTES = 'content/ruleset/core/votable-matters/votes.md';

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'signed in', () => {
  let game: ActionGame;
  let site: Published;
  let oauth: OAuthServer;
  let service: Awaited<ReturnType<typeof serve>>;
  let browser: Browser;
  let page: Page;
  let matter: Post;
  /** What the pages sent to the service. */
  const sent: { readonly code: string; readonly verifier: string }[] = [];
  const tokens: string[] = [];

  const elsewhere = (data: SiteData): SiteData => ({
    ...data,
    forge: JSON.parse(
      JSON.stringify(data.forge)
        .replaceAll('https://github.com/login/oauth/authorize', `${oauth.url}/auth`)
        .replaceAll('https://api.github.com', game.standIn.api),
    ) as SiteData['forge'],
  });
  const tick = async (): Promise<void> => {
    await game.tick();
    await site.publish(await game.content(), game.standIn.world.now);
  };
  const signIn = async (on: Page, login: string | null): Promise<void> => {
    oauth.signsIn = login;
    await on.click('#sign-in button');
    await on.waitForFunction(
      (said) => document.querySelector('#sign-in')?.textContent?.includes(said),
      login === null ? 'didn’t sign in' : `You’re ${login} on GitHub`,
    );
  };
  const newest = (): Post => {
    const found = game.standIn.world.posts.at(-1);
    if (found === undefined) throw new Error('no post');
    return found;
  };

  beforeAll(async () => {
    game = await playOnGitHub();
    const { world } = game.standIn;
    // Somebody who plays and may write nothing there: GitHub leaves away the labels that they ask for.
    world.account('bo', { permission: 'write' }).permission = 'read';
    world.account('zoe', { permission: 'read' });
    site = await servePublished(elsewhere);
    oauth = await startOAuthServer(`${site.at}signed-in/`, (token, login) => {
      tokens.push(token);
      world.accounts.set(token, world.account(login, { permission: 'read' }));
    });
    const settings = readSettings({
      GITNOMIC_SITE: site.at,
      GITHUB_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_SECRET: CLIENT.secret,
      GITHUB_TOKEN_URL: `${oauth.url}/token`,
    });
    service = await serve(settings, 0, '127.0.0.1');
    const rule = (await game.content()).get(VOTES) ?? '';
    matter = await game.propose(ana, 'Six hours', { [VOTES]: rule.replace('[48 hours]', '[6 hours]') });
    const where = `http://127.0.0.1:${service.port} ${CLIENT.id} openid`;
    await game.table.comment(ana, String(matter.number), `/game sign-in="${where}"`);
    await tick();
    browser = await launchBrowser();
    page = await (await newReader(browser, { viewport: { width: 390, height: 844 } })).newPage();
    page.on('request', (request) => {
      if (request.url().endsWith('/token') && request.method() === 'POST')
        sent.push(request.postDataJSON() as (typeof sent)[number]);
    });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await oauth.close();
    await site.close();
    await game.standIn.close();
  });

  test('a vote is cast in one’s own name, and the token is nowhere but in the page', async () => {
    await page.goto(`${site.at}matters/${matter.number}/`);
    expect(await page.isVisible('form.sent')).toBe(false);
    await page.waitForSelector('#sign-in button:visible');
    await signIn(page, null);
    expect(sent).toEqual([]);
    await signIn(page, 'bo');
    expect(await faultsOn(page, () => Promise.resolve())).toEqual([]);
    await page.fill('form.sent textarea', 'Gladly.');
    await page.click('form.sent button:has-text("For")');
    await page.waitForSelector('form.sent .said a');
    expect(matter.comments.at(-1)).toMatchObject({ by: { login: 'bo' }, body: 'Gladly.\n\n:for:' });
    const kept = await page.evaluate(() =>
      [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(''),
    );
    expect(tokens).toHaveLength(1);
    for (const secret of [...tokens, CLIENT.secret]) {
      expect(kept).not.toContain(secret);
      expect(await page.content()).not.toContain(secret);
    }
    await tick();
    expect(game.comments(matter, 'standing')[0]).toMatch(/2 for/iu);
    await page.reload();
    // With the page it is gone.
    expect(await page.isVisible('form.sent')).toBe(false);
  });

  test('another’s state, a code used twice and a page elsewhere get nothing', async () => {
    await page.goto(`${site.at}matters/${matter.number}/`);
    await page.waitForSelector('#sign-in button:visible');
    const [before, had] = [sent.length, tokens.length];
    const stranger = await page.context().newPage();
    await stranger.goto(`${site.at}signed-in/?state=another&code=abc`).catch(() => undefined);
    await page.waitForTimeout(200);
    expect(sent).toHaveLength(before);
    await signIn(page, 'bo');
    const { code = '', verifier = '' } = sent.at(-1) ?? {};
    const origin = new URL(site.at).origin;
    const ask = (body: object, headers: Record<string, string> = { origin }): Promise<Response> =>
      fetch(`http://127.0.0.1:${service.port}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    expect(tokens).toHaveLength(had + 1);
    expect((await ask({ code, verifier }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask({ code, verifier }, {})).status).toBe(403);
    expect((await ask({ code, verifier: 'short' })).status).toBe(400);
    expect((await ask({ code, verifier })).status).toBe(502);
    expect(tokens).toHaveLength(had + 1);
    // What comes once more by the channel is not for a page that waits for nothing.
    const again = await page.context().newPage();
    await again.goto(`${site.at}signed-in/?state=again&code=${code}`).catch(() => undefined);
    await page.waitForTimeout(200);
    expect(sent).toHaveLength(before + 1);
  });

  test('a code without its verifier gives no token', async () => {
    const address = new URL(`${oauth.url}/auth`);
    const back = `${site.at}signed-in/`;
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    for (const [name, value] of Object.entries({
      client_id: CLIENT.id,
      response_type: 'code',
      redirect_uri: back,
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      scope: 'openid',
    }))
      address.searchParams.set(name, value);
    const own = await (await newReader(browser)).newPage();
    oauth.signsIn = 'bo';
    const came = own.waitForRequest((request) => request.url().startsWith(back));
    void own.goto(address.href).catch(() => undefined);
    const code = new URL((await came).url()).searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    const had = tokens.length;
    const asked = await fetch(`http://127.0.0.1:${service.port}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(site.at).origin },
      body: JSON.stringify({ code, verifier: 'w'.repeat(43) }),
    });
    expect(asked.status).toBe(502);
    expect(tokens).toHaveLength(had);
  });

  test('reports an ended sign-in and an absent service, and a second press loses or repeats nothing', async () => {
    await page.goto(`${site.at}matters/${matter.number}/`);
    await page.waitForSelector('#sign-in button:visible');
    await signIn(page, 'bo');
    const { world } = game.standIn;
    const had = matter.comments.length;
    const token = tokens.at(-1) ?? '';
    const account = world.accounts.get(token);
    world.accounts.delete(token);
    await page.fill('form.sent textarea', 'Half a thought.');
    await page.click('form.sent button:has-text("Comment")');
    await expect.poll(() => page.textContent('#sign-in')).toContain('has signed you out');
    expect(matter.comments).toHaveLength(had);
    if (account !== undefined) world.accounts.set(token, account);
    await signIn(page, 'bo');
    expect(await page.inputValue('form.sent textarea')).toBe('Half a thought.');
    // Both presses come before there is any answer.
    await page.$eval('form.sent button:last-of-type', (button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.waitForSelector('form.sent .said a');
    expect(matter.comments.slice(had).map(({ body }) => body)).toEqual(['Half a thought.']);
    await page.click('#sign-in button');
    expect(await page.isVisible('form.sent')).toBe(false);
    // A proxy may answer in the service's place, and the service may be away.
    const where = `http://127.0.0.1:${service.port}/token`;
    for (const [isAway, said] of [
      [true, 'server doesn’t answer'],
      [false, 'server didn’t sign you in'],
    ] as const) {
      await page.route(where, (route) =>
        isAway ? route.abort() : route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
      );
      await page.click('#sign-in button');
      await expect.poll(() => page.textContent('#sign-in')).toContain(said);
      await page.unroute(where);
    }
    expect(matter.comments).toHaveLength(had + 1);
  });

  test('previews an action before it’s sent, and shows its answer in the same place', async () => {
    await page.goto(`${site.at}act/take-pip/`);
    await page.waitForSelector('#sign-in button:visible');
    const posts = game.standIn.world.posts.length;
    await signIn(page, 'bo');
    await page.click('text=Do it');
    await page.waitForFunction(() =>
      document.querySelector('.said')?.textContent?.includes('Nothing has happened yet'),
    );
    expect(game.standIn.world.posts).toHaveLength(posts);
    await page.click('text=Do it');
    await page.waitForSelector('.said a');
    const act = newest();
    expect(act).toMatchObject({ by: { login: 'bo' }, labels: [] });
    await tick();
    expect(act).toMatchObject({ closed: true });
    expect((await game.content()).get('content/gamestate/players/bo.md')).toMatch(/pips: [1-9]/u);
  });

  test('proposes a rule and a value, and a newcomer asks to be let in', async () => {
    await page.goto(`${site.at}propose/?set=players.bo.pips`);
    await page.waitForSelector('[data-path] [name]');
    await signIn(page, 'bo');
    await page.selectOption('[data-field="rule"]', 'core/votable-matters/votes');
    await page.locator('.chips label', { hasText: 'window' }).locator('input').fill('36');
    await page.locator('[data-path] [name]').first().fill('7');
    await page.fill('[data-field="title"]', 'A day and a half');
    await page.fill('[data-field="reason"]', 'Two days are long.');
    await page.click('text=Propose it');
    await page.waitForSelector('#desk .said a');
    const proposed = newest();
    expect(proposed).toMatchObject({ by: { login: 'bo' }, title: 'A day and a half' });
    // Another browser, in which nobody has signed in yet.
    const other = await (await newReader(browser)).newPage();
    await other.goto(`${site.at}post/?kind=join-request&title=May+I%3F`);
    await other.waitForSelector('#sign-in button:visible');
    await signIn(other, 'zoe');
    await other.click('text=Post it');
    await other.waitForSelector('form.sent .said a');
    const request = newest();
    await tick();
    await game.table.comment(ana, String(request.number), '/act join player=zoe');
    await tick();
    const content = [...(await game.content())];
    expect(request).toMatchObject({ by: { login: 'zoe' }, title: 'May I?' });
    expect(content.map(([path]) => path)).toContain('content/gamestate/players/zoe.md');
    expect(proposed.labels).toContain('game/pending');
    expect(game.comments(proposed, 'standing')[0]).toMatch(/Pips \d+ → 7/u);
    expect(game.comments(proposed, 'standing')[0]).toMatch(/48[\s\S]*36/u);
    expect(game.standIn.world.failures).toEqual([]);
  });
});

test('the service says what it lacks, and takes GitHub’s own way of refusing for a refusal', async () => {
  expect(() => readSettings({ GITNOMIC_SITE: 'https://a.example/' })).toThrow(
    'GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET',
  );
  const settings = readSettings({
    GITNOMIC_SITE: 'https://a.example/harbour',
    GITHUB_CLIENT_ID: 'x',
    GITHUB_CLIENT_SECRET: 'y',
    // GitHub answers 200 where a code is wrong.
    GITHUB_TOKEN_URL: `data:application/json,${encodeURIComponent('{"error":"bad_verification_code"}')}`,
  });
  const ask = (init: RequestInit, path = 'token'): Promise<number> =>
    answer(new Request(`https://s.example/${path}`, init), settings).then(({ status }) => status);
  const headers = { origin: 'https://a.example', 'content-type': 'application/json', 'content-length': '80' };
  const body = JSON.stringify({ code: 'abc', verifier: 'v'.repeat(43) });
  expect(await ask({ method: 'OPTIONS', headers })).toBe(204);
  expect(await ask({ headers })).toBe(405);
  expect(await ask({ method: 'POST', headers, body }, 'other')).toBe(404);
  expect(await ask({ method: 'POST', headers: { ...headers, 'content-type': 'text/plain' }, body })).toBe(
    400,
  );
  expect(await ask({ method: 'POST', headers: { ...headers, 'content-length': '9999' }, body })).toBe(400);
  expect(await ask({ method: 'POST', headers, body })).toBe(502);
});
