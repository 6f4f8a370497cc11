import { BlockList, isIP } from '#platform/network.ts';

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
