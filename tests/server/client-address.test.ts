import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { addressBehindProxies, clientAddress, networkOf } from '#lib/server/http/client-address.ts';

const trusted = new BlockList();
trusted.addSubnet('10.0.0.0', 8, 'ipv4');
trusted.addAddress('127.0.0.1', 'ipv4');
trusted.addSubnet('fd00::', 8, 'ipv6');

test.each([
  ['a stranger cannot choose an address', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['our proxy names the visitor', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['what a visitor forged stands left of the truth', '10.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  [
    'a chain of our proxies is walked over',
    '127.0.0.1',
    '1.2.3.4, 203.0.113.9, 10.0.0.7, 10.0.0.8',
    '203.0.113.9',
  ],
  ['a chain of our proxies only ends at the first', '127.0.0.1', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
  ['a proxy without the header is the peer', '10.0.0.1', null, '10.0.0.1'],
  ['nonsense is not believed', '10.0.0.1', '203.0.113.9, <script>', '10.0.0.1'],
  ['an IPv4 peer on an IPv6 socket', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['IPv6 all the way', 'fd00::1', '2001:db8::5', '2001:db8::5'],
])('[C-12] %s', (_, peer, header, expected) => {
  expect(addressBehindProxies(peer, header, trusted)).toBe(expected);
});

test('[C-12] the peer comes from the adapter, never from a header alone', () => {
  const request = new Request('http://localhost/', { headers: { 'x-forwarded-for': '1.2.3.4' } });
  Reflect.set(request, Symbol.for('astro.clientAddress'), '::ffff:203.0.113.9');
  expect(clientAddress(request, { trustedProxies: trusted })).toBe('203.0.113.9');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('[C-12] %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
