import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP } from 'node:net';

export { BlockList, isIP };

export interface HttpAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: AsyncIterable<Uint8Array>;
  /** Called when nothing more is needed. */
  end(): void;
}

export async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Asks exactly this address, even if the host's name resolves to another one by now. */
export function ask(url: URL, address: string, signal: AbortSignal): Promise<HttpAnswer> {
  return new Promise((answered, failed) => {
    // `servername` and the Host header keep the name. Only the connection uses the checked address.
    const options = {
      host: address,
      servername: isIP(url.hostname) === 0 ? url.hostname : '',
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, accept: 'image/*', 'user-agent': 'gitnomic' },
      signal,
    };
    request(options, (response) => answered(answerOf(response)))
      .on('error', failed)
      .end();
  });
}

function answerOf(response: IncomingMessage): HttpAnswer {
  const status = response.statusCode ?? 0;
  const moved = status >= 300 && status < 400 ? (response.headers.location ?? null) : null;
  return {
    status,
    location: moved,
    body: response as AsyncIterable<Uint8Array>,
    end: () => response.destroy(),
  };
}
