import { existsSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveHome } from '../../src/cli/home/serve-home.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { FORM_NAMES } from '../../src/seat/forms/registry.ts';
import { statusAt } from '../../src/seat/read-table.ts';
import { Browse, matterIn, textareaIn, valueIn, type Page } from './browse.ts';
import { openHome, START, type TestHome } from './open-home.ts';
import { slowTest, some } from '../slowly.ts';

let home: TestHome;
let ana: Browse;
let bo: Browse;
const VOTES = 'core/votable-matters/votes';

beforeAll(async () => {
  home = await openHome();
  ana = new Browse(home.server.port);
  bo = new Browse(home.server.port);
});
afterAll(() => home.close());

test('nobody takes a seat unasked, and everybody can look', async () => {
  const front = await ana.get('/');
  expect(front.status).toBe(200);
  expect(front.text).toContain('Who are you? ');
  expect((await ana.send('/do/act/', { action: 'roll', 'p-roll': 'DICE6', do: 'take' })).status).toBe(403);
});

describe('a proposal, from a rule’s words to the rule in force', () => {
  let matter = '';

  test('shows the difference before anything is proposed', async () => {
    await ana.sitAs('ana');
    await bo.sitAs('bo');
    const rule = await ana.get(`/do/rule/?path=${VOTES}`);
    const fields = {
      change: 'edit',
      path: VOTES,
      base: valueIn(rule, 'base'),
      body: textareaIn(rule, 'body').replace('[48 hours](#value:window)', '[12 hours](#value:window)'),
      title: '[Core] A brisker window',
      text: 'Two days are long.',
    };
    const shown = await ana.send('/do/rule/', { ...fields, do: 'preview' });
    expect(shown.text).toContain('<del>48</del><ins>12</ins>');
    expect((await ana.get('/')).text).toContain('Nothing is being voted on');
    const proposed = await ana.send('/do/rule/', { ...fields, do: 'propose' });
    expect(proposed.text).toContain('Proposed.');
    expect(proposed.text).toContain('<ins>12</ins>');
    matter = matterIn(proposed);
    expect(matter).not.toBe('');
  });

  test('says before proposing if its clause can’t read a value', async () => {
    const rule = await ana.get(`/do/rule/?path=${VOTES}`);
    const body = textareaIn(rule, 'body').replace('[48 hours](#value:window)', '[too long](#value:window)');
    const said = await ana.send('/do/rule/', {
      change: 'edit',
      path: VOTES,
      base: valueIn(rule, 'base'),
      body,
      title: '[Core] Too long',
      text: 'Why not.',
      do: 'propose',
    });
    expect(said.text).toContain('Check the test below, then press the button again.');
    expect(said.text).toMatch(
      /the live value (?:"|&quot;|&#34;)window(?:"|&quot;|&#34;) must be a duration/u,
    );
    expect((await ana.get('/')).text).not.toContain('Too long');
  });

  test('a page that renews itself says what waits for its reader, as a whole page does', async () => {
    for (const headers of [{}, { 'x-home-part': 'renew' }])
      expect((await bo.get('/', headers)).text).toMatch(/id="waits"[\s\S]*A brisker window/u);
  });

  test('casts a vote that the rules allow, and shows the reason beside one that they don’t', async () => {
    const page = await bo.get(`/matters/${matter}/`);
    expect(page.text).toMatch(/value="VETO"[^>]* disabled aria-describedby="[^"]*why-VETO"/u);
    const after = await bo.send('/do/vote/', { on: matter, vote: 'FOR', text: 'Gladly <b>!' });
    expect(after.text).toContain('Bo votes FOR.');
    expect(after.text).toContain('2 for');
    expect(after.text).toMatch(/value="FOR" class="chosen" aria-pressed="true"/u);
    expect(after.text).toMatch(/Gladly (&lt;|&#x3C;)b(>|&gt;)!|Gladly !/u);
  });

  test('is enacted after the clock has moved on, and the command line sees the same game', async () => {
    const later = await ana.send('/do/time/', { hours: '49', sure: '49', do: 'forward' });
    expect(later.text).toContain('“[Core] A brisker window” passed');
    expect((await ana.get(`/do/rule/?path=${VOTES}`)).text).toContain('[12 hours](#value:window)');
    expect((await ana.send('/do/time/', { do: 'tick' })).text).toContain('Everything is up to date.');
    const game = await openLocalGame(home.folder, { now: START, caches });
    expect((await statusAt(game)).queue).toEqual([]);
    expect((await ana.get('/ledger/')).text).toContain('[Core] A brisker window');
  });
});

describe('actions', () => {
  test('shows a refusal before anything is done, at its field', async () => {
    const shown = await ana.send('/do/act/', { action: 'idle', 'p-player': '', do: 'preview' });
    expect(shown.text).toContain('aria-invalid="true"');
    expect(shown.text).toContain('id="door-act-p-player-error"');
    const list = await bo.get('/play/');
    expect(list.text).toContain('Not now, and why');
    const refused = await bo.send('/do/act/', { action: 'join', 'p-player': 'fay', do: 'take' });
    expect(refused.status).toBe(200);
    expect(refused.text).toContain('The rules don’t allow it like this.');
  });

  test('reveals what the dice say only afterwards', async () => {
    const words = { action: 'roll', 'p-roll': '2DICE6' };
    const shown = await bo.send('/do/act/', { ...words, do: 'preview' });
    expect(shown.text).toContain('Chance decides the rest.');
    expect(shown.text).not.toMatch(/DICE6: \d/u);
    const unseen = await bo.send('/do/act/', { ...words, do: 'take' });
    expect(unseen.text).toContain('Check the preview, then press the button again.');
    expect(unseen.text).not.toMatch(/DICE6: \d/u);
    expect((await bo.act(words)).text).toMatch(/DICE6: \d/u);
  });

  test('gives the page’s script the preview alone', async () => {
    const words = { action: 'roll', 'p-roll': '<img src=x>', do: 'preview' };
    const part = await bo.send('/do/act/', words, { 'x-home-part': 'preview' });
    expect(part.text).not.toContain('<html');
    expect(part.text).not.toContain('<img');
  });
});

slowTest('going back is a copy that goes on, and the game stays as it is', async () => {
  const points = await ana.get('/do/back/');
  const before = await (await openLocalGame(home.folder, { now: START, caches })).main();
  const commits = [...points.text.matchAll(/name="commit"\s+value="([0-9a-f]{40})"/gu)].map(
    ([, oid]) => oid ?? '',
  );
  const copy = await ana.send('/do/back/', { commit: commits.at(-1) ?? '' });
  expect(copy.text).toContain('You now play a copy of the game');
  expect(existsSync(`${home.folder}-fork-1/content`)).toBe(true);
  expect((await ana.get(`/do/rule/?path=${VOTES}`)).text).toContain('[48 hours](#value:window)');
  expect(
    (await ana.send('/do/post/', { kind: 'story', title: 'Another way', text: '', do: 'post' })).text,
  ).toContain('Posted.');
  expect(await (await openLocalGame(home.folder, { now: START, caches })).main()).toBe(before);
  // Nobody else was moved, and what Ana did there is not in the game that Bo plays.
  expect((await ana.get('/')).text).toContain('You’re alone in a copy');
  expect((await bo.get('/')).text).not.toContain('You’re alone in a copy');
  expect((await bo.get('/posts/')).text).not.toContain('Another way');
  expect((await ana.get('/posts/')).text).toContain('Another way');
  expect((await bo.get(`/do/rule/?path=${VOTES}`)).text).toContain('[12 hours](#value:window)');
  await ana.get('/do/back/');
  await ana.send('/do/back/', { folder: home.folder });
  expect((await ana.get(`/do/rule/?path=${VOTES}`)).text).toContain('[12 hours](#value:window)');
});

describe('access', () => {
  test('rejects an address that isn’t this machine’s', async () => {
    const elsewhere = serveHome({
      game: await openLocalGame(home.folder, { caches }),
      port: 0,
      host: '203.0.113.7',
      caches,
    });
    await expect(elsewhere).rejects.toThrow('203.0.113.7 is not an address of this machine.');
  });

  test.each(['evil.example', 'localhost.evil.example', '10.1.2.3', 'localhost:1'])(
    'isn’t granted by the name %s',
    async (host) => {
      const named = host.includes(':') ? host : `${host}:${home.server.port}`;
      expect((await ana.get('/', { host: named })).status).toBe(421);
    },
  );

  test.each(['/', '/changed', '/feed.xml', '/matters/1/', ...FORM_NAMES.map((kind) => `/do/${kind}/`)])(
    'isn’t granted to %s by a name that leads here from elsewhere',
    async (path) => {
      const host = `evil.example:${home.server.port}`;
      const [seen, sent] = [await ana.get(path, { host }), await ana.send(path, {}, { host })];
      expect([seen.status, sent.status, seen.text.length < 200]).toEqual([421, 421, true]);
    },
  );

  test('answers a form with countless or endlessly nested rows with a few', async () => {
    const path = 'players.ana.favours';
    const rows = { path, 'for-0': path, 'p-value-0.rows': '999999999', 'p-value-0.7.lender': 'bo' };
    const page = await ana.send('/do/values/', { ...rows, 'p-value-0.__proto__.rows': '9', do: 'preview' });
    expect(page.status).toBe(200);
    expect(page.text.match(/name="p-value-0\.\d+\.lender"/gu)?.length).toBe(10);
    expect(page.text).toContain('Ripe');
  });

  test('a mistyped name seats nobody, unless it’s said to be a newcomer’s', async () => {
    const typing = new Browse(home.server.port);
    await typing.get('/do/who/');
    const refused = await typing.send('/do/who/', { new: 'Anna', do: 'sit' });
    expect([refused.status, refused.text.includes('Did you mean ana?')]).toEqual([200, true]);
    expect((await typing.get('/')).text).not.toContain('Anna');
    await typing.get('/do/who/');
    await typing.send('/do/who/', { new: 'Anna', do: 'new' });
    expect((await typing.get('/')).text).toContain('Anna');
  });

  test('every page tells people who aren’t in the game so, with the way in', async () => {
    const zed = new Browse(home.server.port);
    await zed.get('/do/who/');
    await zed.send('/do/who/', { new: 'Zed', do: 'new' });
    for (const path of ['/', '/do/act/?action=roll&p-roll=DICE6', '/ruleset/']) {
      const page = await zed.get(path);
      expect(page.text, path).toMatch(
        /haven’t joined the game yet[^]*?href="\/do\/post\/\?kind=[^"]+Zed"[^>]*>Join/u,
      );
    }
    expect((await bo.get('/')).text).not.toContain('haven’t joined the game yet');
  });

  test('rejects requests from other sites, or without the session’s token', async () => {
    expect((await ana.send('/do/time/', { do: 'tick' }, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ana.send('/do/time/', { do: 'tick' }, { origin: 'null' })).status).toBe(403);
    expect((await ana.send('/do/time/', { csrf: 'guessed' })).status).toBe(403);
    expect((await new Browse(home.server.port).send('/do/time/', { csrf: 'x' })).status).toBe(403);
  });

  test.each(FORM_NAMES)('rejects every hostile request to the form %s', async (kind) => {
    const at = `/do/${kind}/`;
    expect((await ana.send(at, {}, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ana.send(at, {}, { 'sec-fetch-site': 'cross-site', origin: '' })).status).toBe(403);
    expect((await ana.send(at, { csrf: 'guessed' })).status).toBe(403);
    expect((await ana.send(at, {}, { 'content-type': 'application/json' })).status).toBe(415);
    expect((await ana.send(at, { text: 'x'.repeat(700_000) })).status).toBe(413);
    const odd = '<script>alert(1)</script>';
    const names = [
      'path',
      'action',
      'kind',
      'on',
      'entry',
      'p-roll',
      'p-value-0.rows',
      'do',
      'commit',
      'folder',
      'who',
    ];
    const values = [odd, '__proto__', '../../etc/passwd', '%00', 'x'.repeat(3_000)];
    const pairs = names.flatMap((name) => values.map((value) => [name, value] as const));
    // Six has no factor in common with the number of values, so each of them is among the few.
    for (const [name, value] of some(pairs, 6)) {
      const page = await ana.get(`${at}?${new URLSearchParams({ [name]: value }).toString()}`);
      expect(
        [page.status < 500, page.text.replaceAll(/="[^"]*"/gu, '').includes(odd)],
        `${at} ${name}=${value.slice(0, 30)}`,
      ).toEqual([true, false]);
    }
  });

  slowTest(
    'a comment that is taken is seen, whatever it is made of, and one that is too long is refused with the reason',
    async () => {
      const matter = matterIn(
        await ana.send('/do/post/', { kind: 'cfj', title: 'Seen?', text: '', do: 'post' }),
      );
      const say = (text: string): Promise<Page> =>
        ana.send('/do/comment/', { on: matter, text, do: 'comment' });
      const shown = async (): Promise<string> => {
        const [, main = ''] =
          /<main([\s\S]*)<\/main>/u.exec((await ana.get(`/matters/${matter}/`)).text) ?? [];
        // Forms in which one’s own words can be changed hold them as well, and show them to nobody else.
        return main.replaceAll(/<form[\s\S]*?<\/form>/gu, '').replaceAll(/<[^>]*>/gu, ' ');
      };
      const long = (mark: string, piece: string, length: number): string =>
        `${mark} ${piece.repeat(Math.ceil(length / piece.length))}`.slice(0, length - mark.length - 5) +
        ` ${mark}-END`;
      const taken = [
        'Q',
        long('ONE', 'x', 1_000),
        long('TWO', 'word ', 20_000),
        long('LINES', 'line\n', 20_000),
        long('STARS', '* ', 20_000),
        long('SIGNS', '<', 20_000),
        long('HAN', '\u6f22', 60_000),
        '<div>BLOCK</div>',
        '<!-- UNSEEN -->',
        '[it]: https://lamp.example/ADDRESS',
      ];
      for (const text of taken)
        expect([text.slice(0, 20), (await say(text)).status]).toEqual([text.slice(0, 20), 200]);
      const main = await shown();
      for (const mark of [
        'Q',
        'ONE-END',
        'TWO-END',
        'LINES-END',
        'STARS-END',
        'SIGNS-END',
        'HAN-END',
        'BLOCK',
        'UNSEEN',
        'ADDRESS',
      ])
        expect(main.includes(mark), mark).toBe(true);
      for (const length of [60_001, 65_536, 65_537]) {
        const refused = await say('x'.repeat(length));
        expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('longer than 60000')]);
      }
      expect((await shown()).includes('x'.repeat(1_001))).toBe(false);
    },
  );

  test('answers what is too long, odd or missing in a sentence', async () => {
    expect((await ana.send('/do/comment/', { on: '1', text: 'x'.repeat(700_000) })).text).toContain(
      'too long',
    );
    expect((await ana.send('/do/time/', { hours: '-3', do: 'forward' })).text).toContain(
      'You can skip 1 to 8760 whole hours. Nothing has happened yet.',
    );
    expect((await ana.get('/nothing')).text).toContain('There’s no such page');
    expect((await ana.get('/do/rule/?path=../../secret')).status).toBe(404);
    expect((await ana.get('/matters/constructor/')).status).toBe(404);
    expect((await ana.get('/do/act/?action=__proto__')).status).toBe(404);
    expect((await ana.get('/do/act/?action=rol')).text).toContain('Did you mean roll?');
  });
});
