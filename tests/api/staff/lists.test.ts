import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createAuthorize } from '#lib/server/authorize.ts';
import { serve } from '#lib/server/http/serve.ts';
import { createLog } from '#lib/server/log.ts';
import { listAudit } from '#lib/server/staff/audit-log/list-audit.ts';
import { toPrefixQuery } from '#lib/server/staff/hiring/applications/search.ts';
import { formatCursor } from '#lib/server/staff/keyset.ts';
import { loadPage } from '#lib/server/staff/list-page.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { insertManyCandidates, signUpStaff } from '../../support/hiring/staff.ts';
import { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

describe('a page cursor', () => {
  const id = '00000000-0000-7000-8000-000000000000';
  const at = '2026-11-21T10:00:00.000001Z';
  const broken = [
    ['LATE', 'LATE'],
    [at, 'LATE'],
    [id, id],
    ['2026-02-30T10:00:00.000001Z', id],
    ['0000-01-01T10:00:00.000001Z', id],
    [at, '-'.repeat(36)],
    [null, id],
    ['LATE'],
    [at],
    [at, 'LATE', 'REST', id],
    ['REST', 'REST', null, id],
  ];
  it.each(['job-applications', 'jobs', 'candidates', 'batches', 'slots', 'audit-events', 'messages/failed'])(
    '[API-42] that is made up is rejected by %s, without a server error',
    async (name) => {
      for (const parts of [...broken, ['REST', null]]) {
        const { status, body } = await staff.call(`GET /api/v1/staff/${name}/?after=${formatCursor(parts)}`);
        expect([status, Object.keys(body.field_errors ?? {})], String(parts)).toEqual([400, ['after']]);
      }
    },
  );

  it('that is made up shows the first page', async () => {
    await test.db
      .insertInto('auditEvent')
      .values({ id, actorId: staffId, action: 'job.OPEN', subjectType: 'job', subjectId: id, details: '{}' })
      .execute();
    const page = await loadPage((asked) => listAudit(test.db, asked), { limit: 50, after: 'bm9uc2Vuc2U' });
    expect(page.results.map((one) => one.id)).toContain(id);
  });
});

describe('the search for people', () => {
  beforeEach(async () => {
    await insertManyCandidates(test.db, 3);
    const name = (at: number, firstName: string, lastName: string, phoneE164: string) =>
      test.db
        .updateTable('appUser')
        .set({ firstName, lastName, phoneE164 })
        .where('email', '=', `candidate-${at}@example.com`)
        .execute();
    await name(0, 'Sinead', 'O’Brien', '+919876543210');
    await name(1, 'Anne-Marie', "D'Souza", '+919123456789');
    await name(2, 'Asha', 'Verma', '+14155550123');
  });
  const found = async (search: string) =>
    (await staff.call(`GET /api/v1/staff/candidates/?search=${encodeURIComponent(search)}`)).body.results.map(
      ({ name }: { name: string }) => name.split(' ')[0],
    );

  it.each([
    ['+91 98765 43210', ['Sinead']],
    ['98765-43210', ['Sinead']],
    ['(098765) 43210', ['Sinead']],
    ['+91 98765', ['Sinead']],
    ['+1 (415) 555-0123', ['Asha']],
    ["O'Brien", ['Sinead']],
    ['o’bri', ['Sinead']],
    ['anne-m', ['Anne-Marie']],
    ["d'souza anne", ['Anne-Marie']],
    ['Asha - Verma', ['Asha']],
    ['Verma, Asha', ['Asha']],
    ['candidate-2@example.com', ['Asha']],
    ['asha 415 555', ['Asha']],
    ['6789', ['Anne-Marie']],
    ['0123', ['Asha']],
    ['Verma 550123', ['Asha']],
    ['Verma 6789', []],
    ["'; drop -- ", []],
    ['nobody', []],
    ['%', []],
    ['_', []],
    ['?!', []],
  ])('finds a person by %s', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  it('does not run without a query', () => {
    expect([toPrefixQuery(' - '), toPrefixQuery("'"), toPrefixQuery('\\')]).toEqual([null, null, null]);
  });
});

describe('a staff member', () => {
  it('[C-12] has a rate limit for changes, whatever the IP address; another staff member has their own', async () => {
    const look = (visitor: Visitor) =>
      visitor.call('POST /api/v1/staff/preview-markdown/', { text: 'x' }).then(({ status }) => status);
    expect(await look(staff)).toBe(200);
    await sql`update rate_counter set count = 599 where key = ${`staff-write:${staffId}`}`.execute(test.db);
    expect([await look(staff), await look(staff)]).toEqual([200, 429]);
    expect((await staff.call('GET /api/v1/staff/jobs/')).status).toBe(200);
    const { visitor: colleague } = await signUpStaff(test);
    expect(await look(colleague)).toBe(200);
  });

  it('gets only the fields of the contract, in production too', async () => {
    const key = 'GET /api/v1/staff/jobs/';
    const deps = {
      ...test,
      config: { ...test.config, isProduction: true },
      log: createLog('silent'),
      clientAddress: () => '203.0.113.1',
    };
    const api = serve({
      routes: {
        [key]: { row: 'X', summary: '', access: 'staff', response: z.object({ a: z.string() }) },
      },
      handlers: { [key]: async () => ({ a: 'told', secret: 'leaks' }) },
      deps,
      authorize: createAuthorize(deps),
    });
    const visitor = new Visitor(api, test.config.siteOrigin, '203.0.113.1');
    for (const [name, value] of staff.cookies) visitor.cookies.set(name, value);
    expect((await visitor.call(key)).body).toEqual({ a: 'told' });
  });
});

it('[API-41] no job can promise a later reply than the pages do', async () => {
  await restoreJobs(test.db);
  const [{ id }] = (await staff.call('GET /api/v1/staff/jobs/?limit=1')).body.results;
  const { status } = await staff.call(`PATCH /api/v1/staff/jobs/${id}/update/`, { reply_within_hours: 48 });
  expect(status).toBe(400);
});
