import { randomUUID } from 'node:crypto';
import type { Db } from '#lib/server/db/index.ts';
import type { TestApi } from '../api.ts';
import { requireJobBySlug } from './staff.ts';
import { applyBody, bookTimeBody, inviteApplications } from './staff-appointments.ts';

interface Scene {
  id: string;
  candidateId: string;
  applicationId: string;
}

/** One valid request for each write of the applications queue that is no move. */
export const queueWrites = (test: TestApi, scene: () => Scene) => ({
  'POST /api/v1/staff/job-applications/assign/': async () => ({
    key: 'POST /api/v1/staff/job-applications/assign/',
    body: { application_ids: [scene().applicationId], owner_id: scene().id },
  }),
  'POST /api/v1/staff/job-applications/{jobApplicationId}/withdraw/': async () => ({
    key: `POST /api/v1/staff/job-applications/${scene().applicationId}/withdraw/`,
    body: { reason: 'PAY', is_requested_by_phone: true },
  }),
  'POST /api/v1/staff/job-applications/{jobApplicationId}/record-interview/': async () => {
    await inviteApplications(test.db, [scene().applicationId]);
    const { join_url: _link, address: _address, ...time } = bookTimeBody();
    return {
      key: `POST /api/v1/staff/job-applications/${scene().applicationId}/record-interview/`,
      body: { ...time, stage_key: 'interview', starts_at: new Date(Date.now() - 3_600_000).toISOString() },
    };
  },
  'POST /api/v1/staff/job-applications/messages/create/': async () => ({
    key: 'POST /api/v1/staff/job-applications/messages/create/',
    body: {
      ...{ id: randomUUID(), application_ids: [scene().applicationId], is_preview: false },
      ...{ subject: 'Documents', text: 'Hello {{firstName}}' },
    },
  }),
  'POST /api/v1/staff/message-templates/create/': async () => ({
    key: 'POST /api/v1/staff/message-templates/create/',
    body: { id: randomUUID(), ...templateBody },
  }),
  'PATCH /api/v1/staff/message-templates/{templateId}/update/': async () => ({
    key: `PATCH /api/v1/staff/message-templates/${await insertTemplate(test.db)}/update/`,
    body: { ...templateBody, text: 'Bring your certificate.', version: 1 },
  }),
  'POST /api/v1/staff/message-templates/{templateId}/delete/': async () => ({
    key: `POST /api/v1/staff/message-templates/${await insertTemplate(test.db)}/delete/`,
    body: {},
  }),
  'POST /api/v1/staff/message-templates/{templateId}/restore/': async () => {
    const id = await insertTemplate(test.db);
    await test.db.updateTable('messageTemplate').set({ deletedAt: new Date() }).execute();
    return { key: `POST /api/v1/staff/message-templates/${id}/restore/`, body: {} };
  },
  'PATCH /api/v1/staff/notification-texts/{action}/update/': async () => {
    await grantAdmin(test.db, scene().id);
    return {
      key: 'PATCH /api/v1/staff/notification-texts/REJECT/update/',
      body: { ...notificationTextBody, version: 0 },
    };
  },
  'POST /api/v1/staff/notification-texts/{action}/restore/': async () => {
    await grantAdmin(test.db, scene().id);
    const own = { subject: 'Thank you', text: 'Thank you.', shortText: 'Thank you.' };
    await test.db
      .insertInto('notificationText')
      .values({ id: randomUUID(), action: 'REJECT', ...own, updatedById: scene().id })
      .execute();
    return { key: 'POST /api/v1/staff/notification-texts/REJECT/restore/', body: { version: 1 } };
  },
  'POST /api/v1/staff/candidates/{userId}/apply/': async () => {
    const { id } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
    return {
      key: `POST /api/v1/staff/candidates/${scene().candidateId}/apply/`,
      body: await applyBody(test.db, id),
    };
  },
});

export const templateBody = {
  purpose: 'MESSAGE',
  name: 'Documents',
  subject: 'Your documents, {{firstName}}',
  text: 'Please bring your certificate to {{employerName}}.',
} as const;

export const notificationTextBody = {
  subject: 'Thank you, {{firstName}}',
  text: 'Thank you for the time that you gave us, {{firstName}}. {{employerName}} chose other candidates ({{applicationNumber}}).',
  short_text: 'Thank you for your time. {{employerName}} chose other candidates.',
};

export const grantAdmin = (db: Db, userId: string) =>
  db.insertInto('userRole').values({ userId, role: 'admin' }).execute();

async function insertTemplate(db: Db): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('messageTemplate')
    .values({ id, ...templateBody, updatedById: null })
    .execute();
  return id;
}
