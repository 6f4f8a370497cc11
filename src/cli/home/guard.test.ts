import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { IN_ENGLISH } from '../../language/wording.ts';
import { FormProblem } from '../../seat/forms/given.ts';
import {
  addressAsking,
  assertOwnOrigin,
  Bans,
  formIn,
  isBehind,
  isLoopback,
  isOwnHost,
  isReading,
  nameInAddress,
  plainAddress,
  type Asking,
} from './guard.ts';

const BEHIND = new URL('https://nomic.example.org');

function problemOf(act: () => unknown): { status: number; says: string } | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof FormProblem)) throw error;
    return { status: error.status, says: error.tell(IN_ENGLISH) };
  }
}

describe('a request that changes something', () => {
  const FOREIGN = { status: 403, says: 'This request came from another website, so it was ignored.' };
  const sent = (headers: Record<string, string>, behind?: URL): unknown =>
    problemOf(() => assertOwnOrigin({ headers: { host: 'localhost:4321', ...headers } }, behind));

  test.each<[string, Record<string, string>]>([
    ['a page of this game', { origin: 'http://localhost:4321', 'sec-fetch-site': 'same-origin' }],
    ['a page of this game, in a browser that sends no Origin', { 'sec-fetch-site': 'same-origin' }],
    ['an old browser, which says only its Origin', { origin: 'http://localhost:4321' }],
    ['no browser at all, such as curl', {}],
  ])('is accepted from %s', (_, headers) => {
    expect(sent(headers)).toBeNull();
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site that sends no Origin', { 'sec-fetch-site': 'cross-site' }],
    ['another name of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an address typed by hand, which never sends a form', { 'sec-fetch-site': 'none' }],
    ['another port of this machine', { origin: 'http://localhost:4322' }],
    ['the same name by https', { origin: 'https://localhost:4321' }],
    ['a page that hides where it is from', { origin: 'null' }],
    ['an Origin that is empty', { origin: '' }],
    ['another site that calls itself our own', { origin: 'http://localhost:4321.evil.example' }],
    [
      'another site whose browser says that it is our own',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is refused from %s', (_, headers) => {
    expect(sent(headers)).toEqual(FOREIGN);
  });

  test('behind a proxy must come from the address that browsers see', () => {
    const host = { host: 'nomic.example.org' };
    expect(sent({ ...host, origin: 'https://nomic.example.org' }, BEHIND)).toBeNull();
    expect(sent({ ...host, origin: 'http://nomic.example.org' }, BEHIND)).toEqual(FOREIGN);
    expect(sent({ ...host, origin: 'https://evil.example' }, BEHIND)).toEqual(FOREIGN);
    // A proxied server can also be reached by its own address, on the machine itself.
    expect(sent({ origin: 'http://localhost:4321' }, BEHIND)).toBeNull();
    expect(sent({ origin: 'https://nomic.example.org' }, BEHIND)).toEqual(FOREIGN);
  });

  test('is refused if it names no host', () => {
    expect(problemOf(() => assertOwnOrigin({ headers: { origin: 'http://localhost:4321' } }))).toEqual(
      FOREIGN,
    );
  });
});

describe('the host that a request names', () => {
  test.each(['localhost:4321', 'LocalHost:4321', '127.0.0.1:4321', '[::1]:4321'])(
    '%s is our own',
    (header) => {
      expect(isOwnHost(header, 4321, '127.0.0.1')).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    'localhost',
    'localhost:4322',
    'evil.example:4321',
    'localhost.evil.example:4321',
    'localhost:4321@evil.example',
    '192.0.2.7:4321',
    '::1:4321',
    'localhost:4321:4321',
  ])('%s isn’t our own', (header) => {
    expect(isOwnHost(header, 4321, '127.0.0.1')).toBe(false);
  });

  test('has the web’s port if it names none', () => {
    expect(isOwnHost('localhost', 80, '127.0.0.1')).toBe(true);
    expect(isOwnHost('localhost:80', 80, '127.0.0.1')).toBe(true);
  });

  test('may be a name given to the server, or that of the proxy in front of it', () => {
    const given = { names: ['table.local'], behind: BEHIND };
    expect(isOwnHost('table.local:4321', 4321, '127.0.0.1', given)).toBe(true);
    expect(isOwnHost('chair.local:4321', 4321, '127.0.0.1', given)).toBe(false);
    expect(isOwnHost('Nomic.example.org', 4321, '127.0.0.1', given)).toBe(true);
    expect(isOwnHost('nomic.example.org:4321', 4321, '127.0.0.1', given)).toBe(false);
    expect(isOwnHost('nomic.example.org', 4321, '127.0.0.1')).toBe(false);
  });

  test('in the network may be the name that the server listens on, or an address of the machine', () => {
    expect(isOwnHost('table.lan:4321', 4321, 'Table.lan')).toBe(true);
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, family } of addresses) {
      const name = family === 'IPv6' ? `[${address}]` : address;
      expect([name, isOwnHost(`${name}:4321`, 4321, '0.0.0.0')]).toEqual([name, true]);
    }
    expect(isOwnHost('192.0.2.7:4321', 4321, '0.0.0.0')).toBe(false);
    // A server of this machine alone has no address in the network.
    const far = addresses.filter(({ internal }) => !internal).map(({ address }) => address);
    expect(far.filter((address) => isOwnHost(`${address}:4321`, 4321, '127.0.0.1'))).toEqual([]);
    // Anybody can make a name that resolves to this machine.
    expect(isOwnHost('evil.example:4321', 4321, '0.0.0.0')).toBe(false);
  });
});

test('only a request for the exact name and port of the proxy came through it', () => {
  expect(isBehind('nomic.example.org', BEHIND)).toBe(true);
  expect(isBehind('nomic.example.org', undefined)).toBe(false);
  expect(isBehind('example.org', BEHIND)).toBe(false);
  expect(isBehind(undefined, BEHIND)).toBe(false);
  expect(isBehind('nomic.example.org:8443', new URL('https://nomic.example.org:8443'))).toBe(true);
});

test('gives people an address that a browser accepts', () => {
  expect(['127.0.0.1', '0.0.0.0', '::', '::1', 'table.lan', '192.0.2.7'].map(nameInAddress)).toEqual([
    'localhost',
    'localhost',
    'localhost',
    '[::1]',
    'table.lan',
    '192.0.2.7',
  ]);
});

test('recognizes the addresses that only this machine reaches', () => {
  expect(['localhost', '::1', '127.0.0.1', '127.1.2.3'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', 'table.lan', '192.0.2.7', '1127.0.0.1'].some(isLoopback)).toBe(false);
});

test('GET and HEAD change nothing, and anything else may', () => {
  expect(['GET', 'HEAD'].every((method) => isReading({ method }))).toBe(true);
  expect(['POST', 'PUT', 'DELETE', 'OPTIONS', ''].some((method) => isReading({ method }))).toBe(false);
});

test('reads a form as it was sent, and refuses one too long or invalid, with the reason', () => {
  const form =
    (body: Asking['body']): (() => URLSearchParams) =>
    () =>
      formIn({ body } as Asking);
  expect([...form({ text: 'vote=FOR&on=1&text=a+%26+b' })()]).toEqual([
    ['vote', 'FOR'],
    ['on', '1'],
    ['text', 'a & b'],
  ]);
  expect(problemOf(form({ wrong: 'size' }))).toMatchObject({
    status: 413,
    says: expect.stringMatching(/^That’s too long: the limit is \d+ kB/u),
  });
  const noForm = { status: 415, says: 'This address accepts only the game’s own forms.' };
  expect(problemOf(form({ wrong: 'type' }))).toEqual(noForm);
  expect(problemOf(form(null))).toEqual(noForm);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7\n', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:DB8::7', '2001:db8::7'],
  ['table.lan', null],
  ['192.0.2.7:80', null],
  ['', null],
])('reads “%s” as the address %s', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

describe('a request comes from', () => {
  const from = (address: string | undefined, forwarded?: string, host = BEHIND.host): string | null =>
    addressAsking(
      { address, headers: { host, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) } },
      BEHIND,
    );

  test('the address of its connection, whatever it says itself', () => {
    expect(from('192.0.2.7', '198.51.100.9')).toBe('192.0.2.7');
    expect(from('127.0.0.1', '198.51.100.9', 'localhost:4321')).toBe('127.0.0.1');
    expect(from(undefined)).toBeNull();
    const unproxied = {
      address: '127.0.0.1',
      headers: { host: BEHIND.host, 'x-forwarded-for': '192.0.2.7' },
    };
    expect(addressAsking(unproxied, undefined)).toBe('127.0.0.1');
  });

  test('the last address that a proxy on this machine saw', () => {
    expect(from('127.0.0.1', '203.0.113.5, 198.51.100.9')).toBe('198.51.100.9');
    expect(from('::ffff:127.0.0.1', '198.51.100.9')).toBe('198.51.100.9');
    expect(from('::1', 'unknown')).toBe('::1');
    expect(from('127.0.0.1')).toBe('127.0.0.1');
  });
});

test('a banned address gets a random name, under which the ban is lifted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-bans-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bans = new Bans(folder);
  expect([bans.all, bans.has('192.0.2.7')]).toEqual([{}, false]);
  const name = bans.add('192.0.2.7');
  expect(name).toMatch(/^ban-[0-9a-z]{6}$/u);
  expect(bans.add('192.0.2.7')).toBe(name);
  const other = bans.add('192.0.2.8');
  expect(bans.all).toEqual({ [name]: '192.0.2.7', [other]: '192.0.2.8' });
  // Only the owner of the file learns whose addresses these are.
  expect(statSync(join(folder, '.gitnomic/bans.json')).mode & 0o777).toBe(0o600);
  bans.remove(name);
  expect(['192.0.2.7', '192.0.2.8'].map((one) => new Bans(folder).has(one))).toEqual([false, true]);
});
