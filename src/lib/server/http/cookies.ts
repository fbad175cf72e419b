import type { Config } from '#lib/server/config.ts';

interface CookieOptions {
  maxAgeSeconds: number;
  /** Whether the page's scripts can read it; must be false for a cookie that authenticates. */
  isScriptReadable?: boolean;
}

/**
 * The cookies of a request and those that its response sets. Flags follow the configuration, not the request. [C-25]
 */
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

  /** Returns a cookie that the page's scripts can write. Its value is untrusted. */
  getReadable(name: string): string | null {
    return this.#sent.get(name) ?? null;
  }

  set(name: string, value: string, { maxAgeSeconds, isScriptReadable = false }: CookieOptions): void {
    const full = isScriptReadable ? name : this.#fullName(name);
    const flags = `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isScriptReadable ? '' : '; HttpOnly'}${this.#secure ? '; Secure' : ''}`;
    this.#set.set(full, `${full}=${value}; ${flags}`);
  }

  clear(name: string, options: { isScriptReadable?: boolean } = {}): void {
    this.set(name, '', { maxAgeSeconds: 0, ...options });
  }

  /** Returns the values of the Set-Cookie headers. */
  toSend(): Iterable<string> {
    return this.#set.values();
  }

  /** With `__Host-`, a sibling host cannot set the cookie; browsers accept the prefix only with Secure. */
  #fullName(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}

const cookiesByRequest = new WeakMap<Request, Cookies>();

/** Returns the cookies of a request, always the same object, so that the session they name is read once. */
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
    // The first one counts: another host can only add a cookie of the same name behind it.
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}
