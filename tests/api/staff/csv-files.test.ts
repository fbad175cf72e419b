import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { formatCsv } from '#lib/server/core/csv-format.ts';
import { parseCsv } from '#lib/server/staff/csv.ts';
import { createExport, handleExport } from '#lib/server/staff/export.ts';
import { useTestApi } from '../../support/api.ts';
import { insertResume, insertSnapshot } from '../../support/hiring/employer-links.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const moves = 'POST /api/v1/staff/job-applications/import/';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

async function exported(kind: 'applications' | 'candidates' | 'jobs', search = ''): Promise<string> {
  return new Response(await createExport(test.db, staffId, kind, new URLSearchParams(search))).text();
}

const listIds = async () =>
  (await test.db.selectFrom('jobApplication').select('id').orderBy('id').execute()).map(({ id }) => id);

async function addTwo(): Promise<string[]> {
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const users = await insertManyCandidates(test.db, 2);
  const ids = await insertApplications(
    test.db,
    users.map((userId) => ({ userId, jobId })),
  );
  const rows = await test.db
    .selectFrom('jobApplication')
    .select('number')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ number }) => number);
}

describe('a CSV file', () => {
  it('never contains a formula', () => {
    const text = formatCsv([['=1+1', '+SUM(A1)', '-2', '@cmd', '\tx', 'plain', null, true]], {
      isFirst: true,
    });
    expect(text).toBe("\ufeff'=1+1,'+SUM(A1),'-2,'@cmd,'\tx,plain,,yes\r\n");
    const back = parseCsv(`a,b\n${formatCsv([['=1+1', '+91 98']])}`, ['a']);
    expect(back.rows?.[0]?.values).toEqual({ a: '=1+1', b: '+91 98' });
  });

  it('quotes a cell of several lines, whatever the line endings', () => {
    expect(formatCsv([['a\nb', 'a\rb', 'a\r\nb', 'ab']])).toBe('"a\nb","a\rb","a\r\nb",ab\r\n');
  });

  it('is parsed to the same values, whatever its cells begin with', () => {
    const cells = ['＝1', '＋1', '－1', '＠x', "'=1", "''+1", "'quoted'", "O'Brien", '-5 %', "' =1"];
    const text = formatCsv([cells.map((_, index) => `c${index}`), cells], { isFirst: true });
    expect(text).toContain("'＝1,'＋1,'－1,'＠x,''=1,'''+1,'quoted'");
    expect(Object.values(parseCsv(text, ['c0']).rows?.[0]?.values ?? {})).toEqual(cells);
  });

  it.each([' ', '\u00a0', '\v', '\f', '\u3000', '\u200b', '\ufeff', '\u2028', '"', ' \u00a0'])(
    '[C-39] begins no formula after the white space %j, and is parsed to the same value',
    (space) => {
      for (const cell of [`${space}=1+1`, `${space}@x`, `a;${space}+1`, `a\t${space}-1`]) {
        const text = formatCsv([['x', cell]]);
        const read = parse(text, { trim: false })[0]?.[1] ?? '';
        for (const part of read.split(/[;\t]/)) expect(part, text).not.toMatch(/^[\s"\u200b\ufeff]*[=+\-@]/);
        expect(parseCsv(`a,b\n${text}`, ['a']).rows?.[0]?.values.b).toBe(cell);
      }
    },
  );

  it('contains no formula after a sign at which some spreadsheets split, and is parsed to the same values', () => {
    const cells = [
      'a;=1+1',
      'a; +1',
      'a\t@x',
      'a\n- a point',
      'a\r\n＝1',
      '\t=1',
      "a;'=1",
      'a; b - c',
      'x=1',
    ];
    const text = formatCsv([cells.map((_, index) => `c${index}`), cells], { isFirst: true });
    expect(text).not.toMatch(/[;\t\r\n] *"?[=+\-@＝＋－＠]/);
    expect(text).toContain("a;'=1+1,a;' +1,a\t'@x");
    expect(text).toContain("a;''=1,a; b - c,x=1");
    expect(Object.values(parseCsv(text, ['c0']).rows?.[0]?.values ?? {})).toEqual(cells);
  });

  it('[C-39] begins no formula for a reader that splits at semicolons or tabs, whatever the quotation marks', () => {
    const cells = ['a;"=1+1;"', 'a\t"@x', 'a\n"=1', '";=1"', 'a;" "=1', 'a; "\'"+1', 'a;""-1'];
    const header = cells.map((_, index) => `c${index}`);
    const text = formatCsv([header, cells]);
    for (const delimiter of [';', '\t'])
      for (const cell of parse(text, { delimiter, relax_quotes: true, relax_column_count: true }).flat())
        expect(String(cell).replace(/^[\s"]+/, ''), text).not.toMatch(/^[=+\-@]/);
    expect(Object.values(parseCsv(text, ['c0']).rows?.[0]?.values ?? {})).toEqual(cells);
  });

  it('[API-42] of applications has what a decision needs', async () => {
    const [number] = await addTwo();
    const [id = ''] = await listIds();
    const resumeId = await insertResume(test.db, id, 'meera.pdf');
    const values = { ...noRegistrationValues, highestQualification: 'BACHELOR' as const, degree: 'B.Com' };
    await insertSnapshot(test.db, id, {
      values: { ...values, totalExperienceMonths: 8, languages: [{ code: 'en', level: 'B2' }] },
      coverNote: '=1+1',
    });
    const file = await exported('applications');
    const { rows } = parseCsv(file, ['number']);
    expect(rows?.[0]?.values).toMatchObject({
      ...{
        number,
        place: 'Pune, Maharashtra',
        education: 'Bachelor’s degree, B.Com',
        experience: '8 months',
      },
      ...{
        languages: 'English (B2 · fluent)',
        meets: 'Graduate',
        missing: 'English B2',
        to_check: 'Attitude',
      },
      answers: 'Why this job? I like numbers.\nAnything else: =1+1',
      resume_url: `/media/${resumeId}/meera.pdf`,
    });
    expect(rows?.[1]?.values).toMatchObject({ education: '', answers: '', resume_url: '' });
  });

  it('has no body and no audit event for a HEAD request', async () => {
    const ask = (method: string) => {
      const request = new Request('https://localhost/staff/candidates.csv', { method });
      return handleExport(test.db, staffId, 'candidates', request);
    };
    const exportsSoFar = () =>
      test.db.selectFrom('auditEvent').selectAll().where('action', 'like', '%.EXPORT').execute();
    const head = await ask('HEAD');
    expect([head.headers.get('content-type'), await head.text()]).toEqual(['text/csv; charset=utf-8', '']);
    expect(await exportsSoFar()).toEqual([]);
    expect(await (await ask('GET')).text()).toContain('name,phone');
    expect(await exportsSoFar()).toHaveLength(1);
  });

  it('aborts the response when reading fails, so that it does not look complete', async () => {
    const failing = test.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'SelectQueryNode') throw new Error('the database went away');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const stream = await createExport(failing, staffId, 'candidates', new URLSearchParams());
    await expect(new Response(stream).text()).rejects.toThrow('the database went away');
  });

  it('escapes a person’s name that is a formula', async () => {
    await insertManyCandidates(test.db, 1);
    await test.db
      .updateTable('appUser')
      .set({ firstName: '=HYPERLINK("http://evil.example")', lastName: '' })
      .where('email', 'like', 'candidate-%')
      .execute();
    const text = await exported('candidates');
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).not.toMatch(/(^|,)"?=/m);
  });

  it('can have semicolons and line breaks in cells, and each row has its line number', () => {
    const { rows } = parseCsv('number;note\nMS-1;"one\ntwo"\n\nMS-2;three', ['number']);
    expect(rows).toEqual([
      { line: 2, values: { number: 'MS-1', note: 'one\ntwo' } },
      { line: expect.any(Number), values: { number: 'MS-2', note: 'three' } },
    ]);
  });

  it.each([
    ['number,action', 'no rows'],
    ['name\nx', 'Add these columns to the first line: number'],
    ['number,action\n"MS-1,HOLD', 'not a valid CSV file'],
    [`number,action\n${'MS-1,HOLD\n'.repeat(1001)}`, 'at most 1000'],
  ])('that is invalid is reported with the problem', async (csv, problem) => {
    const { status, body } = await staff.call(moves, { csv, is_preview: true });
    expect(status).toBe(200);
    expect(body.problem).toContain(problem);
    expect(body.rows).toEqual([]);
  });

  it('can be larger than other bodies, up to its own limit', async () => {
    const csv = `number,action\n${`MS-1,,${'x'.repeat(150)}\n`.repeat(900)}`;
    expect((await staff.call(moves, { csv, is_preview: true })).status).toBe(200);
    expect((await staff.call(moves, { csv: 'x'.repeat(1_100_000), is_preview: true })).status).toBe(413);
  });
});

describe('decisions from a file', () => {
  it('show the errors of each row in a preview, then apply the valid rows', async () => {
    const [first, second] = await addTwo();
    const csv = [
      'number,action,reason_code,public_note',
      `${first},Start review,,`,
      `${second},REJECT,,`,
      'MS-99-99999,HIRE,,',
      `${first},HOLD,OTHER,`,
      `${second},DANCE,WHIM,`,
      'MS-00-00000,,,',
    ].join('\n');
    const look = await staff.call(moves, { csv, is_preview: true });
    expect(look.body).toMatchObject({ is_preview: true, problem: null, count: 1 });
    expect(look.body.rows.map(({ line, ok }: { line: number; ok: boolean }) => [line, ok])).toEqual([
      [2, true],
      [3, false],
      [4, false],
      [5, false],
      [6, false],
    ]);
    const problems = look.body.rows.map((row: { problems: { column: string }[] }) =>
      row.problems.map(({ column }) => column),
    );
    expect(problems).toEqual([
      [],
      ['reason_code'],
      ['number'],
      ['number'],
      ['number', 'action', 'reason_code'],
    ]);
    const statuses = async () =>
      (await test.db.selectFrom('jobApplication').select('status').orderBy('id').execute()).map(
        ({ status }) => status,
      );
    expect(await statuses()).toEqual(['SUBMITTED', 'SUBMITTED']);

    const take = await staff.call(moves, { csv, is_preview: false });
    expect(take.body).toMatchObject({ is_preview: false, count: 1 });
    expect(await statuses()).toEqual(['IN_REVIEW', 'SUBMITTED']);
  });

  it('are rejected with the messages of the transition tables', async () => {
    const [first, second] = await addTwo();
    const csv = `number,action,reason_code\n${first},HIRE,\n${second},COMPLETE_TRAINING,`;
    const { body } = await staff.call(moves, { csv, is_preview: true });
    expect(
      body.rows.map(({ problems }: { problems: { message: string }[] }) => problems[0]?.message),
    ).toEqual([
      'The status of this application is “Submitted”, so it cannot be marked as joined.',
      'The status of this training is “Not needed”, so it cannot be marked as completed.',
    ]);
  });

  it('can complete a training that has started since the last read', async () => {
    const [number = ''] = await addTwo();
    const { id, jobId } = await test.db
      .updateTable('jobApplication')
      .set({ status: 'TRAINING', stageKey: 'training' })
      .where('number', '=', number)
      .returning(['id', 'jobId'])
      .executeTakeFirstOrThrow();
    await sql`
      with batch as (
        insert into training_batch (id, job_id, title, starts_at, ends_at, time_zone, mode, capacity, taken)
        values (gen_random_uuid(), ${jobId}, 'May', now() - interval '1 hour', now() + interval '1 day', 'Asia/Kolkata',
          'ONLINE', 5, 1) returning id
      )
      insert into training (id, application_id, stage_key, status, batch_id)
      select gen_random_uuid(), ${id}, 'training', 'SCHEDULED', batch.id from batch`.execute(test.db);
    const csv = `number,action\n${number},COMPLETE_TRAINING`;
    expect((await staff.call(moves, { csv, is_preview: true })).body.rows).toMatchObject([{ ok: true }]);
    const { body } = await staff.call(`GET /api/v1/staff/job-applications/${id}/`);
    expect(body.training_status).toBe('IN_PROGRESS');
    expect(body.allowed_actions).toContainEqual({ action: 'COMPLETE_TRAINING', enabled: true, reason: null });
  });

  it('accept the exported file, which has the same columns', async () => {
    const [first] = await addTwo();
    const text = await exported('applications', 'search=number0');
    const [header, row, rest] = text.trim().split('\r\n');
    expect(header).toMatch(/^number,status,candidate.*action,reason_code,public_note,private_note$/);
    expect(row).toContain(first);
    expect(rest).toBeUndefined();
    const filled = `${header}\r\n${row?.replace(/,,,,$/, '')},START_REVIEW,,,`;
    expect((await staff.call(moves, { csv: filled, is_preview: false })).body.count).toBe(1);
    const audit = await test.db
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', 'applications.EXPORT')
      .execute();
    expect(audit).toMatchObject([{ actorId: staffId, details: { search: 'number0' } }]);
  });
});

describe('jobs from a file', () => {
  it('are the same jobs after an export and an import', async () => {
    const text = await exported('jobs', 'search=SLO-AP-13');
    expect(text.split('\r\n')[0]).toContain('employment_type');
    const fresh = text
      .replaceAll('SLO-AP-13', 'NEW-77')
      .replaceAll('accounts-payable-associate-cl13', 'new-job-77');
    const there = await staff.call('POST /api/v1/staff/jobs/import/', { csv: text, is_preview: true });
    expect(there.body.rows[0].problems).toEqual([
      { column: 'slug', message: 'Another job has this address' },
      { column: 'code', message: 'Another job has this code' },
    ]);
    const look = await staff.call('POST /api/v1/staff/jobs/import/', { csv: fresh, is_preview: true });
    expect(look.body).toMatchObject({ count: 1, rows: [{ ok: true, problems: [] }] });
    await staff.call('POST /api/v1/staff/jobs/import/', { csv: fresh, is_preview: false });
    const [made] = (await staff.call('GET /api/v1/staff/jobs/?search=NEW-77')).body.results;
    expect(made).toMatchObject({ status: 'DRAFT', slug: 'new-job-77' });
    const [old] = (await staff.call('GET /api/v1/staff/jobs/?search=SLO-AP-13')).body.results;
    const values = async (id: string) => (await staff.call(`GET /api/v1/staff/jobs/${id}/`)).body.values;
    expect({ ...(await values(made.id)), slug: '', code: '' }).toEqual({
      ...(await values(old.id)),
      slug: '',
      code: '',
    });
  });
});

describe('a job', () => {
  const draft = async () => {
    const text = (await exported('jobs', 'search=SLO-AP-13'))
      .replaceAll('SLO-AP-13', 'NEW-1')
      .replaceAll('accounts-payable-associate-cl13', 'new-1');
    await staff.call('POST /api/v1/staff/jobs/import/', { csv: text, is_preview: false });
    return (await staff.call('GET /api/v1/staff/jobs/?search=NEW-1')).body.results[0].id as string;
  };

  it('is hidden until it is opened, and follows the transition table', async () => {
    const id = await draft();
    const visitor = test.visitor();
    const seen = async () => (await visitor.call('GET /api/v1/moonshot/jobs/new-1/')).status;
    const move = async (action: string) =>
      (await staff.call(`POST /api/v1/staff/jobs/${id}/move/`, { action })).status;
    expect(await seen()).toBe(404);
    expect(await move('PAUSE')).toBe(409);
    expect(await move('OPEN')).toBe(200);
    expect(await seen()).toBe(200);
    expect([await move('PAUSE'), await move('RESUME'), await move('CLOSE'), await move('ARCHIVE')]).toEqual([
      200, 200, 200, 200,
    ]);
    const late = await staff.call(`PATCH /api/v1/staff/jobs/${id}/update/`, { shift: 'Nights' });
    expect([late.status, late.body.error]).toEqual([409, 'You cannot change an archived job.']);
  });

  it('keeps the stages of its current applications, and its address is unique', async () => {
    const id = await draft();
    const path = `PATCH /api/v1/staff/jobs/${id}/update/`;
    const [user = ''] = await insertManyCandidates(test.db, 1);
    await insertApplications(test.db, [{ userId: user, jobId: id, stageKey: 'review' }]);
    const stages = [
      { key: 'application', title: 'Form', kind: 'FORM' },
      { key: 'offer', title: 'Offer', kind: 'OFFER' },
    ];
    const rejected = await staff.call(path, { stages, training: null });
    expect(rejected.status).toBe(400);
    expect(rejected.body.field_errors.stages).toMatch(/^Applications have come as far as “.+”: /);
    expect(
      (await staff.call(path, { slug: 'voice-support-associate-cl13' })).body.field_errors,
    ).toHaveProperty('slug');
    expect((await staff.call(path, { salary_min: 900_000, salary_max: 1 })).body.field_errors).toHaveProperty(
      'salary_max',
    );
    const nowhere = ['00000000-0000-7000-8000-000000000000'];
    expect(
      (await staff.call(path, { locations: [{ id: nowhere[0], openings: 1 }] })).body.field_errors,
    ).toHaveProperty('locations');
    expect((await staff.call(path, { employer_id: nowhere[0] })).body.field_errors).toHaveProperty(
      'employer_id',
    );
    expect((await staff.call(path, { status: 'OPEN' })).body.field_errors).toEqual({
      status: 'Unknown field',
    });
  });
});

it('a preview renders Markdown as the page does, without the author’s HTML', async () => {
  const { body } = await staff.call('POST /api/v1/staff/preview-markdown/', {
    text: '**bold** <b onclick=x>no</b>',
  });
  expect(body.html).toBe('<p><strong>bold</strong> &lt;b onclick=x&gt;no&lt;/b&gt;</p>\n');
});
