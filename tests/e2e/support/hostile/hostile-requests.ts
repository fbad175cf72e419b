import fc from 'fast-check';
import { createBody, createCsv } from './hostile-body.ts';
import { createSubmission, multipartBody } from './hostile-forms.ts';
import { hostileBytes, hostileHeaders } from './hostile-headers.ts';
import { createQuery } from './hostile-queries.ts';
import { type Draft, type HostileRequest, roles, toLatin1 } from './hostile-request.ts';
import { exportFor, type HostileTarget, idsFor, type Operation, roleOf } from './hostile-target.ts';
import { hostileSegment } from './hostile-values.ts';

const methods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PATCH',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PURGE',
);

/** Returns requests to every page, form and endpoint of the server, most of them wrong in one or two places. */
export function createHostileRequests(target: HostileTarget): fc.Arbitrary<HostileRequest> {
  const pages = target.pages.map((page) => ({
    // A picture or a PDF takes a hundred times as long as a page.
    weight: /\.(png|pdf)$/.test(page) ? 1 : 10,
    arbitrary: createVisit(page, target),
  }));
  const kinds = [
    {
      weight: 8,
      arbitrary: fc.oneof(...target.operations.map((operation) => createCall(operation, target))),
    },
    { weight: 3, arbitrary: fc.oneof(...pages) },
    { weight: 2, arbitrary: fc.oneof(...target.forms.map((form) => createSubmission(form, target))) },
    { weight: 1, arbitrary: createStrayRequest() },
  ];
  return fc
    .record({
      request: fc.oneof(...kinds),
      network: fc.nat(0xffff),
      headers: hostileHeaders,
      bytes: fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileBytes }),
    })
    .map(({ request, network, headers, bytes }) => ({
      ...request,
      network,
      headers,
      ...(bytes === null || request.method === 'GET' ? {} : { body: bytes }),
    }));
}

function createCall(operation: Operation, target: HostileTarget): fc.Arbitrary<Draft> {
  const csv = createCsv(exportFor(operation.path, target));
  const sources = { schemas: target.schemas, ids: Object.values(target.ids).flat(), csv };
  const body = operation.body
    ? createBody(operation.body, sources).map(toJson)
    : fc.constantFrom('', '{}', '[]');
  const isUpload = operation.path.endsWith('/upload/');
  return fc
    .record({
      role: fc.oneof(
        { weight: 3, arbitrary: fc.constant(roleOf(operation.path)) },
        { weight: 1, arbitrary: roles },
      ),
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: methods },
      ),
      path: fillPath(operation.path, target),
      query: createQuery(
        operation.query.map(({ name }) => name),
        target.ids,
      ),
      body: isUpload ? multipartBody : body.map((text) => ({ text, type: 'application/json' })),
    })
    .map(({ path, query, body: { text, type }, ...rest }) => {
      const hasBody = rest.method !== 'GET' && rest.method !== 'HEAD' && text !== '';
      return { ...rest, target: path + query, type: hasBody ? type : null, body: hasBody ? text : null };
    });
}

const toJson = (value: unknown): string => toLatin1(JSON.stringify(value) ?? '');

function fillPath(path: string, target: HostileTarget): fc.Arbitrary<string> {
  const parts = path.split(/(\[\.*\w+\]|\{\w+\})/).map((part) => {
    const name = /^[[{]\.*(\w+)/.exec(part)?.[1];
    if (!name) return fc.constant(part);
    const known = idsFor(path, name, target);
    return fc.oneof(
      { weight: 8, arbitrary: known.length ? fc.constantFrom(...known) : fc.constant('x') },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(target.ids).flat()) },
      { weight: 2, arbitrary: hostileSegment },
    );
  });
  const whole = fc.tuple(...parts).map((texts) => texts.join(''));
  return fc.oneof(
    { weight: 20, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(whole, hostileSegment).map(([text, more]) => `${text}${more}`) },
    { weight: 1, arbitrary: whole.map((text) => text.slice(0, -1)) },
    { weight: 1, arbitrary: whole.map((text) => `/${text}`) },
  );
}

function createVisit(page: string, target: HostileTarget): fc.Arbitrary<Draft> {
  return fc.record({
    role: fc.oneof({ weight: 2, arbitrary: fc.constant(roleOf(page)) }, { weight: 1, arbitrary: roles }),
    method: fc.oneof({ weight: 8, arbitrary: fc.constant('GET') }, { weight: 2, arbitrary: methods }),
    target: fc.tuple(fillPath(page, target), createQuery([], target.ids)).map((parts) => parts.join('')),
    type: fc.constant(null),
    body: fc.constant(null),
  });
}

const folders = [
  '/',
  '/api/',
  '/api/v1/',
  '/api/v1/staff/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/%2f/elsewhere.example/',
  '/staff//elsewhere.example/..',
  '/staff/',
  '/images/',
  '/images/thumb/64/',
  '/media/',
  '/_image/',
  '/_image',
  '/_astro/',
  '/og/',
  '/illustrations/',
  '/dev/',
  '/dev/inbox/',
  '/_app/',
  '/_server-islands/',
  '/_actions/',
  '/.well-known/',
  '/portfolios/',
  '/programs/',
];

function createStrayRequest(): fc.Arbitrary<Draft> {
  return fc.record({
    role: roles,
    method: fc.oneof({ weight: 3, arbitrary: fc.constant('GET') }, { weight: 2, arbitrary: methods }),
    target: fc
      .tuple(
        fc.constantFrom(...folders),
        fc.array(hostileSegment, { maxLength: 3 }),
        fc.constantFrom('', '/', '?', '?href=https://example.com/a.png&w=10&f=webp', '#x', '.png', '.html'),
      )
      .map(([folder, segments, end]) => folder + segments.join('/') + end),
    type: fc.constant(null),
    body: fc.constant(null),
  });
}
