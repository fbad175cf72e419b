import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { formatCsv } from '#lib/server/core/csv-format.ts';
import { findShortlist, type Shortlist } from '#lib/server/hiring/employer-links/find-shortlist.ts';
import { formatShortlistCsv } from '#lib/server/hiring/employer-links/shortlist-csv.ts';
import { useTestApi } from '../../support/api.ts';
import { insertResume, insertSnapshot, shareBody } from '../../support/hiring/employer-links.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';

const test = useTestApi();

it('[API-42] an employer downloads what the page shows, with résumés that open there and no way to the candidate past us, and staff import it with decisions', async () => {
  await restoreJobs(test.db);
  const { visitor: staff } = await signUpStaff(test);
  const { id: jobId } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13');
  const users = await insertManyCandidates(test.db, 2);
  const ids = await insertApplications(
    test.db,
    users.map((userId) => ({ userId, jobId, status: 'SHORTLISTED' })),
  );
  const [first = ''] = ids;
  await insertResume(test.db, first, 'meera.pdf');
  for (const id of ids) await insertSnapshot(test.db, id, { coverNote: '=1+1' });
  const { body } = await staff.call(
    `POST /api/v1/staff/jobs/${jobId}/employer-links/create/`,
    shareBody(ids),
  );
  const key = new URL(body.url).pathname.split('/')[2] ?? '';
  const answer = { key, application_id: first, version: 0, answer: 'YES', note: 'On Monday' };
  await test.visitor().call('POST /api/v1/moonshot/shortlist/answer/', answer);

  const text = formatShortlistCsv(
    (await findShortlist(test.db, key)) as Shortlist,
    'https://liftoff.example',
  );
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    ...{ Degree: 'B.Com', Meets: 'Graduate', 'Does not meet': 'English B2', 'To check': 'Attitude' },
    Résumé: `https://liftoff.example/shortlist/${key}/${first}/resume`,
    ...{ 'Your answer': 'Yes', 'Your note': 'On Monday' },
  });
  expect(rows[0]?.Answers).toBe('Why this job? I like numbers.\nAnything else =1+1');
  expect(rows[1]).toMatchObject({ Résumé: '', 'Your answer': '' });
  const people = await test.db
    .selectFrom('appUser')
    .select(['email', 'phoneE164'])
    .where('id', 'in', users)
    .execute();
  for (const { email, phoneE164 } of people) {
    expect(text).not.toContain(email);
    expect(text).not.toContain(phoneE164.slice(-8));
  }
  expect(text).not.toContain('linkedin');

  const filled = rows.map((row) => ({ ...row, action: 'REJECT', reason_code: 'SKILLS' }));
  const csv = formatCsv([Object.keys(filled[0] ?? {}), ...filled.map((row) => Object.values(row))]);
  expect(csv.split('\r\n')[0]).toMatch(/,action,reason_code,public_note,private_note$/);
  const importMoves = 'POST /api/v1/staff/job-applications/import/';
  const preview = await staff.call(importMoves, { csv, is_preview: true });
  expect(preview.body).toMatchObject({ rows: [{ problems: [] }, { problems: [] }] });
  expect((await staff.call(importMoves, { csv, is_preview: false })).status).toBe(200);
  const { body: moved } = await staff.call(`GET /api/v1/staff/job-applications/${first}/`);
  expect(moved.status).toBe('NOT_SELECTED');
});
