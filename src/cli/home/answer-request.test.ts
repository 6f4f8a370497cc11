// Requests as a browser makes them, to a game that is served at home: pages, forms, and who may do what.
import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { somebody } from '../../session/fixtures/desk.ts';
import { homeWith } from '../../host/fixtures/home-with.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { inLentSeat, pageAt } from './answer-request.ts';
import { HOST, servedWith } from './fixtures/served-in-memory.ts';

const POSTS = [{ by: 'bo', title: 'Tea', kind: 'cfj', text: 'Is it?' }];
const STORY = { kind: 'story', title: 'A tale', text: 'Once.', do: 'post' };

describe('a page', () => {
  test('shows its reader what concerns them, and isn’t cached', async () => {
    const { browser } = await servedWith({ posts: POSTS });
    const bo = browser();
    const front = await bo.get('/');
    expect([front.status, front.path]).toEqual([200, '']);
    expect(front.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(front.view).toMatchObject({
      who: null,
      forms: [],
      possible: null,
      isLinked: false,
      mayMoveTime: true,
    });
    await bo.sitAs('bo');
    const { view } = await bo.get('/');
    expect(view.who).toEqual({ id: 'bo', name: 'bo' });
    expect(view.waits?.plays).toBe(true);
    expect(view.possible?.length).toBeGreaterThan(0);
    expect((await bo.get('/matters/')).view.possible).toBeNull();
    expect((await bo.get('/play/')).view.possible?.length).toBeGreaterThan(0);
    expect((await bo.get('/overview/')).view.overview).not.toBeNull();
    expect((await bo.get('/matters/1/')).view.forms.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['vote', 'comment', 'own']),
    );
  });

  test.each([
    ['/', ''],
    ['/matters', 'matters/'],
    ['/matters/', 'matters/'],
    ['/style.css', 'style.css'],
    ['/rules/core/votes', 'rules/core/votes/'],
  ])('at %s is “%s”', (address, path) => {
    expect(pageAt(new URL(address, 'http://home'))).toBe(path);
  });

  test('has nothing about its reader if it is a style or a picture', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    const { view } = await bo.get('/style.css');
    expect([view.waits, view.here]).toEqual([null, []]);
  });

  test('has scripts and styles that a browser keeps for good, if they exist', async () => {
    const { browser } = await servedWith();
    const { headers } = await browser().get('/_astro/page.BcyzEAlp.css');
    expect(headers['cache-control']).toMatch(/^private, max-age=\d{7,}, immutable$/u);
    const missing = await browser().get('/_astro/missing.css');
    expect(missing.headers['cache-control']).toBe('no-store');
  });

  test('has a style that is kept as well if its address has the hash of its content', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    const { text } = await bo.get('/style.css');
    const named = await bo.get(`/style.css?${createHash('sha256').update(text).digest('hex')}`);
    expect(named.headers['cache-control']).toMatch(/immutable$/u);
    const changedSince = await bo.get(`/style.css?${'0'.repeat(64)}`);
    expect(changedSince.headers['cache-control']).toBe('no-store');
  });

  test('that doesn’t exist says so, and a form without a subject leads to what one can do', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    expect((await bo.get('/missing/')).status).toBe(404);
    const none = await bo.get('/do/nothing/');
    expect([none.status, none.path, none.view.problem]).toEqual([
      404,
      'do/problem/',
      'There’s no such page.',
    ]);
    await bo.get('/do/vote/');
    expect(bo.address).toBe('/play/');
    await bo.get('/seal/');
    expect(bo.address).toBe('/do/seal/');
    const gone = await bo.get('/do/rule/?path=core/none');
    expect([gone.status, gone.view.problem]).toEqual([404, 'There is no such rule in this game.']);
  });

  test('states a problem plainly if it is asked for in part', async () => {
    const { browser } = await servedWith();
    const part = await browser().ask('GET', '/do/nothing/', { 'x-home-part': 'renew' });
    expect([part.status, part.text, part.headers['content-type']]).toEqual([
      404,
      'There’s no such page.\n',
      'text/plain; charset=utf-8',
    ]);
  });

  test('answers only at its own address, and only to readers and forms', async () => {
    const { browser, id } = await servedWith();
    const bo = browser();
    expect((await bo.ask('GET', '/', { host: 'evil.example' })).status).toBe(421);
    expect((await bo.ask('PUT', '/')).status).toBe(405);
    expect((await bo.ask('HEAD', '/')).status).toBe(200);
    expect((await bo.ask('GET', 'http://evil.example/')).status).toBe(400);
    expect((await bo.ask('GET', '//[')).status).toBe(400);
    const health = await bo.ask('GET', '/healthz');
    expect([health.status, health.text, health.headers['x-gitnomic-server']]).toEqual([200, 'ok\n', id]);
  });

  test('is refused to a banned address, before the game is asked', async () => {
    const { browser, folder } = await servedWith();
    const { Bans } = await import('./guard.ts');
    const name = new Bans(folder).add('127.0.0.1');
    expect(await browser().ask('GET', '/')).toMatchObject({
      status: 403,
      text: 'An admin of this game has blocked your address.\n',
    });
    new Bans(folder).remove(name);
    expect((await browser().get('/')).status).toBe(200);
  });
});

describe('the health of a game', () => {
  test('is reported if it can’t be read', async () => {
    const broken = { main: () => Promise.reject(new Error('no branch')) };
    const game = { ...(await homeWith()), ...broken };
    const { tellHealth } = await import('./serve-home.ts');
    const sent: unknown[] = [];
    await tellHealth({ send: (...all: unknown[]) => sent.push(...all) } as never, game, 'id', IN_ENGLISH);
    expect([sent[0], sent[2]]).toEqual([503, expect.stringContaining('gitnomic doctor')]);
  });
});

describe('a form', () => {
  test('does what it says, reports it once, and leads to what it made', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/do/post/');
    const done = await bo.press('Post it', { Category: 'story', Title: 'A tale', Text: 'Once.' });
    expect(bo.address).toBe('/matters/1/');
    expect(done.view.flash).toMatchObject({ ok: true, title: 'Posted.' });
    expect((await bo.get('/matters/1/')).view.flash).toBeNull();
  });

  test('does only one thing if it is sent twice, and says so', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/do/post/');
    const token = bo.token;
    await bo.send('post', { ...STORY, once: '1' });
    const again = await bo.send('post', { csrf: token, ...STORY, once: '1' });
    const { title, said = [] } = again.view.flash ?? {};
    expect([bo.address, title, said[0]]).toEqual(['/matters/1/', 'This was done already.', 'Posted.']);
    // Without that word it is another post.
    await bo.send('post', STORY);
    expect(bo.address).toBe('/matters/2/');
  });

  test('answers at an address of its own, which its reader may reload and nobody else sees', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/do/time/');
    const asked = await bo.press('Skip ahead', { 'Hours to skip': '5' });
    expect(bo.address).toMatch(/^\/do\/time\/\?answer=[0-9a-f]{16}$/u);
    expect(asked.view.forms[0]).toMatchObject({ isAnswer: true, hidden: { sure: '5' } });
    const { address } = bo;
    expect((await bo.get(address)).view.forms[0]?.hidden).toEqual({ sure: '5' });
    const other = browser();
    await other.sitAs('cy');
    expect((await other.get(address)).view.forms[0]?.hidden).toEqual({});
    // Once it is done, going back shows no answer any more.
    await bo.get(address);
    await bo.press('Yes, skip 5 h');
    expect((await bo.get(address)).view.forms[0]?.hidden).toEqual({});
  });

  test('says what is wrong, and keeps what its address was about', async () => {
    const { browser } = await servedWith({ posts: POSTS });
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/matters/1/');
    const wrong = await bo.send('comment', { on: '1', text: ' ' });
    expect([wrong.view.problem, bo.address]).toEqual([
      'Write a comment first.',
      expect.stringMatching(/^\/do\/comment\/\?on=1&answer=/u),
    ]);
    expect(wrong.view.forms.map(({ kind }) => kind)).toEqual(['comment']);
  });

  test('comes back as it was filled in if the rules refuse it', async () => {
    const { browser } = await servedWith({
      rules: {
        'dynastic/lamps.md': '---\ntitle: Lamps\norder: 1\n---\nNobody lights a lamp.\n',
        'dynastic/lamps.ts': `import { action, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  actions: { light: action({ with: { lamp: text() }, effect({ refuse }) { refuse('it is too windy'); } }) },
}));
`,
      },
    });
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/do/act/?action=light');
    const seen = await bo.press('Preview', { Lamp: 'the red one' });
    expect(JSON.stringify(seen.view.forms)).toContain('the red one');
    expect(JSON.stringify(seen.view.forms)).toMatch(/t is too windy/u);
  });

  test('is refused from another site', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    const sent = await bo.send('post', STORY, { origin: 'https://evil.example' });
    expect([sent.status, sent.view.problem, sent.view.isSent]).toEqual([
      403,
      'This request came from another website, so it was ignored.',
      true,
    ]);
  });

  test('is refused with the token of another seat or another browser', async () => {
    const { browser } = await servedWith();
    const [bo, cy] = [browser(), browser()];
    const expired =
      'This form has expired, or you’ve changed who you play as. Reload the page. Nothing was saved.';
    await bo.get('/do/who/');
    const before = bo.token;
    await bo.sitAs('bo');
    await cy.sitAs('cy');
    await bo.get('/do/post/');
    for (const csrf of [before, cy.token, '', 'x'])
      expect(await bo.send('post', { ...STORY, csrf })).toMatchObject({
        status: 403,
        view: { problem: expired },
      });
    // A browser without a cookie has seen no form yet.
    const fresh = browser();
    expect(await fresh.send('post', { ...STORY, csrf: bo.token })).toMatchObject({ status: 403 });
    expect(await bo.send('post', STORY)).toMatchObject({ status: 200 });
  });

  test('is refused if it is too long or not a form at all', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    const long = await bo.sendWrong('post', 'size');
    expect([long.status, long.headers['connection']]).toEqual([413, 'close']);
    expect((await bo.sendWrong('post', 'type')).status).toBe(415);
  });

  test('previews in part without an address of its own', async () => {
    const { browser } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/do/post/');
    const words = { csrf: bo.token, kind: 'story', title: 'A tale', text: '', do: 'post' };
    const part = await bo.ask(
      'POST',
      '/do/post/',
      { origin: `http://${HOST}`, 'x-home-part': 'preview' },
      new URLSearchParams(words).toString(),
    );
    expect([part.status, part.path]).toEqual([200, 'do/said/']);
    expect(part.view.forms[0]?.said[0]?.title).toBe('The rules allow it.');
    expect((await bo.get('/')).view.flash).toBeNull();
  });
});

describe('showing an answer once', () => {
  test('waits for a whole page that somebody sees', async () => {
    const { browser } = await servedWith({ posts: POSTS });
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/do/post/');
    const sent = await bo.ask(
      'POST',
      '/do/post/',
      { origin: `http://${HOST}` },
      new URLSearchParams({ csrf: bo.token, ...STORY }).toString(),
    );
    const place = sent.headers['location'] ?? '';
    for (const [method, url, headers] of [
      ['HEAD', place, {}],
      ['GET', place, { 'x-home-part': 'renew' }],
      ['GET', '/style.css', {}],
    ] as const)
      await bo.ask(method, url, headers);
    const seen = (await bo.ask('GET', place, {})).view;
    expect(seen.flash?.ok).toBe(true);
    expect((await bo.ask('GET', place, {})).view.flash).toBeNull();
  });

  test('drops the answer of a form that was carried out, and keeps those of others', async () => {
    const { browser } = await servedWith({ posts: POSTS });
    const bo = browser();
    await bo.sitAs('bo');
    await bo.get('/do/post/');
    await bo.send('post', { kind: 'story', title: 'A tale', text: 'Once.', do: 'preview' });
    const answer = bo.address;
    await bo.get('/do/values/');
    await bo.send('values', { do: 'preview' });
    const other = bo.address;
    expect([answer, other].every((one) => one.includes('answer='))).toBe(true);
    await bo.get('/do/post/');
    await bo.send('post', STORY);
    expect((await bo.get(answer)).view.forms[0]?.isAnswer).toBeUndefined();
    expect((await bo.get(other)).view.forms[0]?.isAnswer).toBe(true);
  });

  test('lets somebody who may only watch see a preview, and does nothing', async () => {
    const { browser } = await servedWith({ posts: POSTS });
    const one = browser();
    await one.get('/do/post/');
    const { view } = await one.send('post', { kind: 'story', title: 'A tale', text: 'Once.', do: 'preview' });
    expect([view.problem, view.forms.length]).toEqual([null, 1]);
  });
});

describe('a game that can’t be read', () => {
  test('answers with a sentence', async () => {
    const { game, browser } = await servedWith();
    const bo = browser();
    await bo.get('/');
    Object.assign(game, {
      content: () => Promise.reject(new Error('the disk is gone')),
      borrow: () => Promise.reject(new Error('the disk is gone')),
    });
    game.forward(3_600_000);
    await bo.get('/do/post/').catch(() => null);
    const got = await bo.ask('GET', '/do/nothing/', { 'x-home-part': 'renew' });
    expect(got.status).toBeGreaterThanOrEqual(400);
    expect(got.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

describe('an open page', () => {
  test('hears of each change, and of who is here', async () => {
    const { browser, told: said } = await servedWith();
    const bo = browser();
    await bo.sitAs('bo');
    const open = bo.follow();
    expect((await open.got.promise).headers).toMatchObject({ 'content-type': 'text/event-stream' });
    const before = (await bo.ask('GET', '/changed?now')).text;
    expect(open.pieces[0]).toBe(`data: ${before}\n\n`);
    await expect.poll(() => open.pieces.at(-1)).toBe('event:here\ndata:["bo"]\n\n');
    await bo.get('/do/post/');
    await bo.send('post', STORY);
    expect((await bo.ask('GET', '/changed?now')).text).not.toBe(before);
    expect((await bo.get('/')).view.here).toEqual(['bo']);
    // If nobody needs a link, the host's terminal stays quiet.
    expect(said).toEqual([]);
    const head = await bo.ask('HEAD', '/changed');
    expect(head.status).toBe(200);
  });
});

test('an open page hears when its reader takes another seat', async () => {
  const { browser } = await servedWith();
  const one = browser();
  await one.sitAs('cy');
  const open = one.follow();
  await expect.poll(() => open.pieces.at(-1)).toBe('event:here\ndata:["cy"]\n\n');
  await one.get('/do/who/');
  await one.send('who', { who: 'bo', do: 'sit' });
  await expect.poll(() => open.pieces.join('')).toContain('data:["bo"]');
});

describe('a borrowed seat', () => {
  test('signs everything that is done in it', async () => {
    const plain = await homeWith({ posts: POSTS });
    const lent = inLentSeat(plain, IN_ENGLISH);
    const signed = '\n\n*The host did this in the seat of bo.*';
    const bo = somebody('bo');
    const made = await lent.people.open(bo, { kind: 'story', title: 'A tale', text: 'Once.' });
    await lent.say(bo, '1', 'Yes.');
    const comment = await lent.people.comment(bo, '1', 'Sure.');
    await lent.people.edit(bo, '1', { title: 'Coffee' });
    await lent.people.edit(bo, made, { text: 'Twice.' });
    await lent.people.editComment(bo, '1', comment, 'Surely.');
    await plain.tick();
    const { open } = await plain.openPosition();
    const posts = open.play.state().posts;
    expect(posts['1']?.comments.map(({ text }) => text)).toEqual([`Yes.${signed}`, `Surely.${signed}`]);
    expect([posts['1']?.title, posts['1']?.text, posts[made]?.text]).toEqual([
      'Coffee',
      'Is it?',
      `Twice.${signed}`,
    ]);
    await expect(
      Promise.resolve().then(() => lent.people.review(bo, '1', 'approve', '/seal bid {}')),
    ).rejects.toThrow(/^Only bo can send secrets from here/u);
    expect(() => lent.say(bo, '1', '/seal bid {}')).toThrow(/^Only bo can send secrets from here/u);
  });
});

test('tries matters once the first page is there and after each change, and reports the results', async () => {
  const changes = { 'dynastic/lamps.md': '---\ntitle: Lamps\n---\nLamps are lit.\n' };
  const [woken, refreshed]: [unknown[], string[]] = [[], []];
  let tellTried: () => void = () => undefined;
  const trials = {
    follow: (_: unknown, tell: () => void) => void (tellTried = tell),
    wake: (one: unknown) => woken.push(one),
    close: () => Promise.resolve(),
  } as never;
  const { game, browser } = await servedWith({ posts: [{ by: 'bo', title: 'Lamps', changes }] }, { trials });
  const known = { find: () => null, beside: () => [], refresh: () => void refreshed.push('refreshed') };
  Object.assign(game, { trials: known });
  const bo = browser();
  await bo.sitAs('bo');
  await expect.poll(() => woken.length).toBeGreaterThan(0);
  const before = woken.length;
  await bo.get('/do/post/');
  await bo.send('post', STORY);
  await expect.poll(() => woken.length).toBeGreaterThan(before);
  expect(new Set(woken)).toEqual(new Set([game]));
  expect(refreshed).toEqual([]);
  tellTried();
  await expect.poll(() => refreshed).toEqual(['refreshed']);
});
