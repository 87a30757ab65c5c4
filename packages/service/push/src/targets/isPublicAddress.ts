import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not of the public internet, or lead elsewhere than they say: this host,
 * private, shared (CGNAT), loopback, link-local, protocol assignments, documentation, AS112 and
 * AMT, 6to4 relays, benchmarks, multicast, reserved and broadcast.
 */
const specialV4: readonly (readonly [network: string, bits: number])[] = [
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

/**
 * Of IPv6 only 2000::/3 is given out. All else is refused by that alone: loopback, unique local,
 * link-local, multicast, IPv4-mapped and -compatible, NAT64, discard, segment routing.
 */
const globalV6 = ['2000::', 3] as const;

/** Networks of 2000::/3 that are no hosts: Teredo and ORCHID, documentation, 6to4, AS112. */
const specialV6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const refusedV4 = new BlockList();
for (const [network, bits] of specialV4) refusedV4.addSubnet(network, bits, 'ipv4');

const givenV6 = new BlockList();
givenV6.addSubnet(globalV6[0], globalV6[1], 'ipv6');

const refusedV6 = new BlockList();
for (const [network, bits] of specialV6) refusedV6.addSubnet(network, bits, 'ipv6');

/**
 * Whether an IP address is one of a host on the public internet. Text that is no address, or that
 * names a zone of this machine, is not.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const version = isIP(address);
  if (version === 4) return !refusedV4.check(address, 'ipv4');
  return version === 6 && givenV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}
