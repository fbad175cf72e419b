import fc from 'fast-check';
import type { Ids } from './hostile-server.ts';
import { hostileSegment, hostileText } from './hostile-values.ts';

const pageParameters = [
  'search',
  'status',
  'job_id',
  'jobId',
  'late',
  'past',
  'after',
  'page',
  'family',
  'level',
  'work_mode',
  'city',
  'actorId',
  'subjectId',
  'done',
  'view',
  'to',
  'limit',
  'offset',
  'href',
  'w',
  'h',
  'f',
  'q',
  'utm_source',
  'from',
  'next',
  'source',
  ...['owner', 'mine', 'due', 'programSlug', 'batchId', 'batch', 'a', 'b', 'program', 'change', 'before'],
  ...[
    'industry',
    'region',
    'section',
    'code',
    'topic',
    'version',
    'interviewerId',
    'date',
    'employerId',
    'month',
  ],
];

/** Returns queries of these parameters, or of those that pages have. */
export function createQuery(names: string[], ids: Ids): fc.Arbitrary<string> {
  const name = names.length
    ? fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: hostileSegment })
    : fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...pageParameters) },
        { weight: 1, arbitrary: hostileSegment },
      );
  const value = fc.oneof(
    { weight: 4, arbitrary: hostileSegment },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '1',
        '100',
        '10000',
        'true',
        'OPEN',
        'SUBMITTED',
        'FINANCE',
        'Pune',
        'account',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(ids).flat()) },
    { weight: 2, arbitrary: createCursor() },
  );
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => (pairs.length ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''));
}

/** A cursor as a list gives it out, with hostile parts. */
function createCursor(): fc.Arbitrary<string> {
  const part = fc.oneof(
    hostileText,
    fc.constantFrom(
      'LATE',
      'REST',
      '2026-11-22T10:00:00.000000Z',
      '9999-12-31T23:59:59.999999Z',
      '0001-01-01T00:00:00.000000Z',
      '01890000-0000-7000-8000-000000000001',
      null,
    ),
  );
  return fc
    .array(part, { maxLength: 4 })
    .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
}
