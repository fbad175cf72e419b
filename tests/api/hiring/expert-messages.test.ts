import { beforeEach, expect, it } from 'vitest';
import { expertReminders } from '#lib/server/hiring/mock-interviews/mock-interview-reminders.ts';
import { createLog } from '#lib/server/log.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import type { Learner } from '../../support/enrolment/learners.ts';
import {
  bookMock,
  insertExpertAndPeople,
  insertExpertSlot,
  type TestExpert,
} from '../../support/hiring/mock-interviews.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();
const mocks = '/api/v1/mock-interviews/';
let expert: TestExpert;
let asha: Learner;

beforeEach(async () => {
  const inserted = await insertExpertAndPeople(test, 1);
  expert = inserted.expert;
  [asha] = inserted.people as [Learner];
});

const insertSlot = (inMinutes: number) => insertExpertSlot(test.db, expert.expertId, { inMinutes });
const listSent = (sender: string) =>
  test.db
    .selectFrom('outbox')
    .select(['medium', 'recipient', 'subject'])
    .where('sender', '=', sender)
    .orderBy('id')
    .execute();

it('[APP-14] a booking is a conversion and a lead, with the visit that led to it, once', async () => {
  asha.visitor.cookies.set('anonymousId', 'visit-1');
  const slotId = await insertSlot(4000);
  const { body } = await bookMock(asha, slotId);
  await bookMock(asha, slotId);
  const conversions = await test.db
    .selectFrom('conversion')
    .select(['kind', 'subjectId', 'userId'])
    .where('kind', '=', 'MOCK_INTERVIEW')
    .execute();
  expect(conversions).toEqual([{ kind: 'MOCK_INTERVIEW', subjectId: body.id, userId: asha.userId }]);
  const leads = await test.db.selectFrom('lead').select(['sources', 'programSlugs', 'phoneE164']).execute();
  expect(leads).toEqual([
    { sources: ['MOCK_INTERVIEW'], programSlugs: ['interview-preparation'], phoneE164: asha.phone },
  ]);
});

it('[APP-14] the expert hears by SMS of what others change, without a text of the candidate', async () => {
  const { body } = await asha.visitor.call('POST /api/v1/mock-interviews/book/', {
    ...{ expert_slug: 'zainab-ansari', slot_id: await insertSlot(4000), focus: ['STORIES'] },
    role: 'Win a prize at https://evil.example',
  });
  await asha.visitor.call(`POST ${mocks}${body.id}/move/`, { slot_id: await insertSlot(5000) });
  await asha.visitor.call(`POST ${mocks}${body.id}/cancel/`, {});
  const sent = await listSent('expert-update');
  expect(sent.map(({ medium, recipient }) => [medium, recipient])).toEqual(
    Array(3).fill(['SMS', expert.phone]),
  );
  await deliverDue(test);
  const texts = (await test.sentTo(expert.phone)).map(({ text }) => text);
  expect(texts.map((text) => /New mock|was moved|is cancelled/.exec(text)?.[0]).toSorted()).toEqual([
    'New mock',
    'is cancelled',
    'was moved',
  ]);
  expect(texts.join()).not.toMatch(/evil|Meera/);
  expect(texts[0]).toContain(`/expert/bookings/${body.id}/`);
});

it('[APP-14] staff who get the list of Today hear when an expert cancels, and the expert does not', async () => {
  const { id } = await signUpStaff(test);
  await test.db
    .updateTable('appUser')
    .set({ emailVerifiedAt: new Date(), notificationPreferences: '{"agenda":{"email":true}}' })
    .where('id', '=', id)
    .execute();
  const { body } = await bookMock(asha, await insertSlot(4000));
  const press = () =>
    expert.visitor.call(`POST /api/v1/expert/bookings/${body.id}/move/`, {
      ...{ action: 'CANCEL', public_note: 'I am ill today.' },
    });
  await press();
  await press();
  const [email, ...others] = await listSent('expert-cancellation');
  expect(others).toEqual([]);
  expect(email?.subject).toBe('Zainab Ansari cancelled a mock interview with Meera Nair');
  await deliverDue(test);
  expect((await test.sentTo(email?.recipient ?? ''))[0]?.text).toContain('I am ill today.');
  expect(await listSent('expert-update')).toHaveLength(1);
});

it('[APP-14] [USER-20] the expert is reminded a day and an hour before, once, as far as they want it', async () => {
  const slotId = await insertSlot(48 * 60);
  await bookMock(asha, slotId);
  const send = () =>
    sendDueReminders(
      { db: test.db, config: test.config, log: createLog('silent'), messages: test.messages },
      [expertReminders],
    );
  await travel(test.db, 24 * 3600 + 60);
  await Promise.all([send(), send()]);
  const day = await listSent('expert-reminder');
  expect(day.map(({ medium, recipient }) => [medium, recipient]).toSorted()).toEqual([
    ['EMAIL', expert.email],
    ['SMS', expert.phone],
  ]);
  await deliverDue(test);
  expect((await test.sentTo(expert.email)).map(({ text }) => text).join()).toMatch(
    /You hold a mock interview.*Meera Nair/s,
  );
  await test.db
    .updateTable('appUser')
    .set({ notificationPreferences: '{"reminders":{"sms":false}}' })
    .where('id', '=', expert.userId)
    .execute();
  await travel(test.db, 23 * 3600);
  await send();
  expect((await listSent('expert-reminder')).slice(2).map(({ medium }) => medium)).toEqual(['EMAIL']);
});
