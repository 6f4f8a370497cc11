import { concat } from '#platform/bytes.ts';
import { addressesOf, ask as askAddress, isIP, type HttpAnswer, BlockList } from '#platform/network.ts';
import { PictureError, MOST_BYTES_SENT } from './prepare-picture.ts';

const MOST_REDIRECTS = 4;
const TIMEOUT_MS = 20_000;

export type PictureResponse = HttpAnswer;

/** The part of the network that fetching needs. Tests replace it. */
export interface Network {
  resolve(host: string): Promise<readonly string[]>;
  /** Asks exactly this address, even if the host's name resolves to another one by now. */
  get(url: URL, address: string, signal: AbortSignal): Promise<PictureResponse>;
}

/** Fetches the picture at a link once, when the submission is received, so that readers never contact that server. */
export async function fetchPicture(link: string, network: Network = theInternet): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = addressOf(link);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await ask(url, network, signal);
    try {
      if (answer.location === null) return await bodyOf(answer, url);
      url = addressOf(answer.location, url);
    } finally {
      answer.end();
    }
  }
  throw new PictureError(
    'unreachable',
    `${link} leads from one address to the next, more than ${MOST_REDIRECTS} times`,
  );
}

function addressOf(link: string, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  if (url === null || url.protocol !== 'https:')
    throw new PictureError('no-address', `"${link}" is no https address`);
  if (url.username !== '' || url.password !== '')
    throw new PictureError('no-address', 'the address must not hold a name or a password');
  if (url.port !== '') throw new PictureError('forbidden-address', 'the address must not name a port');
  return url;
}

/** Resolves the name once and connects to exactly that address, so the name can't point elsewhere a moment later. */
async function ask(url: URL, network: Network, signal: AbortSignal): Promise<PictureResponse> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await reached(url, () => network.resolve(host)) : [host];
  const [address] = addresses;
  if (address === undefined) throw new PictureError('unreachable', `there is no ${host}`);
  if (!addresses.every(isPublicAddress))
    throw new PictureError('forbidden-address', `${host} is not on the public internet`);
  return reached(url, () => network.get(url, address, signal));
}

async function bodyOf({ status, body }: PictureResponse, url: URL): Promise<Uint8Array> {
  if (status !== 200) throw new PictureError('unreachable', `${url.host} answers with status ${status}`);
  return reached(url, async () => {
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of body) {
      length += part.length;
      if (length > MOST_BYTES_SENT)
        throw new PictureError(
          'too-many-bytes',
          `${url.host} sends more than ${MOST_BYTES_SENT / 1024 / 1024} MB`,
        );
      parts.push(part);
    }
    return concat(parts);
  });
}

async function reached<T>(url: URL, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof PictureError) throw cause;
    throw new PictureError(
      'unreachable',
      `${url.host} can't be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

const theInternet: Network = { resolve: addressesOf, get: askAddress };

/** Networks that must not be contacted: this machine, private and providers' networks, and reserved ranges. */
const CLOSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Only globally assigned IPv6 addresses are allowed, except ranges that embed IPv4 addresses or are examples. */
const OPEN6 = ['2000::', 3] as const;
const CLOSED6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, bits] of CLOSED) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of CLOSED6) closed.addSubnet(network, bits, 'ipv6');
const open = new BlockList();
open.addSubnet(...OPEN6, 'ipv6');

/** True if a numeric address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
    default:
      return false;
  }
}
