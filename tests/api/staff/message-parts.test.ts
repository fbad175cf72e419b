import { beforeEach, expect, it } from 'vitest';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import { handleCandidateMessageForm } from '#lib/server/staff/hiring/applications/messages/candidate-message-form.ts';
import { withTemplate } from '#lib/server/staff/messages/use-template.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { templateBody } from '../../support/hiring/queue-writes.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

/** The form of a message to chosen candidates: its parts, and templates that take the place of typed text. */

const test = useTestApi();
let staff: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
});

const post = (fields: Record<string, string | string[]>) => {
  const page = postStaffForm(test, staff, '/staff/applications/message/', fields);
  return handleCandidateMessageForm(test.api, page, test.db);
};

it('[API-42] a message to more than a hundred candidates goes out in parts, and nobody is left out', async () => {
  const { id: jobId } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
  const people = await insertManyCandidates(test.db, maxMoves + 2, 10);
  const id = await insertApplications(
    test.db,
    people.map((userId) => ({ userId, jobId })),
  );
  const text = { subject: 'Documents', text: 'Bring your certificate.' };
  const sendPart = async (ids: string[]) => {
    const { preview } = await post({ step: 'preview', id: ids, ...text });
    const previewedId = preview?.recipients.map(({ applicationId }) => applicationId) ?? [];
    const messageId = preview?.id ?? '';
    return {
      people: preview?.people,
      ...(await post({ step: 'send', id: ids, ...text, messageId, previewedId })),
    };
  };
  const first = await sendPart(id);
  expect(first).toMatchObject({ people: maxMoves, isPartSent: true, ids: id.slice(maxMoves), values: text });
  expect(first.done).toBeNull();
  expect(await sendPart(first.ids ?? [])).toMatchObject({ people: 2, done: 'messaged' });
  const sent = await test.db.selectFrom('candidateMessage').select('applicationIds').execute();
  expect(sent.flatMap(({ applicationIds }) => applicationIds).toSorted()).toEqual(id.toSorted());
});

it('[API-42] a message whose recipients have changed comes back with a new preview', async () => {
  const { id: jobId } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
  const [userId = ''] = await insertManyCandidates(test.db, 1, 10);
  const [id = ''] = await insertApplications(test.db, [{ userId, jobId }]);
  const fields = { id, subject: 'Documents', text: 'Bring your certificate.' };
  const { errors, preview, values } = await post({ ...fields, step: 'send' });
  expect(errors?.message).toContain('Would get it now too: Kavya Number10.');
  expect(preview?.recipients).toMatchObject([{ applicationId: id }]);
  expect(values).toMatchObject({ subject: 'Documents' });
});

it('[API-42] a template that takes the place of typed text can be undone', async () => {
  const templateId = crypto.randomUUID();
  await staff.call('POST /api/v1/staff/message-templates/create/', { id: templateId, ...templateBody });
  const typed = { templateId, subject: 'My subject', text: 'My own words' };
  const filled = await withTemplate(test.db, { ...typed, step: 'template' });
  expect(filled).toMatchObject({
    ...{ subject: templateBody.subject, text: templateBody.text },
    ...{ ownSubject: 'My subject', ownText: 'My own words' },
  });
  const restored = await withTemplate(test.db, { ...filled, step: 'restore-text' });
  expect(restored).toMatchObject({ subject: 'My subject', text: 'My own words', templateId: '' });
  expect(restored).not.toHaveProperty('ownText');
  const intoEmpty = await withTemplate(test.db, { templateId, subject: '', text: '', step: 'template' });
  expect(intoEmpty).not.toHaveProperty('ownText');
});
