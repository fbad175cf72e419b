import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#lib/contract/core/endpoint.ts';
import { partialDate } from '#lib/contract/core/instant.ts';
import { contract } from '#lib/contract/index.ts';
import { snakeKey } from '#lib/domain/core/casing.ts';
import { handleBatchesForm } from '#lib/server/staff/hiring/appointments/batch-form.ts';
import { handleSlotsForm } from '#lib/server/staff/hiring/appointments/slot-form.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { postStaffForm, requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { createBatchBody, createSlotsBody } from '../../support/hiring/staff-appointments.ts';
import type { Visitor } from '../../support/visitor.ts';

/** Every time and day that a request can name has the bounds of domain/core/calendar.ts. */

const test = useTestApi();
let staff: Visitor;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13'));
});

const badValues = {
  datetime: [
    '9999-12-31T23:59:59.999999999Z',
    '2026-12-05T10:00:00-23:59',
    '2026-12-05T10:00:00+14:01',
    '2026-12-05T10:00:00.0001Z',
    '2026-02-30T10:00:00Z',
    '1999-12-31T23:59:59.999Z',
    '2100-01-01T00:00:00Z',
    '2099-12-31T23:59:00-00:30',
    '0000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    'infinity',
    1e15,
  ],
  date: ['9999-12-31', '0000-01-01', '2026-02-30', '1999-12-31', '2100-01-01', 'infinity', 20261205],
  partial: ['9999-12-31', '0000', '1899', '2100-01', '2026-02-30', 'infinity', 2026],
};
type Kind = keyof typeof badValues;

interface TimeField {
  path: string[];
  kind: Kind;
}

/** Finds the fields of a schema that take a time; `0` is an item of a list. */
function findTimeFields(schema: unknown, path: string[] = []): TimeField[] {
  if (schema === partialDate) return [{ path, kind: 'partial' }];
  const { def } = (schema as { _zod: { def: Record<string, unknown> } })._zod;
  if (def.format === 'datetime' || def.format === 'date') return [{ path, kind: def.format }];
  const inner = (child: unknown, name?: string) =>
    child ? findTimeFields(child, name === undefined ? path : [...path, name]) : [];
  return [
    ...Object.entries((def.shape as object) ?? {}).flatMap(([name, child]) => inner(child, snakeKey(name))),
    ...((def.options as unknown[]) ?? []).flatMap((option) => inner(option)),
    ...inner(def.element, '0'),
    ...inner(def.innerType),
    ...inner(def.in),
  ];
}

const lines = Object.entries<Endpoint>(contract);
const fields = lines.flatMap(([key, { body }]) =>
  (body ? findTimeFields(body) : []).map(({ path, kind }) => [key, path.join('.'), kind] as const),
);
const filters = lines.flatMap(([key, { query }]) =>
  (query ? findTimeFields(query) : []).map(({ path, kind }) => [key, path.join('.'), kind] as const),
);

/** Nests a value: `a.0.b` becomes `{a: [{b: value}]}`. */
const nest = (path: string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value);

describe('[C-29] a time or day out of bounds is rejected with its field', () => {
  it('is checked for every route that takes one', () => {
    const found = fields.map(([key, path]) => `${key} ${path}`);
    expect(found).toContain('PATCH /api/v1/staff/batches/{batchId}/update/ ends_at');
    expect(found).toContain('PATCH /api/v1/portfolios/{portfolioId}/update/ experience.0.started_on');
    expect(found.length).toBeGreaterThanOrEqual(20);
    expect(filters).toContainEqual(['GET /api/v1/staff/leads/', 'from', 'date']);
  });

  it.each(filters)('%s: the filter %s', async (key, name, kind) => {
    for (const value of badValues[kind]) {
      const { status, body } = await staff.call(`${key}?${name}=${encodeURIComponent(value)}`);
      expect([value, status, Object.keys(body.field_errors)]).toEqual([value, 400, [name]]);
    }
  });

  it.each(fields)('%s: %s', async (key, path, kind) => {
    const address = key.replaceAll(/\{\w+\}/g, () => randomUUID());
    // A window is a union, whose problems are reported together.
    const reported = key.includes('callback') ? /^preferred_window/ : new RegExp(`^${path}$`);
    for (const value of badValues[kind]) {
      const { status, body } = await staff.call(address, nest(path.split('.'), value));
      expect([value, status]).toEqual([value, 400]);
      expect(Object.keys(body.field_errors)).toContainEqual(expect.stringMatching(reported));
    }
  });
});

describe('a batch and slots at the edges of the century', () => {
  const batchForm = (endsAt: string) =>
    handleBatchesForm(
      test.api,
      postStaffForm(test, staff, '/staff/batches/', {
        ...{ jobId, title: 'Evenings', startsAt: '2099-12-01T18:30', endsAt, timeZone: 'Asia/Kolkata' },
        ...{ mode: 'ONLINE', joinUrl: 'https://meet.example/room', address: '', capacity: '20' },
      }),
    );

  it('[API-42] are stored to the millisecond, in UTC', async () => {
    const { status, body } = await staff.call(
      'POST /api/v1/staff/batches/create/',
      createBatchBody(jobId, {
        starts_at: '2099-12-01T18:30:00+05:30',
        ends_at: '2099-12-31T11:59:59.999-12:00',
      }),
    );
    expect([status, body.field_errors, body.starts_at, body.ends_at]).toEqual([
      200,
      undefined,
      '2099-12-01T13:00:00.000Z',
      '2099-12-31T23:59:59.999Z',
    ]);
  });

  it.each([
    '9999-12-31T23:59',
    '2100-01-02T00:00',
    '2099-02-30T00:00',
    '0000-01-01T00:00',
    '2099-12-31T25:00',
  ])('[API-42] the form rejects an end at %s', async (endsAt) => {
    const { errors } = await batchForm(endsAt);
    expect(errors).toMatchObject({ status: 400, fields: { endsAt: expect.any(String) } });
  });

  it('[API-43] slots whose local day is the last of the century but whose time is later are rejected', async () => {
    const times = { from_date: '2099-12-31', to_date: '2099-12-31', time_zone: 'Pacific/Honolulu' };
    const slots = createSlotsBody(jobId, { ...times, opens: '20:00', closes: '22:00' });
    const { status, body } = await staff.call('POST /api/v1/staff/slots/create/', slots);
    expect([status, body.field_errors]).toEqual([400, { to_date: expect.stringContaining('2099') }]);
  });

  it.each(['look', 'take'])('[API-43] the form of slots rejects days out of bounds: %s', async (step) => {
    const { errors } = await handleSlotsForm(
      test.api,
      postStaffForm(test, staff, '/staff/slots/', {
        ...{ jobId, stageKey: '', weekdays: ['1'], fromDate: '9999-12-01', toDate: '9999-12-31', step },
        ...{ opens: '10:00', closes: '11:00', minutes: '30', pauseMinutes: '0', timeZone: 'Asia/Kolkata' },
        ...{
          mode: 'VIDEO',
          joinUrl: 'https://meet.example/room',
          address: '',
          instructions: '',
          capacity: '1',
        },
      }),
    );
    expect(errors).toMatchObject({
      status: 400,
      fields: { fromDate: expect.any(String), toDate: expect.any(String) },
    });
  });

  it.each(['9999-12-31', '2100-01-01', '2026-02-30', '0000-01-01'])(
    '[API-41] an import of jobs reports an apply_by of %s',
    async (day) => {
      const csv = `title,code,employer,apply_by\nClerk,X-1,nobody,${day}`;
      const { status, body } = await staff.call('POST /api/v1/staff/jobs/import/', { csv, is_preview: true });
      expect([status, body.rows[0].problems]).toEqual([
        200,
        expect.arrayContaining([{ column: 'apply_by', message: expect.any(String) }]),
      ]);
    },
  );
});
