import { type BlockList, isIP, type Socket } from 'node:net';

/**
 * The property in which Astro's adapter stores the socket's address. `new FetchState(request).clientAddress` reads the
 * same property, but building a FetchState costs more than most requests. The adapter ignores X-Forwarded-For, because
 * `security.allowedDomains` is not set.
 */
export const socketAddressKey = Symbol.for('astro.clientAddress');

/** Returns the visitor's address: the socket's, or the forwarded one where the peer is a trusted proxy. [C-12] */
export function clientAddress(request: Request, config: { trustedProxies: BlockList }): string {
  const peer = plain(String(Reflect.get(request, socketAddressKey) ?? ''));
  return addressBehindProxies(peer, request.headers.get('x-forwarded-for'), config.trustedProxies);
}

/** Reads X-Forwarded-For from the right and returns the first address that is not a trusted proxy. */
export function addressBehindProxies(peer: string, forwardedFor: string | null, trusted: BlockList): string {
  if (!forwardedFor || !isTrusted(peer, trusted)) return peer;
  let nearest = peer;
  for (const hop of forwardedFor.split(',').reverse()) {
    const address = plain(hop.trim());
    // A trusted proxy writes addresses only, so this hop and all left of it may be forged.
    if (!isIP(address)) return nearest;
    nearest = address;
    if (!isTrusted(address, trusted)) return address;
  }
  return nearest;
}

/** Returns whether an address is in the list; `::ffff:10.0.0.1` counts as 10.0.0.1. */
export function isTrusted(address: string, list: BlockList): boolean {
  const family = isIP(plain(address));
  return family !== 0 && list.check(plain(address), family === 6 ? 'ipv6' : 'ipv4');
}

const trustedPeers = new WeakMap<BlockList, WeakMap<Socket, boolean>>();

/** Returns whether the other end of a connection is in the list, which is looked up once per connection. */
export function isTrustedPeer(socket: Socket, list: BlockList): boolean {
  const ofList = trustedPeers.get(list) ?? new WeakMap<Socket, boolean>();
  trustedPeers.set(list, ofList);
  const known = ofList.get(socket);
  if (known !== undefined) return known;
  const isOurs = isTrusted(socket.remoteAddress ?? '', list);
  ofList.set(socket, isOurs);
  return isOurs;
}

/**
 * Returns the network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, which one household
 * has.
 */
export function networkOf(address: string): string {
  const bare = plain(address);
  if (isIP(bare) !== 6) return bare;
  const [head = '', tail] = bare.split('%')[0]?.split('::') ?? [];
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

const plain = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/^\[(.*)\]$/, '$1');
