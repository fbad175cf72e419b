import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { endUndoTime } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { templateBody } from '../../support/hiring/queue-writes.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

/** Messages to chosen candidates, and the templates of such texts. */

const test = useTestApi();
const create = 'POST /api/v1/staff/job-applications/messages/create/';
const templates = '/api/v1/staff/message-templates/';
let staff: Visitor;
let people: string[];
let ids: string[];

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  const { id: jobId } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
  people = await insertManyCandidates(test.db, 3, 10);
  ids = await insertApplications(
    test.db,
    people.map((userId) => ({ userId, jobId })),
  );
});

const message = (more: object = {}) => ({
  ...{ id: randomUUID(), application_ids: ids, is_preview: false },
  ...{ subject: 'Your documents, {{firstName}}', text: 'Bring them to {{ employerName }}, {{fullName}}.' },
  ...more,
});

async function readEmails(): Promise<{ recipient: string; subject: string | null; text: string }[]> {
  await endUndoTime(test.db);
  await deliverDue(test);
  return test.db
    .selectFrom('inboxMessage')
    .select(['recipient', 'subject', 'text'])
    .where('medium', '=', 'EMAIL')
    .orderBy('recipient')
    .execute();
}

describe('a message to chosen candidates', () => {
  it('[API-42] fills the fields for each person, and the preview shows each text and sends nothing', async () => {
    const { status, body: preview } = await staff.call(create, message({ is_preview: true }));
    expect(status).toBe(200);
    expect(preview).toMatchObject({ people: 3, skipped: [], is_existing: false });
    const texts = preview.recipients.map(({ subject, text }: Record<string, string>) => `${subject} ${text}`);
    expect(texts.toSorted()).toEqual(
      ['Kavya Number10', 'Imran Number11', 'Asha Number12']
        .map((name) => `Your documents, ${name.split(' ')[0]} Bring them to Sarvalane Operations, ${name}.`)
        .toSorted(),
    );
    expect(await readEmails()).toEqual([]);

    const sent = message({ previewed_ids: ids });
    expect((await staff.call(create, sent)).body).toMatchObject({ people: 3, is_existing: false });
    expect((await staff.call(create, sent)).body).toMatchObject({ people: 3, is_existing: true });
    const emails = await readEmails();
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual(
      ['Kavya', 'Imran', 'Asha'].map((name) => `Your documents, ${name}`).toSorted(),
    );
    expect(emails[0]?.text).toContain('Bring them to Sarvalane Operations, Kavya Number10.');
  });

  it('[C-22] names those who have turned updates off, and sends them nothing', async () => {
    await test.db
      .updateTable('appUser')
      .set({
        notificationPreferences: JSON.stringify({ updates: { email: false, sms: false, whatsapp: false } }),
      })
      .where('id', '=', people[0] ?? '')
      .execute();
    const { body: preview } = await staff.call(create, message({ is_preview: true }));
    expect(preview).toMatchObject({ people: 2, skipped: ['Kavya Number10'] });
    const stale = (await staff.call(create, message({ previewed_ids: ids }))).body;
    expect(stale).toMatchObject({
      error_code: 'STALE_WRITE',
      error: expect.stringContaining('Would not get it any more: Kavya Number10.'),
    });
    const only = message({ application_ids: [ids[0]] });
    expect((await staff.call(create, only)).body.error_code).toBe('INVALID_STATE');
    expect(await readEmails()).toEqual([]);
  });

  it('[API-42] compares the people with those of the preview, not their number', async () => {
    const setUpdates = (index: number, isOn: boolean) =>
      test.db
        .updateTable('appUser')
        .set({
          notificationPreferences: JSON.stringify({ updates: { email: isOn, sms: isOn, whatsapp: isOn } }),
        })
        .where('id', '=', people[index] ?? '')
        .execute();
    await setUpdates(0, false);
    const { body: preview } = await staff.call(create, message({ is_preview: true }));
    expect(preview.people).toBe(2);
    const previewed_ids = preview.recipients.map(
      ({ application_id }: { application_id: string }) => application_id,
    );
    await setUpdates(0, true);
    await setUpdates(1, false);
    const { status, body: changed } = await staff.call(create, message({ previewed_ids }));
    expect([status, changed.error_code, changed.error]).toEqual([
      409,
      'STALE_WRITE',
      'Nothing was sent, because the recipients have changed. Would not get it any more: Imran Number11. Would get it now too: Kavya Number10. Look at it again.',
    ]);
    expect(await readEmails()).toEqual([]);
  });

  it('rejects an unknown field by its name, an unknown application, and the id of another message', async () => {
    const { body: unknown } = await staff.call(create, message({ text: 'Hello {{city}} and {{firstName}}' }));
    expect(unknown.field_errors.text).toMatch(/^There is no field \{\{city\}\}\. Choose one of/);
    expect((await staff.call(create, message({ subject: 'Hello {{firstName' }))).status).toBe(400);
    expect((await staff.call(create, message({ application_ids: [randomUUID()] }))).status).toBe(404);
    const sent = message();
    await staff.call(create, sent);
    expect((await staff.call(create, { ...sent, text: 'Another text' })).status).toBe(400);
  });
});

describe('a note in a move', () => {
  const move = (note: string) =>
    staff.call('POST /api/v1/staff/job-applications/move/', {
      ...{ application_ids: ids.slice(0, 2), action: 'REJECT', reason_code: 'OTHER', public_note: note },
    });

  it('[API-42] has its fields filled for each candidate, in the history and in the message', async () => {
    expect((await move('Thank you, {{firstName}}, for {{applicationNumber}}.')).body.moved).toBe(2);
    const { body: shown } = await staff.call(`GET /api/v1/staff/job-applications/${ids[1]}/`);
    const note = `Thank you, Imran, for ${shown.number}.`;
    expect(shown.history.at(-1)).toMatchObject({ to: 'NOT_SELECTED', public_note: note });
    const emails = await readEmails();
    expect(emails.find(({ recipient }) => recipient === 'candidate-11@example.com')?.text).toContain(note);
  });

  it('is rejected with an unknown field, also in a file', async () => {
    const { status, body: rejected } = await move('Hello {{name}}');
    expect([status, rejected.field_errors.public_note]).toEqual([400, expect.stringContaining('{{name}}')]);
    const { number } = (await staff.call(`GET /api/v1/staff/job-applications/${ids[0]}/`)).body;
    const { body: outcome } = await staff.call('POST /api/v1/staff/job-applications/import/', {
      csv: `number,action,reason_code,public_note\n${number},REJECT,OTHER,Hello {{name}}\n`,
      is_preview: true,
    });
    expect(outcome.rows).toMatchObject([{ ok: false, problems: [{ column: 'public_note' }] }]);
  });
});

describe('a template', () => {
  const add = async (more: object = {}) =>
    (await staff.call(`POST ${templates}create/`, { id: randomUUID(), ...templateBody, ...more })).body;

  it('[API-42] is added once, listed, changed, deleted and restored', async () => {
    const id = randomUUID();
    expect(await add({ id })).toMatchObject({ id, version: 1, is_existing: false, updated_by: 'Asha Verma' });
    expect(await add({ id })).toMatchObject({ id, is_existing: true });
    const change = { ...templateBody, text: 'Bring your certificate.', version: 1 };
    const { body: changed } = await staff.call(`PATCH ${templates}${id}/update/`, change);
    expect(changed).toMatchObject({ text: 'Bring your certificate.', version: 2 });
    const names = async () =>
      (await staff.call(`GET ${templates}`)).body.results.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Documents']);
    await staff.call(`POST ${templates}${id}/delete/`, {});
    expect(await names()).toEqual([]);
    await staff.call(`POST ${templates}${id}/restore/`, {});
    expect(await names()).toEqual(['Documents']);
  });

  it('[API-42] is found by the words of its name and subject', async () => {
    const { id } = await add();
    const find = async (query: string) =>
      (await staff.call(`GET /api/v1/staff/search/?q=${encodeURIComponent(query)}`)).body.results;
    expect(await find('docu your')).toMatchObject([
      { kind: 'TEMPLATE', id, title: 'Documents', href: `/staff/templates/${id}/` },
    ]);
    expect(await find('docu salary')).toEqual([]);
    await staff.call(`POST ${templates}${id}/delete/`, {});
    expect(await find('docu')).toEqual([]);
  });

  it('[API-42] of two changes of one version, the second is rejected with the latest text', async () => {
    const { id } = await add();
    const change = (text: string, version = 1) =>
      staff.call(`PATCH ${templates}${id}/update/`, { ...templateBody, text, version });
    expect((await change('First.', 2_147_483_648)).body.error_code).toBe('VALIDATION_FAILED');
    await change('First.');
    const { status, body: stale } = await change('Second.');
    expect([status, stale.error_code]).toEqual([409, 'STALE_WRITE']);
    expect(stale).toMatchObject({
      error: expect.stringContaining('Asha Verma has changed this template'),
      current: { text: 'First.', version: 2 },
    });
  });

  it('has a name of its own, known fields, and a subject only as a message', async () => {
    const { id } = await add();
    expect((await add()).error_code).toBe('ALREADY_EXISTS');
    expect((await add({ name: 'Other', text: '{{salary}}' })).field_errors.text).toContain('{{salary}}');
    expect((await add({ name: 'Other', subject: null })).field_errors).toEqual({
      subject: 'Enter a subject',
    });
    expect(await add({ name: 'Note', purpose: 'REJECT' })).toMatchObject({ subject: null });
    await staff.call(`POST ${templates}${id}/delete/`, {});
    await add();
    expect((await staff.call(`POST ${templates}${id}/restore/`, {})).body.error_code).toBe('ALREADY_EXISTS');
  });
});
