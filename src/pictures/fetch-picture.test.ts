import { expect, test } from 'vitest';
import { fetchPicture, type PictureResponse, type Network, isPublicAddress } from './fetch-picture.ts';
import { MOST_BYTES_SENT } from './prepare-picture.ts';

interface Site {
  readonly address?: string | readonly string[];
  readonly status?: number;
  readonly location?: string;
  readonly body?: Iterable<Uint8Array>;
}

/** An internet of a few hosts that records the requested addresses. */
function internet(sites: Readonly<Record<string, Site>>): Network & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async resolve(host) {
      const site = sites[host];
      if (site === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
      return [site.address ?? '93.184.216.34'].flat();
    },
    async get(url, address): Promise<PictureResponse> {
      asked.push(`${url.hostname} ${address}`);
      const { status = 200, location, body = [] } = sites[url.hostname] ?? {};
      async function* parts(): AsyncGenerator<Uint8Array> {
        yield* body;
      }
      return {
        status: location === undefined ? status : 302,
        location: location ?? null,
        body: parts(),
        end: () => undefined,
      };
    },
  };
}

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
const failure = (link: string, network: Network = internet({})): Promise<string> =>
  fetchPicture(link, network).then(
    () => 'fetched',
    (error: { code: string }) => error.code,
  );

test('fetches what a link leads to, from the address that was checked', async () => {
  const network = internet({ 'example.com': { body: [bytes(1, 2), bytes(3)] } });
  expect([...(await fetchPicture('https://example.com/a.png', network))]).toEqual([1, 2, 3]);
  expect(network.asked).toEqual(['example.com 93.184.216.34']);
});

test.each([
  ['http://example.com/a.png', 'no-address'],
  ['file:///etc/passwd', 'no-address'],
  ['data:image/png;base64,AAAA', 'no-address'],
  ['a picture', 'no-address'],
  ['https://me:secret@example.com/', 'no-address'],
  ['https://example.com:8443/', 'forbidden-address'],
  ['https://127.0.0.1/', 'forbidden-address'],
  ['https://2130706433/', 'forbidden-address'],
  ['https://0x7f.1/', 'forbidden-address'],
  ['https://[::1]/', 'forbidden-address'],
  ['https://[::ffff:10.0.0.1]/', 'forbidden-address'],
  ['https://169.254.169.254/latest/meta-data/', 'forbidden-address'],
  ['https://nowhere.example/', 'unreachable'],
])('refuses %s: %s', async (link, code) => {
  expect(await failure(link)).toBe(code);
});

test('refuses a name that leads into a private network, even among public addresses', async () => {
  const network = internet({
    inside: { address: '10.1.2.3' },
    both: { address: ['93.184.216.34', '192.168.0.1'] },
  });
  expect(await failure('https://inside/', network)).toBe('forbidden-address');
  expect(await failure('https://both/', network)).toBe('forbidden-address');
  expect(network.asked).toEqual([]);
});

test('follows a redirect, and checks it like any address', async () => {
  const network = internet({
    short: { location: 'https://long/a.png' },
    long: { body: [bytes(7)] },
    trap: { location: 'https://169.254.169.254/' },
    plain: { location: 'http://long/' },
    round: { location: '/again' },
  });
  expect([...(await fetchPicture('https://short/', network))]).toEqual([7]);
  expect(await failure('https://trap/', network)).toBe('forbidden-address');
  expect(await failure('https://plain/', network)).toBe('no-address');
  expect(await failure('https://round/', network)).toBe('unreachable');
  expect(network.asked.filter((asked) => asked.startsWith('round'))).toHaveLength(5);
});

test('cuts off an endless response', async () => {
  function* unbounded(): Generator<Uint8Array> {
    for (;;) yield new Uint8Array(1024 * 1024);
  }
  expect(await failure('https://flood/', internet({ flood: { body: unbounded() } }))).toBe('too-many-bytes');
  expect(MOST_BYTES_SENT).toBeLessThan(20 * 1024 * 1024);
});

test('doesn’t take an error page for a picture', async () => {
  expect(await failure('https://gone/', internet({ gone: { status: 404 } }))).toBe('unreachable');
});

test.each(['8.8.8.8', '93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.1.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('%s isn’t a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
