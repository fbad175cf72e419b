import { beforeEach, expect, it } from 'vitest';
import { handleNotificationTextForm } from '#lib/server/staff/messages/notification-text-form.ts';
import { listAdminNames, requireNotificationText } from '#lib/server/staff/messages/notification-texts.ts';
import { useTestApi } from '../../support/api.ts';
import { endUndoTime } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { grantAdmin, notificationTextBody } from '../../support/hiring/queue-writes.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

/** The standard texts about moves of applications, which an admin changes for everybody. */

const test = useTestApi();
const update = 'PATCH /api/v1/staff/notification-texts/REJECT/update/';
const restore = 'POST /api/v1/staff/notification-texts/REJECT/restore/';
const standardText = 'The employer chose other candidates for Accounts payable associate';
let staff: Visitor;
let staffId: string;
let ids: string[];
let numbers: string[];

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  await grantAdmin(test.db, staffId);
  const { id: jobId } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
  const people = await insertManyCandidates(test.db, 2, 10);
  ids = await insertApplications(
    test.db,
    people.map((userId) => ({ userId, jobId })),
  );
  const rows = await test.db.selectFrom('jobApplication').select(['id', 'number']).execute();
  numbers = ids.map((id) => rows.find((row) => row.id === id)?.number ?? '');
});

const rejection = (index: number) => ({
  ...{ application_ids: [ids[index]], action: 'REJECT', reason_code: 'OTHER' },
});
const preview = async (index: number) => {
  const key = 'POST /api/v1/staff/job-applications/preview-move/';
  return (await staff.call(key, rejection(index))).body.messages;
};
const reject = (index: number, fingerprint?: string) =>
  staff.call('POST /api/v1/staff/job-applications/move/', { ...rejection(index), fingerprint });

/** Returns the delivered texts, by medium. */
async function readTexts(recipientPart: string): Promise<Record<string, string>> {
  await endUndoTime(test.db);
  await deliverDue(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select(['medium', 'recipient', 'subject', 'text'])
    .execute();
  return Object.fromEntries(
    rows
      .filter(({ medium, recipient }) => medium === 'SMS' || recipient.includes(recipientPart))
      .map(({ medium, subject, text }) => [medium, `${subject ?? ''} ${text}`]),
  );
}

it('[API-42] a changed rejection is in the preview and in what is sent, by email and in short by SMS, until the standard text is used again', async () => {
  expect((await preview(0)).texts[0].text).toContain(standardText);
  const { status, body: changed } = await staff.call(update, { ...notificationTextBody, version: 0 });
  expect([status, changed]).toEqual([
    200,
    expect.objectContaining({
      ...notificationTextBody,
      is_standard: false,
      version: 1,
      updated_by: 'Asha Verma',
    }),
  ]);

  const text = `Thank you for the time that you gave us, Kavya. Sarvalane Operations chose other candidates (${numbers[0]}).`;
  const shown = await preview(0);
  expect(shown.texts).toContainEqual(expect.objectContaining({ subject: 'Thank you, Kavya', text }));
  expect((await reject(0, shown.fingerprint)).body).toMatchObject({ moved: 1 });
  const sent = await readTexts('candidate-10@');
  expect(sent.EMAIL).toContain(text);
  expect(sent.EMAIL).toMatch(/^Thank you, Kavya /);
  expect(sent.SMS).toMatch(
    /Liftoff: Thank you for your time\. Sarvalane Operations chose other candidates\. http/,
  );

  const { body: restored } = await staff.call(restore, { version: 1 });
  expect(restored).toMatchObject({ ...restored.standard, is_standard: true, version: 2 });
  await reject(1);
  expect((await readTexts('candidate-11@')).EMAIL).toContain(standardText);

  const { body: audit } = await staff.call('GET /api/v1/staff/audit-events/?action=notificationText.UPDATE');
  expect(
    audit.results.find(({ action }: { action: string }) => action === 'notificationText.UPDATE'),
  ).toMatchObject({
    actor: { id: staffId },
    details: { from: { subject: 'About your application' }, to: { subject: 'Thank you, {{firstName}}' } },
  });
});

it('[API-42] a preview that was confirmed before the text changed is not sent', async () => {
  const { fingerprint } = await preview(0);
  await staff.call(update, { ...notificationTextBody, version: 0 });
  expect((await reject(0, fingerprint)).body.error_code).toBe('STALE_WRITE');
  expect((await readTexts('candidate-10@')).EMAIL).toBeUndefined();
});

it('[API-42] an unknown field, a short text that is too long and an unknown move are rejected', async () => {
  const send = async (more: object) =>
    (await staff.call(update, { ...notificationTextBody, version: 0, ...more })).body;
  expect((await send({ text: 'Hello {{city}}' })).field_errors.text).toMatch(
    /^There is no field \{\{city\}\}/,
  );
  const filled = '{{jobTitle}}'.repeat(7);
  expect(await send({ short_text: filled })).toMatchObject({
    error_code: 'VALIDATION_FAILED',
    field_errors: { short_text: expect.stringContaining('160') },
  });
  expect((await send({ version: 2_147_483_648 })).error_code).toBe('VALIDATION_FAILED');
  const other = 'PATCH /api/v1/staff/notification-texts/SUBMIT/update/';
  expect((await staff.call(other, { ...notificationTextBody, version: 0 })).status).toBe(404);
  expect(await requireNotificationText(test.db, 'REJECT')).toMatchObject({ isStandard: true, version: 0 });
});

it('[API-42] of two changes of one version, also the first one, only one is stored, and the other gets its text', async () => {
  const change = (text: string, version: number) =>
    staff.call(update, { ...notificationTextBody, text, version });
  for (const version of [0, 1]) {
    const answers = await Promise.all([change('First.', version), change('Second.', version)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409)?.body;
    expect(stale).toMatchObject({ error_code: 'STALE_WRITE', current: { version: version + 1 } });
  }
  await staff.call(restore, { version: 2 });
  expect((await change('Late.', 2)).status).toBe(409);
  expect((await change('In time.', 3)).body).toMatchObject({ text: 'In time.', version: 4 });
});

it('[C-20] staff who are no admins read the texts and who can change them, and cannot change them', async () => {
  expect(await listAdminNames(test.db)).toHaveLength(1);
  await test.db.deleteFrom('userRole').where('userId', '=', staffId).where('role', '=', 'admin').execute();
  expect((await staff.call('GET /api/v1/staff/notification-texts/')).body.results[0]).toMatchObject({
    ...{ action: 'REJECT', label: 'Rejection', is_standard: true, version: 0 },
  });
  for (const [key, body] of [
    [update, { ...notificationTextBody, version: 0 }],
    [restore, { version: 0 }],
  ] as const)
    expect(await staff.call(key, body)).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED' },
    });
});

it('[API-42] the form without a script saves a text, shows a stale one beside it, and uses the standard text again', async () => {
  const { short_text: shortText, ...content } = notificationTextBody;
  const post = (fields: Record<string, string>) =>
    handleNotificationTextForm(
      test.api,
      postStaffForm(test, staff, '/staff/templates/standard/REJECT/', { ...content, shortText, ...fields }),
      'REJECT',
    );
  expect(await post({ version: '0' })).toMatchObject({ done: 'text-saved', errors: null });
  const stale = await post({ version: '0', subject: 'Mine' });
  expect(stale).toMatchObject({ done: null, current: { version: 1 }, values: { subject: 'Mine' } });
  expect(await post({ version: '1', form: 'restore' })).toMatchObject({ done: 'text-restored' });
  expect((await requireNotificationText(test.db, 'REJECT')).isStandard).toBe(true);
});
