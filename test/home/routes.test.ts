// Requests of every kind at every address that there is at home: which those are is read off the code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { Seats } from '../../src/cli/home/seats.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { KNOWN_WORDS, ownWords, routes } from './routes.ts';

const ODD = '<script>alert(1)</script>';
const NAMES = [
  encodeURIComponent(ODD),
  '__proto__',
  '../../../etc/passwd',
  '..%2F..%2F..%2Fetc%2Fpasswd',
  '%00',
  '%E0%A4%A',
  'x'.repeat(3_000),
];
const seats = new Seats();
let home: TestHome;
let bo: Browse;
beforeAll(async () => {
  home = await openHome({ caches }, seats);
  bo = new Browse(home.server.port);
  await bo.get(`/${seats.invite({ id: 'bo', name: 'Bo', bot: false }).path}`);
  await bo.get('/do/post/');
});
afterAll(() => home.close());

test('the list of routes includes each of the server’s own addresses', () => {
  expect(ownWords()).toEqual(KNOWN_WORDS);
  expect(routes('1')).toEqual(expect.arrayContaining(['/', '/matters/1/', '/feed.xml', '/do/vote/']));
});

describe.each(routes('1'))('%s', (path) => {
  test('answers HEAD like GET, without a body', async () => {
    const head = await bo.head(path);
    expect([head.text, head.status < 500]).toEqual(['', true]);
    if (path === '/changed') return expect(head.type).toBe('text/event-stream');
    const whole = await bo.get(path);
    expect([head.status, head.type]).toEqual([whole.status, whole.type]);
  });

  test('does nothing for a request from elsewhere or of another method', async () => {
    const evil = { origin: 'http://evil.example' };
    expect((await bo.send(path, {}, evil)).status).toBeGreaterThan(400);
    expect((await bo.send(path, { csrf: 'guessed' })).status).toBeGreaterThan(400);
    expect((await bo.get(path, { host: `evil.example:${home.server.port}` })).status).toBe(421);
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'TRACE'])
      expect([method, (await bo.ask(method, path)).status]).toEqual([method, 405]);
  });
});

test.each(NAMES)('the name %s gives no page, or one that shows it as text', async (name) => {
  const [asked, plain] = [routes(name), new Set(routes('1'))];
  for (const path of asked.filter((one) => !plain.has(one))) {
    const { status, text } = await bo.get(path);
    expect([path, status < 500 && status >= 400, text.replaceAll(/="[^"]*"/gu, '').includes(ODD)]).toEqual([
      path,
      true,
      false,
    ]);
  }
});
