import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isApiPath, removeQuery } from '#lib/server/http/api-path.ts';
import { securityHeaders } from '#lib/server/http/security-headers.ts';
import { foreignHost } from './hostile-headers.ts';
import type { HostileRequest } from './hostile-request.ts';
import type { HostileTarget } from './hostile-target.ts';
import { RawConnection, type RawRequest, type RawResponse } from './raw-connection.ts';

/** Sends requests over one connection and checks each response. */
export class HostileClient {
  readonly #target: HostileTarget;
  readonly #connection: RawConnection;

  constructor(target: HostileTarget) {
    this.#target = target;
    this.#connection = new RawConnection(target.port);
  }

  /** Sends a request and throws the rules that its response breaks, or what the server logged as an error. */
  async expectRules(request: HostileRequest): Promise<void> {
    const { status, problems } = await this.findProblems(request);
    const all = [...problems, ...this.#target.takeErrors()];
    if (all.length) throw new Error([`${request.method} ${request.target}: ${status}`, ...all].join('\n'));
  }

  /** Sends a request and returns what is wrong with its response: a sentence for each broken rule. */
  async findProblems(request: HostileRequest): Promise<{ status: number; problems: string[] }> {
    const raw = this.#prepare(request);
    const response = await this.#connection.send(raw);
    if (!response) return { status: 0, problems: ['the connection was closed without a response'] };
    // Logging out, or ending the other sessions, is among the requests.
    if (response.status === 401 && Object.hasOwn(this.#target.sessions, request.role))
      await this.#target.renew();
    return { status: response.status, problems: [...problemsOf(raw, response)] };
  }

  close(): void {
    this.#connection.close();
  }

  /** Adds the headers of a browser, except those that the request has itself. */
  #prepare({ role, method, target, network, type, body, headers }: HostileRequest): RawRequest {
    const { origin, sessions } = this.#target;
    const token = role === 'visitor' ? null : role === 'impostor' ? 'not-a-session' : sessions[role];
    const usual: [string, string | null][] = [
      ['Host', new URL(origin).host],
      ['User-Agent', 'test browser'],
      ['X-Forwarded-For', `2001:db8:${network.toString(16)}::1`],
      ['Cookie', token && `sid=${token}; signed_in=1`],
      ['Origin', method === 'GET' ? null : origin],
      ['Sec-Fetch-Site', method === 'GET' ? null : 'same-origin'],
      ['Content-Type', type],
      ['Content-Length', body === null ? null : String(body.length)],
    ];
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    const kept = usual.filter(
      (pair): pair is [string, string] => pair[1] !== null && !own.has(pair[0].toLowerCase()),
    );
    // Without its last chunk, the server would wait for a body until the time of the request is over.
    const isUnended =
      body === null && headers.some(([name, value]) => /^transfer/i.test(name) && /chunked$/.test(value));
    const bytes = isUnended ? '0\r\n\r\n' : body;
    const all = [...kept, ...headers];
    return { method, target, headers: all, body: bytes === null ? null : Buffer.from(bytes, 'latin1') };
  }
}

function* problemsOf(request: RawRequest, response: RawResponse): Generator<string> {
  const { status, headers } = response;
  if (status >= 500) yield `status ${status}`;
  for (const [name, value] of securityHeaders({ https: false })) {
    const sent = headers.get(name.toLowerCase());
    const isRight =
      name === 'Content-Security-Policy' ? isPolicy(sent) : sent === value || isStricter(name, sent);
    if (!isRight) yield `[C-35] ${name} is ${sent ?? 'missing'}`;
  }
  const location = headers.get('location');
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) yield `[C-35] a redirect to ${location}`;
  const text = textOf(response);
  const head = [...headers].join('\n');
  if (`${head}\n${text}`.toLowerCase().includes(foreignHost))
    yield '[C-35] a host that the client sent is in the response';
  const isParserError = headers.get('connection') === 'close' && headers.get('content-length') === '0';
  if (isApiPath(removeQuery(request.target)) && status >= 400 && !isParserError)
    yield* problemsOfError(request, response, text);
}

/** The pages of employers' links tell no other site where a visitor comes from. */
const isStricter = (name: string, sent = ''): boolean =>
  name === 'Referrer-Policy' && ['same-origin', 'no-referrer'].includes(sent);

/** The development inbox shows an email in a frame, as a document without permissions. */
const isPolicy = (policy = ''): boolean =>
  /frame-ancestors 'none'/.test(policy) || /^sandbox;.*frame-ancestors 'self'$/.test(policy);

function* problemsOfError(
  { method }: RawRequest,
  { status, headers }: RawResponse,
  text: string,
): Generator<string> {
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    yield `an error of type ${headers.get('content-type')}`;
  if (headers.get('cache-control') !== 'no-store') yield 'an error that may be cached';
  if (status === 405 && !headers.get('allow')) yield '405 without Allow';
  if (method === 'HEAD') return;
  try {
    const body = JSON.parse(text);
    const isRight =
      /^[A-Z_]+$/.test(body.error_code) &&
      typeof body.error === 'string' &&
      typeof body.request_id === 'string' &&
      typeof body.field_errors === 'object' &&
      Object.values(body.field_errors).every((message) => typeof message === 'string');
    if (!isRight) yield 'an error outside the error contract';
    if (status === 429 && String(body.retry_after) !== headers.get('retry-after'))
      yield '429 without Retry-After';
  } catch {
    yield 'an error that is no JSON';
  }
}

function textOf({ headers, body }: RawResponse): string {
  const encoding = headers.get('content-encoding');
  if (!body.length) return '';
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return body.toString();
}
