import type { HttpAnswer } from '../node/network.ts';

export type { HttpAnswer };

const NONE = 'A browser can’t find out to which address a name leads, so it fetches nothing from elsewhere.';

/** No address is public, since none can be checked. */
export class BlockList {
  addSubnet(_network: string, _bits: number, _family: 'ipv4' | 'ipv6'): void {}
  check(_address: string, _family: 'ipv4' | 'ipv6'): boolean {
    return true;
  }
}

export function isIP(_text: string): number {
  return 0;
}

export async function addressesOf(_host: string): Promise<readonly string[]> {
  throw new Error(NONE);
}

export async function ask(_url: URL, _address: string, _signal: AbortSignal): Promise<HttpAnswer> {
  throw new Error(NONE);
}
