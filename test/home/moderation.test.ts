// Moderation on the pages at home: an Admin's form, words that are not shown, an address that gets no answer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { addressAsking, Bans } from '../../src/cli/home/guard.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openHome({ caches });
});
afterAll(() => home.close());

test('an Admin mutes by a form that others only read, and the words are hidden until shown again', async () => {
  const [ana, bo] = [new Browse(home.server.port), new Browse(home.server.port)];
  await ana.sitAs('ana');
  await bo.sitAs('bo');
  expect((await bo.get('/do/peace/')).text).not.toContain('name="measure"');
  const mute = { measure: 'mute', player: 'bo', why: 'insults', do: 'keep' };
  expect((await bo.send('/do/peace/', mute)).text).toContain('Only an admin can do this');
  await ana.get('/do/peace/');
  expect((await ana.send('/do/peace/', mute)).text).toContain(
    'Bo is muted: what they write is kept and not shown',
  );
  await bo.get('/do/post/');
  await bo.send('/do/post/', { kind: 'story', title: 'A tale', text: 'You fools.', do: 'post' });
  for (const path of ['/', '/posts/', '/feed.xml', '/search/', '/players/bo/'])
    expect([path, (await ana.get(path)).text.includes('fools')]).toEqual([path, false]);
  expect((await ana.get('/posts/')).text).toContain('Kept, and not shown');
  expect((await ana.get('/players/')).text).toContain('Moderation');
  await ana.get('/do/peace/');
  await ana.send('/do/peace/', { measure: 'unmute', player: 'bo', why: 'sorry', do: 'keep' });
  expect((await ana.get('/posts/')).text).toContain('You fools.');
});

test('hides earlier words by choice, offers a button to undo each measure, and explains slips in words', async () => {
  const [ana, bo] = [new Browse(home.server.port), new Browse(home.server.port)];
  await ana.sitAs('ana');
  await bo.sitAs('bo');
  await bo.get('/do/post/');
  await bo.send('/do/post/', { kind: 'story', title: 'Before', text: 'Long ears.', do: 'post' });
  const send = async (words: Record<string, string>): Promise<string> => {
    await ana.get('/do/peace/');
    return (await ana.send('/do/peace/', { do: 'keep', ...words })).text;
  };
  const measures = ['mute', 'hide', 'unmute', 'pace', 'same', 'apart'];
  const empty = { player: '', other: '', number: '', why: 'x' };
  for (const slip of [
    ...measures.map((measure) => ({ measure, ...empty })),
    { measure: 'unmute', player: 'bo', why: 'he is not muted' },
    { measure: 'apart', player: 'bo', other: 'cy', why: 'never marked' },
    { measure: 'same', player: 'bo', other: 'bo', why: 'twice' },
    { measure: 'mute', player: 'bo', why: ' ' },
  ]) {
    const said = await send(slip);
    expect(said, JSON.stringify(slip)).toMatch(/class="[^"]*(?:error|refused)/u);
    expect(said.replaceAll(/<[^>]*>/gu, ' '), JSON.stringify(slip)).not.toMatch(
      /=(?:PLAYER|NUMBER|closed|…)|why=|gitnomic/u,
    );
  }
  expect(await send({ measure: 'hide', player: 'bo', why: 'insults' })).toContain(
    'all their words, earlier ones too',
  );
  expect((await bo.get('/posts/')).text).not.toContain('Long ears.');
  expect((await bo.get('/do/peace/')).text).not.toContain('Undo this');
  for (const [words, button] of [
    [null, 'unmute bo'],
    [{ measure: 'joining-closed' }, 'joining open'],
    [{ measure: 'pace', number: '3' }, 'pace none'],
    [{ measure: 'same', player: 'bo', other: 'cy' }, 'apart bo cy'],
  ] as const) {
    if (words !== null) await send({ ...words, why: 'peace' });
    expect((await ana.get('/do/peace/')).text).toContain(`value="${button}"`);
    expect(await send({ do: button })).not.toContain(`value="${button}"`);
  }
  expect((await bo.get('/posts/')).text).toContain('Long ears.');
});

test('a banned address is refused at once, until it’s let in again', async () => {
  const bans = new Bans(home.folder);
  const somebody = new Browse(home.server.port);
  const name = bans.add('127.0.0.1');
  const refused = await somebody.get('/');
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('blocked your address')]);
  bans.remove(name);
  expect((await somebody.get('/')).status).toBe(200);
});

test.each([
  ['from the network, whatever it says', '192.168.1.7', 'play.example', '10.0.0.1', '192.168.1.7'],
  [
    'by the proxy: the last, which the proxy wrote',
    '127.0.0.1',
    'play.example',
    '9.9.9.9, 10.0.0.1',
    '10.0.0.1',
  ],
  ['on this machine without the proxy', '::ffff:127.0.0.1', 'localhost:4321', '10.0.0.1', '127.0.0.1'],
])('the address of a request %s', (_, remoteAddress, host, said, expected) => {
  const request = { headers: { host, 'x-forwarded-for': said }, address: remoteAddress };
  expect(addressAsking(request, new URL('https://play.example/'))).toBe(expected);
});
