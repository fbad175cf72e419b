import fc from 'fast-check';
import { hostileHeaderValue } from './hostile-values.ts';

/** A host that no response may contain. */
export const foreignHost = 'reflected-host.example';

type Header = [name: string, value: string];

const forwarded: Header[] = [
  ['X-Forwarded-Host', foreignHost],
  ['X-Forwarded-Host', `${foreignHost}, localhost`],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Proto', `javascript://${foreignHost}/`],
  ['X-Forwarded-Port', '1'],
  ['X-Forwarded-Prefix', `//${foreignHost}`],
  ['Forwarded', `for=1.2.3.4;host=${foreignHost};proto=https`],
  ['X-Host', foreignHost],
  ['X-Original-URL', `https://${foreignHost}/staff/`],
  ['X-Rewrite-URL', '/staff/'],
  ['Host', foreignHost],
  ['Host', `${foreignHost}:80`],
  ['Host', `localhost/${foreignHost}`],
  ['Host', `user@${foreignHost}`],
  ['Host', ''],
];

const conditional: Header[] = [
  ['Range', 'bytes=0-0'],
  ['Range', 'bytes=-0'],
  ['Range', 'bytes=5-1'],
  ['Range', 'bytes=0-,-1,5-9'],
  ['Range', 'bytes=99999999999999999999-'],
  ['Range', 'lines=1'],
  ['If-Range', '"x"'],
  ['If-None-Match', '*'],
  ['If-None-Match', '"x", W/"y", z,,"'],
  ['If-Match', '"x"'],
  ['If-Modified-Since', 'Mon, 32 Foo 9999 99:99:99 GMT'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
];

const negotiated: Header[] = [
  ['Accept', 'application/json;q=2, */*;q=-1'],
  ['Accept', 'text/html'],
  ['Accept', 'image/avif,'],
  ['Accept-Encoding', 'br;q=0, gzip;q=0, identity;q=0'],
  ['Accept-Encoding', '*;q=0'],
  ['Accept-Encoding', 'gzip'],
  ['Accept-Encoding', 'br'],
  ['Accept-Encoding', 'zstd, deflate, compress, ;;,q=1'],
  ['Accept-Language', '\xff;q=x'],
  ['Accept-Charset', 'utf-7'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'multipart/form-data'],
  ['Content-Type', 'multipart/form-data; boundary='],
  ['Content-Type', `multipart/form-data; boundary=${'x'.repeat(200)}`],
  ['Content-Type', 'application/x-www-form-urlencoded; charset=x'],
  ['Content-Type', '/'],
  ['Content-Type', 'text/plain'],
  ['Content-Encoding', 'gzip'],
];

/** Headers about the connection or the length, with which a server and a proxy may disagree. */
const framing: Header[] = [
  ['Content-Length', '-1'],
  ['Content-Length', '1e3'],
  ['Content-Length', '0'],
  ['Content-Length', '9999999999'],
  ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'xchunked'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Expect', '100-continue'],
  ['Expect', 'x'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['Connection', 'close, Host'],
  ['Connection', 'x'],
  ['Max-Forwards', '0'],
  ['X-HTTP-Method-Override', 'DELETE'],
];

const credentials: Header[] = [
  ['Cookie', 'sid'],
  ['Cookie', 'sid=; sid=x; =; ;;'],
  ['Cookie', `sid=${'x'.repeat(5_000)}`],
  ['Cookie', 'sid=%00; __Host-sid=x; device=%ff; utm_source=%zz'],
  ['Cookie', '__proto__=x; constructor=y; signed_in=1'],
  ['Authorization', 'Bearer '],
  ['Authorization', `Bearer ${'x'.repeat(3_000)}`],
  ['Authorization', 'Basic %%%'],
  ['Origin', 'null'],
  ['Origin', 'https://elsewhere.example'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Referer', 'https://[::1/'],
  ['User-Agent', ''],
  ['User-Agent', 'x'.repeat(5_000)],
  ['X-Forwarded-For', 'x, 1.2.3.4, '],
  ['X-Forwarded-For', '[::1]:80, 999.1.1.1'],
  ['Idempotency-Key', '\xff'],
];

const names = [
  'Accept',
  'Accept-Encoding',
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'Content-Type',
  'Cookie',
  'User-Agent',
  'Referer',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'Authorization',
  'Origin',
  'Device',
  'Idempotency-Key',
];

const header: fc.Arbitrary<Header> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...forwarded) },
  { weight: 2, arbitrary: fc.constantFrom(...conditional) },
  { weight: 3, arbitrary: fc.constantFrom(...negotiated) },
  { weight: 1, arbitrary: fc.constantFrom(...framing) },
  { weight: 2, arbitrary: fc.constantFrom(...credentials) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...names), hostileHeaderValue) },
);

/** None for every other request, so that what is wrong elsewhere in it is reached. */
export const hostileHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Header[]>([]) },
  { weight: 1, arbitrary: fc.array(header, { minLength: 1, maxLength: 3 }) },
);

/** Bodies that are not what their type says. */
export const hostileBytes: fc.Arbitrary<string> = fc.oneof(
  fc
    .constantFrom(
      Buffer.from('{"__proto__":{"x":1}}'),
      Buffer.from('{"phone":"9876543210","phone":1,"__proto__":1}'),
      Buffer.from(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
      Buffer.from('{'),
      Buffer.from('\ufeff{}'),
      Buffer.from('{}', 'utf16le'),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from('{"a":"\ud800"}', 'utf16le'),
      Buffer.from('{"email":"\\ud800","first_name":"\\u0000"}'),
      Buffer.from('a=1&a=2&%zz=%00&=&&'),
      Buffer.from('--xxxx\r\nContent-Disposition: form-data\r\n\r\n'),
      Buffer.alloc(66_000, 'x'),
    )
    .map((bytes) => bytes.toString('latin1')),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
