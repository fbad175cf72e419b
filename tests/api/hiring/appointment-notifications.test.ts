import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireOwnAggregate } from '#lib/server/hiring/applications/find-applications.ts';
import { calendarPath } from '#lib/server/hiring/appointments/calendar-link.ts';
import { interviewCalendar } from '#lib/server/hiring/appointments/interview-calendar.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, insertBatch, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import {
  insertInterviewees,
  insertTrainees,
  type SignedInCandidate,
} from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
});
// Messages that the worker has claimed would arrive in the next test.
afterEach(() => waitForDelivery(test));

/** Moves the application as staff, after all earlier messages have arrived. */
async function moveAsStaff(id: string, action: string): Promise<void> {
  await waitForDelivery(test);
  const { body } = await staff.call('POST /api/v1/staff/job-applications/move/', {
    application_ids: [id],
    action,
    reason_code: 'OTHER',
  });
  expect(body.results[0].error).toBeNull();
}

async function withdraw({ visitor, id }: SignedInCandidate): Promise<void> {
  await waitForDelivery(test);
  await visitor.call(`POST ${applications}${id}/withdraw/`, {});
}
const read = async ({ visitor, id }: SignedInCandidate) =>
  (await visitor.call(`GET ${applications}${id}/`)).body;

/** Returns the newest email and SMS. */
async function findMessages(): Promise<{ mail: string; sms: string }> {
  await waitForDelivery(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select(['medium', 'text'])
    .where('text', 'like', '%/moonshot/applications/%')
    .orderBy('id')
    .execute();
  const last = (medium: string) => rows.findLast((row) => row.medium === medium)?.text ?? '';
  return { mail: last('EMAIL'), sms: last('SMS') };
}

/** Counts the messages that an action sends. */
async function countOf(act: () => Promise<unknown>): Promise<number> {
  const count = async () => (await test.db.selectFrom('outbox').select('id').execute()).length;
  const before = await count();
  await act();
  return (await count()) - before;
}

async function booked(): Promise<SignedInCandidate> {
  const slot = await insertSlot(test.db, slug);
  const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  const call = `POST ${applications}${person.id}/reschedule-interview/`;
  expect((await person.visitor.call(call, { slot_id: slot })).status).toBe(200);
  return person;
}

const cancelledText = /Your interview on \d+ \w+ \d{4}, \S+ [ap]m IST is cancelled\./;

/** Moves every interview, so that it began a minute ago and lasts half an hour. */
const beginSlots = () =>
  test.db
    .updateTable('interviewSlot')
    .set({ startsAt: new Date(Date.now() - 60_000), endsAt: new Date(Date.now() + 29 * 60_000) })
    .execute();

describe('a cancelled interview time', () => {
  it.each([
    ['HOLD', (person: SignedInCandidate) => moveAsStaff(person.id, 'HOLD')],
    ['REJECT', (person: SignedInCandidate) => moveAsStaff(person.id, 'REJECT')],
    ['WITHDRAW', withdraw],
  ])('[API-43] %s sends its own message with the calendar cancellation', async (_, act) => {
    const person = await booked();
    expect(await countOf(() => act(person))).toBe(2);
    const { mail, sms } = await findMessages();
    expect(mail).toMatch(cancelledText);
    expect(sms).toMatch(cancelledText);
    expect(mail).toContain('Remove from your calendar');
    expect(mail).toContain(calendarPath(test.config, 'INTERVIEW', person.id));
    expect((await read(person)).interview).toMatchObject({
      status: 'CANCELLED',
      ics_url: `/moonshot/applications/${person.id}/interview.ics`,
    });
  });

  it('[API-43] the candidate chooses another time when the application resumes', async () => {
    const person = await booked();
    await moveAsStaff(person.id, 'HOLD');
    expect(await countOf(() => moveAsStaff(person.id, 'RESUME'))).toBe(2);
    expect((await findMessages()).sms).toContain('Please choose a time for your interview.');
  });

  it('[API-43] is named in the message when staff cancel it, with the calendar file attached', async () => {
    const person = await booked();
    await moveAsStaff(person.id, 'CANCEL_INTERVIEW');
    const { mail, sms } = await findMessages();
    expect(sms).toMatch(/ on \d+ \w+ \d{4}, \S+ [ap]m IST is cancelled\./);
    expect(mail).toContain('/calendar/interview/');
  });

  it('[API-43] sends no cancellation for a time in the past', async () => {
    const person = await booked();
    await beginSlots();
    await moveAsStaff(person.id, 'REJECT');
    expect((await findMessages()).sms).not.toMatch(/cancelled/);
  });
});

it('[API-42] a hold notifies the candidate of the released training seat, and resuming asks for another batch', async () => {
  const batch = await insertBatch(test.db, slug);
  const [person] = (await insertTrainees(test, slug, 1, batch)) as [SignedInCandidate];
  expect(await countOf(() => moveAsStaff(person.id, 'HOLD'))).toBe(2);
  const { mail, sms } = await findMessages();
  expect(sms).toMatch(/Your seat in the training on \d+ \w+ \d{4}, \S+ [ap]m IST is cancelled\./);
  expect(mail).toContain('Remove from your calendar');
  expect(mail).toContain(calendarPath(test.config, 'TRAINING', person.id));
  await moveAsStaff(person.id, 'RESUME');
  expect((await findMessages()).sms).toContain('Please choose a training batch.');
});

it('[API-42] a missed training sends one message, which names the next step', async () => {
  const batch = await insertBatch(test.db, slug, { inMinutes: -5 });
  const [person] = (await insertTrainees(test, slug, 1, batch)) as [SignedInCandidate];
  expect(await countOf(() => moveAsStaff(person.id, 'MISS_TRAINING'))).toBe(2);
  expect((await findMessages()).sms).toContain('You may choose another batch, once.');
  const { history } = await read(person);
  expect(history.map(({ to }: { to: string }) => to)).toEqual(['IN_PROGRESS', 'MISSED', 'TO_SET_UP']);
});

it('[API-42] only the candidate can accept the terms, not staff', async () => {
  const batch = await insertBatch(test.db, slug, { capacity: 4 });
  const people = (await insertTrainees(test, slug, 2, batch)) as [SignedInCandidate, SignedInCandidate];
  await test.db.updateTable('training').set({ status: 'TO_SET_UP', batchId: null }).execute();
  const [byThem, byUs] = people;
  await staff.call(`POST /api/v1/staff/job-applications/${byUs.id}/book-batch/`, { batch_id: batch });
  await byThem.visitor.call(`POST ${applications}${byThem.id}/setup-training/`, {
    batch_id: batch,
    agreed_to_terms: true,
  });
  const rows = await test.db.selectFrom('training').selectAll().execute();
  const agreed = (id: string) => rows.find(({ applicationId }) => applicationId === id);
  expect(agreed(byUs.id)).toMatchObject({ status: 'SCHEDULED', agreedToTermsAt: null });
  expect(agreed(byThem.id)).toMatchObject({ status: 'SCHEDULED', agreedToTermsAt: expect.any(Date) });
});

it('[API-43] a CANCEL calendar file has a higher SEQUENCE than the file before it', async () => {
  const person = await booked();
  const file = async () => {
    const text = interviewCalendar(
      await requireOwnAggregate(test.db, person.userId, person.id),
      'https://localhost',
    );
    const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(text ?? '')?.[1]?.trim();
    return [field('METHOD'), field('UID'), Number(field('SEQUENCE'))];
  };
  const [, uid] = await file();
  await beginSlots();
  await moveAsStaff(person.id, 'MISS_INTERVIEW');
  expect(await file()).toEqual(['PUBLISH', uid, 0]);
  await moveAsStaff(person.id, 'INVITE_AGAIN');
  expect(await file()).toEqual(['CANCEL', uid, 1]);
  expect((await findMessages()).mail).toContain('/calendar/interview/');
  await moveAsStaff(person.id, 'CANCEL_INTERVIEW');
  expect(await file()).toEqual(['CANCEL', uid, 1]);
});

it('[API-43] the confirmation of an interview names its interviewer', async () => {
  const slot = await insertSlot(test.db, slug);
  const { body } = await staff.call('POST /api/v1/staff/interviewers/create/', {
    ...{ name: 'Deepa Raghunathan', email: 'deepa@boliqo.example', user_id: null },
  });
  await staff.call(`PATCH /api/v1/staff/slots/${slot}/update/`, { interviewer_id: body.id });
  const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  await person.visitor.call(`POST ${applications}${person.id}/reschedule-interview/`, { slot_id: slot });
  const { mail, sms } = await findMessages();
  for (const text of [mail, sms]) expect(text).toContain('30 minutes, with Deepa Raghunathan. The link');
});

describe('the date on a card', () => {
  const dateOf = async (id: string) =>
    (await staff.call(`GET /api/v1/staff/job-applications/${id}/`)).body.appointment_at;

  it('[API-42] is the date of the seat that is currently booked', async () => {
    const person = await booked();
    const { interview } = await read(person);
    expect(await dateOf(person.id)).toBe(interview.starts_at);
    await moveAsStaff(person.id, 'CANCEL_INTERVIEW');
    expect(await dateOf(person.id)).toBeNull();
    await moveAsStaff(person.id, 'INVITE_AGAIN');
    expect(await dateOf(person.id)).toBeNull();
  });

  it('[API-42] is empty once the interview has a result', async () => {
    const person = await booked();
    await beginSlots();
    expect(await dateOf(person.id)).toEqual(expect.any(String));
    await moveAsStaff(person.id, 'COMPLETE_INTERVIEW');
    expect(await dateOf(person.id)).toBeNull();
  });

  it('[API-42] is empty after the application is withdrawn during a training', async () => {
    const batch = await insertBatch(test.db, slug, { inMinutes: -5 });
    const [person] = (await insertTrainees(test, slug, 1, batch)) as [SignedInCandidate];
    const { training } = await read(person);
    expect(training.join_url).toBe('https://meet.example/class');
    expect(await dateOf(person.id)).toBe(training.starts_at);
    await withdraw(person);
    expect(await dateOf(person.id)).toBeNull();
    expect((await read(person)).training).toMatchObject({ status: 'IN_PROGRESS', join_url: null });
  });
});
