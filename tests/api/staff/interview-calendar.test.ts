import { beforeEach, describe, expect, it } from 'vitest';
import { calendarRange } from '#lib/domain/hiring/appointments/slot-calendar.ts';
import { loadCalendar } from '#lib/server/staff/hiring/appointments/calendar.ts';
import { calendarHref, parseCalendarQuery } from '#lib/server/staff/hiring/appointments/calendar-query.ts';
import { handleSlotsForm } from '#lib/server/staff/hiring/appointments/slot-form.ts';
import { requireSlotPanel } from '#lib/server/staff/hiring/appointments/slot-panel.ts';
import { shownQuery } from '#lib/server/staff/hiring/appointments/slots-page.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { confirmStaffForm, postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let person: SignedInCandidate;
let slotId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  slotId = await insertSlot(test.db, slug, { inMinutes: 60 });
});

const press = (fields: Record<string, string>) =>
  confirmStaffForm(
    (all) => handleSlotsForm(test.api, postStaffForm(test, staff, '/staff/slots/', all)),
    fields,
  );
const read = async () => (await person.visitor.call(`GET ${applications}${person.id}/`)).body;
const panel = (id = slotId) => requireSlotPanel(test.db, id, 'Asia/Kolkata');

async function lastMail(): Promise<string | null | undefined> {
  await waitForDelivery(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select('subject')
    .where('medium', '=', 'EMAIL')
    // An interviewer gets a calendar file of the same interview.
    .where('recipient', 'not like', '%@guest.example')
    .orderBy('id')
    .execute();
  return rows.at(-1)?.subject;
}

describe('[API-43] staff, in the calendar,', () => {
  it('book, move and cancel for a candidate, who is told, and none of it counts as a move of theirs', async () => {
    expect((await panel()).waiting.map(([id]) => id)).toEqual([person.id]);
    expect((await press({ form: 'book', applicationId: person.id, slotId })).done).toBe('booked');
    expect(await lastMail()).toBe('Your interview is booked');

    const later = await insertSlot(test.db, slug, { inMinutes: 120 });
    expect((await panel()).freeTimes.map(([id]) => id)).toEqual([later]);
    // The deadline of four hours is the candidate's only.
    expect((await press({ form: 'book', applicationId: person.id, slotId: later })).done).toBe('booked');
    expect(await lastMail()).toBe('Your interview has moved');

    const cancel = { form: 'cancel-interview', applicationId: person.id, publicNote: 'Meera is ill.' };
    expect((await press({ ...cancel, mayRebook: 'yes' })).done).toBe('interview-cancelled');
    expect(await lastMail()).toBe('Choose another time for your interview');
    expect((await read()).interview).toMatchObject({ status: 'TO_SCHEDULE', reschedules_used: 0 });
    const taken = await test.db.selectFrom('interviewSlot').select('taken').where('taken', '>', 0).execute();
    expect(taken).toEqual([]);
  });

  it('cancel without another time', async () => {
    await press({ form: 'book', applicationId: person.id, slotId });
    expect(await lastMail()).toBe('Your interview is booked');
    await press({ form: 'cancel-interview', applicationId: person.id, publicNote: '' });
    expect(await lastMail()).toBe('Your interview is cancelled');
    expect((await read()).interview.status).toBe('CANCELLED');
    const { errors } = await press({ form: 'cancel-interview', applicationId: person.id, publicNote: '' });
    expect(errors?.status).toBe(409);
  });

  it('record the outcome once it has begun', async () => {
    await press({ form: 'book', applicationId: person.id, slotId });
    const outcome = { form: 'outcome', applicationId: person.id, action: 'COMPLETE_INTERVIEW' };
    expect((await press(outcome)).errors?.message).toBe('This interview has not begun yet.');
    await travel(test.db, 3700);
    expect((await press(outcome)).done).toBe('moved');
    expect((await panel()).bookings[0]?.card.interviewStatus).toBe('COMPLETED');
  });
});

describe('[API-43] a time that no slot has', () => {
  const inTwoDays = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 2 * 86_400_000);
  const localText = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16);
  const minutesLater = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const timeForm = (at: Date, interviewerId: string): Record<string, string> => ({
    ...{ form: 'time', applicationId: person.id, startsAt: localText(at), minutes: '30', interviewerId },
    ...{ timeZone: 'Asia/Kolkata', mode: 'VIDEO', joinUrl: 'https://meet.example/asha', address: '' },
  });
  const addInterviewer = async (name: string): Promise<string> => {
    const body = { name, email: `${name.toLowerCase()}@guest.example`, user_id: null };
    return (await staff.call('POST /api/v1/staff/interviewers/create/', body)).body.id;
  };
  const listSlots = () =>
    test.db
      .selectFrom('interviewSlot')
      .select(['startsAt', 'taken', 'interviewerId', 'cancelledAt'])
      .where('joinUrl', '=', 'https://meet.example/asha')
      .orderBy('startsAt')
      .execute();

  it('gets a slot of its own, and the calendar opens it on its day', async () => {
    const at = inTwoDays();
    const interviewerId = await addInterviewer('Deepa');
    const { done, bookedTime, doneFacts } = await press(timeForm(at, interviewerId));
    expect([done, bookedTime?.startsAt]).toEqual(['booked', at.toISOString()]);
    expect(doneFacts).toEqual({ at: at.toISOString() });
    expect((await panel(bookedTime?.slotId)).slot).toMatchObject({
      ...{ taken: 1, capacity: 1, interviewer: { name: 'Deepa' } },
    });
    expect(await lastMail()).toBe('Your interview is booked');
    const url = new URL('https://liftoff.example/staff/slots/?view=day&date=2026-01-01&slot=old&done=booked');
    expect(shownQuery(url, { bookedTime: bookedTime ?? null })).toEqual({
      ...{ view: 'day', slot: bookedTime?.slotId, date: localText(at).slice(0, 10) },
    });
    // The same form again books nothing more.
    expect((await press(timeForm(at, interviewerId))).done).toBe('booked');
    expect(await listSlots()).toHaveLength(1);
  });

  it('is refused with the reason while the interviewer has another interview or a free slot', async () => {
    const at = inTwoDays();
    const interviewerId = await addInterviewer('Deepa');
    const [other] = await insertInterviewees(test, slug, 1);
    await press({ ...timeForm(at, interviewerId), applicationId: other?.id ?? '' });
    const overlap = timeForm(minutesLater(at, 15), interviewerId);
    const busy = await press(overlap);
    expect(busy.errors?.fields.interviewerId).toMatch(
      /^Deepa has another interview at that time: .*, Inside/,
    );
    expect(busy.values.startsAt).toBe(overlap.startsAt);
    const free = await insertSlot(test.db, slug, { inMinutes: 20 });
    await staff.call(`PATCH /api/v1/staff/slots/${free}/update/`, { interviewer_id: interviewerId });
    const soon = await press(timeForm(minutesLater(new Date(), 30), interviewerId));
    expect(soon.errors?.fields.interviewerId).toMatch(/^Deepa has a free slot at that time/);
    expect((await read()).interview.status).toBe('TO_SCHEDULE');
    expect((await press(timeForm(minutesLater(at, 30), interviewerId))).done).toBe('booked');
  });

  it('moves an interview by a quarter of an hour: the old slot goes, and elsewhere it becomes free', async () => {
    const at = inTwoDays();
    const interviewerId = await addInterviewer('Deepa');
    await press(timeForm(at, interviewerId));
    expect(await lastMail()).toBe('Your interview is booked');
    expect((await press(timeForm(minutesLater(at, 15), interviewerId))).done).toBe('booked');
    expect(await lastMail()).toBe('Your interview has moved');
    expect((await press(timeForm(minutesLater(at, 120), interviewerId))).done).toBe('booked');
    const slots = await listSlots();
    expect(slots.map(({ taken, cancelledAt }) => [taken, cancelledAt !== null])).toEqual([
      [0, true],
      [0, false],
      [1, false],
    ]);
    expect((await panel(undefined)).slot.id).toBe(slotId);
  });

  it('is changed at the same time when its link is another one, and the candidate is told', async () => {
    const at = inTwoDays();
    const form = timeForm(at, await addInterviewer('Deepa'));
    await press(form);
    expect(await lastMail()).toBe('Your interview is booked');
    const changed = await press({ ...form, joinUrl: 'https://meet.example/other' });
    expect(changed.done).toBe('booked');
    expect(await lastMail()).toBe('Your interview has a new link');
    expect((await panel(changed.bookedTime?.slotId)).slot).toMatchObject({
      ...{ taken: 1, startsAt: at.toISOString(), joinUrl: 'https://meet.example/other' },
    });
    expect(await listSlots()).toMatchObject([{ taken: 0, cancelledAt: expect.any(Date) }]);
    const interviewerId = await addInterviewer('Ravi');
    await press({ ...form, joinUrl: '', mode: 'PHONE', interviewerId });
    expect(await lastMail()).toBe('Your interview has another form and another interviewer');
  });

  it('is refused in the past, and where the stage is held in another way', async () => {
    expect((await press(timeForm(new Date(Date.now() - 3_600_000), ''))).errors?.errorCode).toBe(
      'SLOT_IN_PAST',
    );
    const noLink = await press({ ...timeForm(inTwoDays(), ''), joinUrl: '' });
    expect(Object.keys(noLink.errors?.fields ?? {})).toEqual(['joinUrl']);
  });

  it('one interviewer gets only one of two interviews that are booked at once', async () => {
    const at = inTwoDays();
    const interviewerId = await addInterviewer('Deepa');
    const [other] = await insertInterviewees(test, slug, 1);
    const both = [person.id, other?.id ?? ''].map((applicationId) =>
      press({ ...timeForm(at, interviewerId), applicationId }),
    );
    const done = (await Promise.all(both)).map((one) => one.done);
    expect(done.toSorted()).toEqual(['booked', null]);
    expect(await listSlots()).toHaveLength(1);
  });
});

describe('[API-43] the calendar', () => {
  it('names the interviewer in the list of times, and says the same of an interview after its stage', async () => {
    const { body } = await staff.call('POST /api/v1/staff/interviewers/create/', {
      ...{ name: 'Deepa Rao', email: 'deepa@guest.example', user_id: null },
    });
    await press({ form: 'book', applicationId: person.id, slotId });
    const later = await insertSlot(test.db, slug, { inMinutes: 120 });
    await staff.call(`PATCH /api/v1/staff/slots/${later}/update/`, { interviewer_id: body.id });
    expect((await panel()).freeTimes).toEqual([[later, expect.stringMatching(/ · Deepa Rao$/)]]);
    await travel(test.db, 3700);
    await press({ form: 'outcome', applicationId: person.id, action: 'COMPLETE_INTERVIEW' });
    await test.db.updateTable('jobApplication').set({ stageKey: 'offer', status: 'OFFERED' }).execute();
    const [booking] = (await panel()).bookings;
    expect([booking?.status, booking?.card.interviewStatus]).toEqual(['COMPLETED', 'NOT_REQUIRED']);
  });

  it('shows name, phone and status of who has a seat, and filters free and booked slots', async () => {
    await press({ form: 'book', applicationId: person.id, slotId });
    await insertSlot(test.db, slug, { inMinutes: 60 });
    const load = async (search: string) => {
      const query = parseCalendarQuery(new URLSearchParams(search), 'Asia/Kolkata', new Date());
      const days = calendarRange('week', query.date, 'Asia/Kolkata');
      // Sunday's late evening may have the slots in the next week.
      const to = new Date(days.to.getTime() + 86_400_000);
      return (await loadCalendar(test.db, { from: days.from, to }, query)).slots;
    };
    const [booked] = await load('state=booked');
    expect(booked).toMatchObject({
      id: slotId,
      bookings: [{ name: 'Asha', status: 'SCHEDULED', phone: expect.stringMatching(/^\+91/) }],
    });
    expect([(await load('')).length, (await load('state=free')).length]).toEqual([2, 1]);
  });

  it('leaves out what its address says wrongly, and keeps the rest', () => {
    const now = new Date('2026-11-22T20:00:00Z');
    const parse = (search: string) => parseCalendarQuery(new URLSearchParams(search), 'Asia/Kolkata', now);
    expect(parse('view=year&date=2026-02-30&jobId=x')).toEqual({ view: 'week', date: '2026-11-23' });
    expect(parse('past=true').view).toBe('list');
    expect(calendarHref(parse('view=day&state=free'), { date: '2026-11-24' })).toBe(
      '/staff/slots/?view=day&state=free&date=2026-11-24',
    );
  });
});
