import { BlockList, isIP } from 'node:net';
import { isPublicAddress } from '#lib/server/messages/webhooks/public-address.ts';

/** The environment as a process has it: every value is text or absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads values of one kind each; a wrong one adds its sentence to `mistakes` and counts as absent. */
export function environmentReader(env: Environment, mistakes: string[]) {
  const wrong = <T>(sentence: string, fallback: T): T => {
    mistakes.push(sentence);
    return fallback;
  };
  return {
    integer(name: string, fallback: number, min: number, max: number): number {
      const text = env[name];
      if (!text) return fallback;
      const value = Number(text);
      return Number.isInteger(value) && value >= min && value <= max
        ? value
        : wrong(`${name} must be a whole number from ${min} to ${max}, not "${text}".`, fallback);
    },
    oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const text = env[name];
      if (!text) return fallback;
      return (
        allowed.find((one) => one === text) ??
        wrong(`${name} must be one of ${allowed.join(', ')}, not "${text}".`, fallback)
      );
    },
    url(name: string, protocols: readonly string[]): string | null {
      const text = env[name];
      if (!text) return null;
      return URL.canParse(text) && protocols.includes(new URL(text).protocol)
        ? text
        : wrong(
            `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
            null,
          );
    },
    email(name: string): string | null {
      const text = env[name];
      if (!text) return null;
      return /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(text)
        ? text
        : wrong(`${name} must be one email address.`, null);
    },
    /** An https address of the public internet, to which the server sends data of people. */
    publicUrl(name: string): string | null {
      const text = env[name];
      if (!text) return null;
      return parsePublicUrl(text)
        ? text
        : wrong(`${name} must be an https:// URL on the public internet, without a user name.`, null);
    },
    origin(name: string, fallback: string): string {
      const text = env[name];
      if (!text) return fallback;
      return (
        parseOrigin(text)?.origin ??
        wrong(
          `${name} must be an origin such as https://liftoff.example, without a path, not "${text}".`,
          fallback,
        )
      );
    },
    /** Origins, separated by commas, with other hosts than those of `own`: a Host header tells them apart without a scheme. */
    otherOrigins(name: string, own: readonly string[]): string[] {
      const texts = (env[name] ?? '').split(',').map((text) => text.trim());
      const origins = texts.filter(Boolean).map((text) => parseOrigin(text)?.origin);
      const hosts = own.map((origin) => new URL(origin).host);
      return origins.every((one) => one !== undefined && !hosts.includes(new URL(one).host))
        ? (origins as string[])
        : wrong(
            `${name} must list origins such as https://old.example, separated by commas, with other hosts than ${hosts.join(' and ')}.`,
            [],
          );
    },
    /** All of the named values, or none. */
    group(...names: string[]): string[] | null {
      const values = names.map((name) => env[name]).filter((value): value is string => Boolean(value));
      if (values.length === 0) return null;
      return values.length === names.length ? values : wrong(`Set all of ${names.join(', ')} or none.`, null);
    },
    networks(name: string): BlockList {
      const list = new BlockList();
      for (const text of (env[name] ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)) {
        const [address = '', bits] = text.split('/');
        const family = isIP(address);
        const prefix = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
        if (!family || !Number.isInteger(prefix) || prefix < 0 || prefix > (family === 6 ? 128 : 32))
          mistakes.push(`${name} must list addresses or networks such as 10.0.0.0/8, not "${text}".`);
        else list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
      }
      return list;
    },
  };
}

/** Parses an https address of the public internet without a user name; null for anything else. */
export function parsePublicUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && isPublicHost(url) ? url : null;
}

/** A name is looked up at each request; here only what can never be public is rejected. */
function isPublicHost({ hostname, username, password }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (username || password) return false;
  return isIP(host)
    ? isPublicAddress(host)
    : host.includes('.') && !/\.(local|internal|localhost)$/.test(host);
}

/** Parses an http or https origin without a path, a query or a user name; null for anything else. */
function parseOrigin(text: string): URL | null {
  const url = URL.parse(text);
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username;
  return isOrigin ? url : null;
}

export const isLoopback = (origin: string) =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname);

/** A developer opens either name of the same machine. */
export function loopbackTwins(origin: string): string[] {
  if (!isLoopback(origin)) return [];
  const { protocol, port } = new URL(origin);
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${protocol}//${host}${port && `:${port}`}`);
}
