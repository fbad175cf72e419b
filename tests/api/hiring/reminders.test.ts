import { beforeEach, describe, expect, it } from 'vitest';
import {
  interviewReminders,
  trainingReminders,
} from '#lib/server/hiring/appointments/appointment-reminders.ts';
import { calendarPath, findCalendar } from '#lib/server/hiring/appointments/calendar-link.ts';
import { createLog } from '#lib/server/log.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, insertBatch, insertSlot } from '../../support/hiring/candidates.ts';
import {
  insertInterviewees,
  insertTrainees,
  type SignedInCandidate,
} from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
const minute = 60;
const hour = 60 * minute;

beforeEach(() => restoreJobs(test.db));

const send = (messages: Pick<Messages, 'queue'> = test.messages) =>
  sendDueReminders({ db: test.db, config: test.config, log: createLog('silent'), messages }, [
    interviewReminders,
    trainingReminders,
  ]);
const listReminders = () =>
  test.db
    .selectFrom('outbox')
    .select(['medium', 'text', 'subject'])
    .where('kind', '=', 'reminder')
    .orderBy('createdAt')
    .orderBy('medium')
    .execute();
const count = async () => (await listReminders()).length;

/** Books an interview that begins in `inMinutes`. The candidate has an email and a number. */
async function book(inMinutes: number, instructions: string | null = null): Promise<SignedInCandidate> {
  const slot = await insertSlot(test.db, slug, { inMinutes });
  await test.db.updateTable('interviewSlot').set({ instructions }).where('id', '=', slot).execute();
  const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  await choose(person, slot);
  return person;
}

async function choose({ visitor, id }: SignedInCandidate, slot: string): Promise<void> {
  const call = `POST ${applications}${id}/reschedule-interview/`;
  expect((await visitor.call(call, { slot_id: slot })).status).toBe(200);
}

describe('[API-43] an interview is announced', () => {
  it('24 hours and 1 hour before, once each, with the page, and the calendar file without a login', async () => {
    const { id } = await book(48 * 60);
    await send();
    expect(await count()).toBe(0);
    await travel(test.db, 24 * hour + minute);
    await send();
    await send();
    const [email] = await listReminders();
    expect(await count()).toBe(2);
    const path = calendarPath(test.config, 'INTERVIEW', id);
    expect(email?.subject).toMatch(/^Reminder: your interview is on \d+ \w+ \d{4}, \d+:\d\d [ap]m IST$/);
    expect(email?.text).toContain(`/moonshot/applications/${id}/`);
    expect(email?.text).toContain(path);
    expect(email?.text).toContain('opens 15 minutes before');
    await travel(test.db, 22 * hour + 30 * minute);
    await send();
    expect(await count()).toBe(2);
    await travel(test.db, 30 * minute);
    await send();
    await send();
    expect(await count()).toBe(4);

    const [, , kind = '', , file = ''] = path.split('/');
    const link = { kind, id, key: file.replace('.ics', '') };
    expect(await findCalendar(test.db, test.config, link)).toContain('BEGIN:VEVENT');
    expect(await findCalendar(test.db, test.config, { ...link, kind: 'training' })).toBeNull();
    expect(await findCalendar(test.db, test.config, { ...link, key: `${link.key.slice(1)}x` })).toBeNull();
  });

  it('by an SMS that leaves long instructions to the email and the page', async () => {
    const instructions = 'Bring your papers. '.repeat(52).trim();
    const { id } = await book(48 * 60, instructions);
    await travel(test.db, 24 * hour + minute);
    await send();
    const [email, sms] = await listReminders();
    expect(email?.text).toContain(instructions);
    expect(sms?.medium).toBe('SMS');
    expect(sms?.text).toContain('What to prepare is on the page of your application.');
    expect(sms?.text).toContain(calendarPath(test.config, 'INTERVIEW', id));
    expect(sms?.text).toMatch(new RegExp(`/moonshot/applications/${id}/$`));
    expect(sms?.text?.length).toBeLessThanOrEqual(4 * 153);
  });

  it('not at all when it was booked within the hour', async () => {
    await book(30);
    await send();
    expect(await count()).toBe(0);
  });

  it('only an hour before when it was booked within the day', async () => {
    await book(5 * 60);
    await send();
    expect(await count()).toBe(0);
    await travel(test.db, 4 * hour + minute);
    await send();
    expect(await count()).toBe(2);
  });

  it('at its new time after it was moved, and not after it was cancelled', async () => {
    const person = await book(30 * 60);
    const later = await insertSlot(test.db, slug, { inMinutes: 40 * 60 });
    await choose(person, later);
    await travel(test.db, 7 * hour);
    await send();
    expect(await count()).toBe(0);
    await travel(test.db, 9 * hour + minute);
    await send();
    expect(await count()).toBe(2);
    const { status } = await person.visitor.call(`POST ${applications}${person.id}/withdraw/`, {});
    expect(status).toBe(200);
    await travel(test.db, 23 * hour);
    await send();
    expect(await count()).toBe(2);
  });

  it('on the channels that the person has left on', async () => {
    const { visitor } = await book(48 * 60);
    const reminders = { email: true, sms: false, whatsapp: false };
    await visitor.call('PATCH /api/v1/user/update/', { notification_preferences: { reminders } });
    await travel(test.db, 24 * hour + minute);
    await send();
    expect((await listReminders()).map(({ medium }) => medium)).toEqual(['EMAIL']);
  });

  it('once by two processes, and by another one after the first died before it had committed', async () => {
    await book(48 * 60);
    await travel(test.db, 24 * hour + minute);
    const dying = { queue: async () => Promise.reject(new Error('the process died')) };
    await send(dying);
    expect(await count()).toBe(0);
    await Promise.all([send(), send(), send()]);
    expect(await count()).toBe(2);
  });
});

it('[API-42] a training is announced at both times, and not in a cancelled batch', async () => {
  const batch = await insertBatch(test.db, slug, { inMinutes: 26 * 60, capacity: 2 });
  const cancelled = await insertBatch(test.db, slug, { inMinutes: 26 * 60 });
  const [, other] = await insertTrainees(test, slug, 2, batch);
  await test.db
    .updateTable('training')
    .set({ batchId: cancelled })
    .where('applicationId', '=', other?.id ?? '')
    .execute();
  await test.db
    .updateTable('trainingBatch')
    .set({ cancelledAt: new Date() })
    .where('id', '=', cancelled)
    .execute();
  await travel(test.db, 3 * hour);
  await send();
  expect((await listReminders())[0]?.text).toMatch(/Your training for .+ begins on /);
  expect(await count()).toBe(2);
  await travel(test.db, 22 * hour + 30 * minute);
  await send();
  expect(await count()).toBe(4);
});
