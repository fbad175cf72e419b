export interface Answer {
  status: number;
  headers: Headers;
  // JSON of the API with keys in snake_case, as a client receives it.
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the shape
  body: any;
}

type Api = (request: Request) => Promise<Response>;

/** A browser: it stores cookies, has a client address, and sends the headers of a browser. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #api: Api;
  readonly #origin: string;
  readonly #address: string;

  constructor(api: Api, origin: string, address: string) {
    this.#api = api;
    this.#origin = origin;
    this.#address = address;
  }

  /**
   * Sends a request: `call('POST /api/v1/auth/logout/', {})`. A string or stream is sent unchanged, all else as JSON.
   */
  async call(key: string, body?: unknown, headers: Record<string, string | null> = {}): Promise<Answer> {
    const [method = 'GET', path = '/'] = key.split(' ');
    const all: Record<string, string | null> = {
      'x-test-address': this.#address,
      'user-agent': 'test browser',
      ...(this.cookies.size
        ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        : {}),
      ...(method === 'GET'
        ? {}
        : { origin: this.#origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }),
      ...headers,
    };
    const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
    const response = await this.#api(
      new Request(`${this.#origin}${path}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: encodeBody(body), duplex: 'half' }),
      }),
    );
    this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }

  /** Returns another tab with the same address and a copy of the cookies. */
  fork(): Visitor {
    const visitorCopy = new Visitor(this.#api, this.#origin, this.#address);
    for (const [name, value] of this.cookies) visitorCopy.cookies.set(name, value);
    return visitorCopy;
  }

  #keep(setCookies: string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...flags] = line.split('; ');
      const at = pair.indexOf('=');
      if (flags.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

function encodeBody(body: unknown): string | ReadableStream {
  return typeof body === 'string' || body instanceof ReadableStream ? body : JSON.stringify(body);
}
