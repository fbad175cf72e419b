import { lookup as lookupName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not of the public internet (IANA's registries of special-purpose addresses). */
const specialNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Of IPv6, only 2000::/3 is public, and of that neither tunnels nor examples.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];

type Family = 'ipv4' | 'ipv6';
const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

// A list for each family, because a rule for IPv6 would also match IPv4 addresses as they are written in IPv6.
const specialAddresses: Record<Family, BlockList> = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const network of specialNetworks) {
  const [address = '', bits] = network.split('/');
  specialAddresses[familyOf(address)].addSubnet(address, Number(bits), familyOf(address));
}

/** Returns whether an IP address is one of the public internet. Anything else, also an IPv4 address written as IPv6, is not. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address);
  return isIP(address) !== 0 && !specialAddresses[family].check(address, family);
}

/** A name resolved to an address that is not public. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/**
 * Resolves a name for a connection, and fails if one of its addresses is not public. The connection uses the addresses that
 * were checked, so a name that changes meanwhile leads nowhere else. [C-34]
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    if (!addresses.length || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new PrivateAddressError('the name has a private address'), []);
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  });
};
