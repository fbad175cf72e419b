import type { Config } from '#lib/server/config.ts';

interface CookieOptions {
  maxAgeSeconds: number;
  /** Readable by the page's own script; false for everything that proves something. */
  readable?: boolean;
}

/** The cookies of one request and the ones its answer sets. Flags follow the configuration, never the request (C-25). */
export class Cookies {
  readonly #sent: ReadonlyMap<string, string>;
  readonly #secure: boolean;
  readonly #set = new Map<string, string>();

  constructor(header: string | null, config: Pick<Config, 'secureCookies'>) {
    this.#sent = parse(header);
    this.#secure = config.secureCookies;
  }

  get(name: string): string | null {
    return this.#sent.get(this.#fullName(name)) ?? null;
  }

  /** One that a page's own script wrote: anybody may have put anything into it. */
  getReadable(name: string): string | null {
    return this.#sent.get(name) ?? null;
  }

  set(name: string, value: string, { maxAgeSeconds, readable = false }: CookieOptions): void {
    const full = readable ? name : this.#fullName(name);
    const flags = `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${readable ? '' : '; HttpOnly'}${this.#secure ? '; Secure' : ''}`;
    this.#set.set(full, `${full}=${value}; ${flags}`);
  }

  clear(name: string, options: { readable?: boolean } = {}): void {
    this.set(name, '', { maxAgeSeconds: 0, ...options });
  }

  /** The values of the Set-Cookie headers. */
  toSend(): Iterable<string> {
    return this.#set.values();
  }

  /** `__Host-` keeps a sibling host from planting the cookie; browsers accept it with Secure only. */
  #fullName(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}

const cookiesByRequest = new WeakMap<Request, Cookies>();

/** Returns the cookies of a request, one object per request: what is read by them, such as the session, is read once. */
export function cookiesOf(request: Request, config: Pick<Config, 'secureCookies'>): Cookies {
  const cookies = cookiesByRequest.get(request) ?? new Cookies(request.headers.get('cookie'), config);
  cookiesByRequest.set(request, cookies);
  return cookies;
}

function parse(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    // The first wins: a planted twin with a longer path comes later or is refused by the prefix.
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}
