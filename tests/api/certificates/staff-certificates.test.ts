import { beforeEach, expect, it } from 'vitest';
import { findBatch } from '#lib/server/catalog/content/index.ts';
import {
  handleCertificateForm,
  handleIssueForm,
  handleRosterForm,
} from '#lib/server/staff/certificates/certificate-form.ts';
import { listRosterOptions } from '#lib/server/staff/certificates/issue-options.ts';
import type { PendingAction } from '#lib/server/staff/staff-form.ts';
import { useTestApi } from '../../support/api.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { insertLearners, type Learner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { confirmedFields, confirmStaffForm, postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import { certificateBody, insertAttendedEvent, rosterBody } from '../../support/staff/certificate-writes.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const path = '/api/v1/staff/certificates/';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

const issue = (values: object = {}, allows_similar = false) =>
  staff.call(`POST ${path}issue/`, { values: certificateBody(values), allows_similar });
const publicStatus = async (id: string) =>
  (await test.visitor().call(`GET /api/v1/public/certificates/${id}/`)).body.status;
const sentTo = (to: string) =>
  test.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', to)
    .orderBy('id')
    .execute();
async function undo() {
  const { id } = await test.db
    .selectFrom('staffAction')
    .select('id')
    .orderBy('startedAt', 'desc')
    .executeTakeFirstOrThrow();
  return staff.call(`POST /api/v1/staff/actions/${id}/undo/`, {});
}

it('[API-52] staff issue a certificate, the holder is told, and the same form again issues nothing', async () => {
  const { status, body } = await issue();
  expect(status).toBe(200);
  expect(body).toMatchObject({ is_existing: false, status: 'ISSUED', holder_name: 'Lakshmi Narayanan' });
  expect(body.history).toMatchObject([{ label: 'Issued' }]);
  expect(await publicStatus(body.short_uuid)).toBe('ISSUED');
  const [message] = await sentTo('lakshmi@example.com');
  expect(message?.subject).toBe('Your certificate: Career Accelerator');
  expect(message?.text).toContain(`https://localhost/certificates/${body.short_uuid}/`);
  expect((await issue()).body).toMatchObject({ is_existing: true, id: body.id });
  expect(await sentTo('lakshmi@example.com')).toHaveLength(1);
});

it('[API-52] a certificate of the same title is warned of, and issued on request', async () => {
  const { body: first } = await issue();
  const second = await issue({ batch_name: 'Batch 32' });
  expect(second).toMatchObject({ status: 409, body: { error_code: 'ALREADY_EXISTS' } });
  expect(second.body.error).toContain(first.short_uuid.slice(0, 4));
  expect((await issue({ batch_name: 'Batch 32' }, true)).body.is_existing).toBe(false);
});

it.each([
  [{ holder_name: '' }, 'holder_name'],
  [{ holder_name: '张伟' }, 'holder_name'],
  [{ completed_on: '2026-07-04' }, 'completed_on'],
  [{ expires_on: '2026-07-02' }, 'expires_on'],
  [{ phone: '123' }, 'phone'],
  [{ kind: 'DEGREE' }, 'kind'],
])('[API-52] %o is rejected at its field', async (values, field) => {
  const { status, body } = await issue(values);
  expect(status).toBe(400);
  expect(JSON.stringify(body.field_errors)).toContain(field.split('_')[0]);
});

it('[API-52] a revoked certificate shows its reason, and an undo within ten seconds takes all of it back', async () => {
  const { id, shortUuid } = await insertCertificate(test.db, { holderEmail: 'asha@example.com' });
  const revoke = () => staff.call(`POST ${path}${id}/revoke/`, { reason: 'Wrong person.' });
  expect((await revoke()).status).toBe(200);
  expect(await publicStatus(shortUuid)).toBe('REVOKED');
  expect((await revoke()).body).toMatchObject({ error_code: 'INVALID_STATE' });
  expect(await sentTo('asha@example.com')).toHaveLength(1);
  expect((await undo()).status).toBe(200);
  expect(await publicStatus(shortUuid)).toBe('ISSUED');
  expect(await sentTo('asha@example.com')).toHaveLength(0);
  const { body } = await staff.call(`GET ${path}${id}/`);
  expect(body).toMatchObject({ version: 1, versions: [{ version: 1 }], revocation_reason: null });
  expect(body.history.map(({ label }: { label: string }) => label)).toEqual(['Issued']);
});

it('[API-52] a corrected name is a new version under the same link, and the earlier one is kept', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  const { body } = await staff.call(`POST ${path}${id}/correct/`, { holder_name: 'लक्ष्मी नारायणन्' });
  expect(body.versions).toMatchObject([
    { version: 2, holder_name: 'लक्ष्मी नारायणन्' },
    { version: 1, holder_name: 'Lakshmi Narayanan' },
  ]);
  const shown = await test.visitor().call(`GET /api/v1/public/certificates/${shortUuid}/`);
  expect(shown.body).toMatchObject({ holder_name: 'लक्ष्मी नारायणन्', version: 2, status: 'ISSUED' });
});

it('[API-52] of two changes at the same time one wins', async () => {
  const { id } = await insertCertificate(test.db);
  const answers = await Promise.all([
    staff.call(`POST ${path}${id}/revoke/`, { reason: 'First.' }),
    staff.call(`POST ${path}${id}/revoke/`, { reason: 'Second.' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('[API-52] a replacement has a new link, to which the old one leads', async () => {
  const { body: first } = await issue();
  const { status, body } = await staff.call(`POST ${path}${first.id}/replace/`, {
    ...{ values: certificateBody({ hours: 180 }), reason: 'The hours were wrong.' },
  });
  expect(status).toBe(200);
  expect(body.short_uuid).not.toBe(first.short_uuid);
  const old = await test.visitor().call(`GET /api/v1/public/certificates/${first.short_uuid}/`);
  expect(old.body).toMatchObject({ status: 'REPLACED', replaced_by_short_uuid: body.short_uuid });
  expect((await undo()).status).toBe(200);
  expect(await publicStatus(first.short_uuid)).toBe('ISSUED');
  expect(await publicStatus(body.short_uuid)).toBeUndefined();
});

it('[API-52] of a chain of replacements each link leads to the next, and undoing the last one makes its certificate valid again', async () => {
  const { body: first } = await issue();
  const replace = async (id: string, hours: number) =>
    (
      await staff.call(`POST ${path}${id}/replace/`, {
        ...{ values: certificateBody({ hours }), reason: 'The hours were wrong.' },
      })
    ).body;
  const second = await replace(first.id, 180);
  const third = await replace(second.id, 200);
  const read = async (shortUuid: string) => {
    const { body } = await test.visitor().call(`GET /api/v1/public/certificates/${shortUuid}/`);
    return [body.status, body.replaced_by_short_uuid];
  };
  expect(await read(first.short_uuid)).toEqual(['REPLACED', second.short_uuid]);
  expect(await read(second.short_uuid)).toEqual(['REPLACED', third.short_uuid]);
  expect(await read(third.short_uuid)).toEqual(['ISSUED', null]);
  expect((await undo()).status).toBe(200);
  expect(await read(second.short_uuid)).toEqual(['ISSUED', null]);
  expect(await read(first.short_uuid)).toEqual(['REPLACED', second.short_uuid]);
  expect(await publicStatus(third.short_uuid)).toBeUndefined();
});

it('[API-52] a file is previewed with its mistakes and duplicates, and imported once', async () => {
  await insertCertificate(test.db, { holderEmail: 'ravi@example.com', title: 'Bootcamp' });
  const csv = [
    'name,email,title,programme,completed_on,issued_on',
    'Ravi,ravi@example.com,Bootcamp,,2026-05-01,2026-05-02',
    'రవి,telugu@example.com,Bootcamp,,2026-05-01,2026-05-02',
    'Asha,asha@example.com,Bootcamp,No such programme,,',
    'రవి,telugu@example.com,Bootcamp,,2026-05-01,2026-05-02',
  ].join('\n');
  const run = async (is_preview: boolean) =>
    (await staff.call(`POST ${path}import/`, { csv, is_preview })).body;
  const preview = await run(true);
  expect(preview).toMatchObject({
    count: 2,
    messages: { people: 2, names: ['ravi@example.com', 'telugu@example.com'] },
  });
  expect(preview.rows[0].notes[0]).toContain('has one of this title');
  expect(preview.rows[2].problems[0]).toMatchObject({ column: 'programme' });
  expect(preview.rows[3].problems[0].message).toContain('line 3');
  const all = () => test.db.selectFrom('certificate').select('id').execute();
  expect(await all()).toHaveLength(1);
  expect((await run(false)).count).toBe(2);
  expect(await all()).toHaveLength(3);
  expect((await run(false)).count).toBe(0);
  expect((await run(true)).rows[1].problems[0].message).toBe('This certificate is issued already.');
});

it('[API-52] everybody who attended an event gets a certificate under the account’s name, all undone together', async () => {
  const eventId = await insertAttendedEvent(test, staffId);
  const run = (is_preview: boolean, source_id = eventId) =>
    staff.call(`POST ${path}issue-roster/`, {
      ...{ source: 'EVENT', source_id, values: rosterBody({ kind: 'PARTICIPATION' }), is_preview },
    });
  expect((await run(true)).body).toMatchObject({ count: 1, messages: { people: 1 } });
  expect((await run(false)).body.count).toBe(1);
  const row = await test.db.selectFrom('certificate').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ userId: staffId, source: 'EVENT', kind: 'PARTICIPATION' });
  expect((await undo()).status).toBe(200);
  expect(await test.db.selectFrom('certificate').select('id').execute()).toEqual([]);
  expect((await run(true, crypto.randomUUID())).status).toBe(404);
});

const issueForm = (values: object = {}) => ({
  ...{ holderName: 'Lakshmi Narayanan', email: 'lakshmi@example.com', phone: '', kind: 'COMPLETION' },
  ...{ title: 'Career Accelerator', skills: 'SQL', issuedOn: '2026-07-03', ...values },
});
const countMessages = async () => (await test.db.selectFrom('outbox').select('id').execute()).length;

it('[API-52] [API-42] a certificate is not issued, revoked or replaced before staff have read what the holder is told', async () => {
  const post = (fields: Record<string, string | string[]>) =>
    handleIssueForm(test.api, postStaffForm(test, staff, '/staff/certificates/new/', fields));
  const asked = await post(issueForm());
  expect(asked).toMatchObject({ done: null, values: { title: 'Career Accelerator' } });
  expect(asked.pending).toMatchObject({
    label: 'Issue certificate',
    preview: { people: 1, names: ['lakshmi@example.com'] },
  });
  expect(asked.pending?.preview.texts[0]?.text).toContain('is ready');
  expect(await countMessages()).toBe(0);
  const { done, id } = await confirmStaffForm(post, issueForm());
  expect([done, await countMessages()]).toEqual(['issued', 1]);

  const change = (fields: Record<string, string | string[]>) =>
    handleCertificateForm(
      test.api,
      postStaffForm(test, staff, `/staff/certificates/${id}/`, fields),
      id ?? '',
    );
  const statusOf = async () => (await staff.call(`GET ${path}${id}/`)).body.status;
  const replacement = {
    ...issueForm({ title: 'Bootcamp' }),
    form: 'replace',
    reason: 'The title was wrong.',
  };
  const replace = await change(replacement);
  expect(replace.pending?.preview.texts[0]?.text).toContain('The title was wrong.');
  const revoke = await change({ form: 'revoke', reason: 'Issued by mistake.', privateNote: '' });
  expect(revoke.pending?.preview.texts[0]?.text).toContain('Issued by mistake.');
  expect([await statusOf(), await countMessages()]).toEqual(['ISSUED', 1]);
  expect((await change(confirmedFields(revoke.pending as PendingAction))).done).toBe('certificate-revoked');
  expect([await statusOf(), await countMessages()]).toEqual(['REVOKED', 2]);
});

it('[API-52] [API-42] a preview that would reach another address now is shown again, and issues nothing', async () => {
  const eventId = await insertAttendedEvent(test, staffId);
  const { holderName: _, email: __, phone: ___, ...values } = issueForm({ roster: `EVENT:${eventId}` });
  const post = (fields: object) =>
    handleRosterForm(
      test.api,
      postStaffForm(test, staff, '/staff/certificates/roster/', { ...values, ...fields }),
    );
  const { outcome } = await post({ step: 'look' });
  const confirmed = { step: 'take', confirmed: outcome?.messages?.fingerprint ?? '' };
  await test.db.updateTable('appUser').set({ email: 'moved@example.com' }).execute();
  const stale = await post(confirmed);
  expect(stale).toMatchObject({
    errors: { errorCode: 'STALE_WRITE' },
    outcome: { isPreview: true, count: 1 },
  });
  expect(await countMessages()).toBe(0);
  const again = await post({ step: 'take', confirmed: stale.outcome?.messages?.fingerprint ?? '' });
  expect(again).toMatchObject({ errors: null, outcome: { isPreview: false, count: 1 } });
});

it('[API-52] everybody who completed a batch of a programme gets a certificate, with what the programme says filled in', async () => {
  const [done, other] = (await insertLearners(test, 2)) as [Learner, Learner];
  const batch = await requireOpenBatch(test.db);
  for (const learner of [done, other]) await reserve(learner, batch);
  const complete = test.db.updateTable('enrolment').set({ status: 'COMPLETED' });
  await complete.where('userId', '=', done.userId).execute();
  const [option] = await listRosterOptions(test.db);
  expect(option?.value).toBe(`PROGRAM:${batch.batchId}`);
  const { name, programType, endsOn } = findBatch(batch.batchId) ?? {};
  expect(option?.values).toMatchObject({
    ...{ kind: 'COMPLETION', programType, batchName: name, completedOn: endsOn },
  });
  const run = (source_id: string) =>
    staff.call(`POST ${path}issue-roster/`, {
      ...{ source: 'PROGRAM', source_id, is_preview: false },
      values: rosterBody({ program_type: programType, batch_name: name }),
    });
  expect((await run(batch.batchId)).body.count).toBe(1);
  const rows = await test.db.selectFrom('certificate').select(['userId', 'source']).execute();
  expect(rows).toEqual([{ userId: done.userId, source: 'BATCH' }]);
  expect((await run('no-such-batch')).status).toBe(404);
});

it('[API-52] certificates are found by id, name and status, in the list and in the search', async () => {
  const { shortUuid } = await insertCertificate(test.db, { holderName: 'Meenakshi Iyer' });
  await insertCertificate(test.db, { issuedOn: '2020-01-01', completedOn: null, expiresOn: '2021-01-01' });
  const list = async (query: string) => (await staff.call(`GET ${path}?${query}`)).body.results;
  expect(await list('')).toHaveLength(2);
  expect(await list('search=meen')).toMatchObject([{ short_uuid: shortUuid }]);
  expect(await list(`search=${shortUuid.toLowerCase()}`)).toMatchObject([{ holder_name: 'Meenakshi Iyer' }]);
  expect(await list('status=EXPIRED')).toMatchObject([{ status: 'EXPIRED' }]);
  const { body } = await staff.call(`GET /api/v1/staff/search/?q=${shortUuid}`);
  expect(body.results).toMatchObject([{ kind: 'CERTIFICATE', title: 'Meenakshi Iyer' }]);
});

it('[API-52] a name on a roster that documents cannot print is a problem of its row, which issues nothing', async () => {
  await test.db.updateTable('appUser').set({ firstName: '张', lastName: '伟' }).execute();
  const source_id = await insertAttendedEvent(test, staffId);
  const run = async (is_preview: boolean) =>
    (
      await staff.call(`POST ${path}issue-roster/`, {
        ...{ source: 'EVENT', source_id, values: rosterBody(), is_preview },
      })
    ).body;
  const problems = [{ column: 'name', message: expect.stringContaining('Devanagari') }];
  expect(await run(true)).toMatchObject({ count: 0, rows: [{ problems }] });
  expect(await run(false)).toMatchObject({ count: 0, rows: [{ problems }] });
  expect(await test.db.selectFrom('certificate').select('id').execute()).toEqual([]);
});
