import { beforeEach, describe, expect, it } from 'vitest';
import { calendarRange } from '#lib/domain/hiring/appointments/slot-calendar.ts';
import { loadCalendar } from '#lib/server/staff/hiring/appointments/calendar.ts';
import { calendarHref, parseCalendarQuery } from '#lib/server/staff/hiring/appointments/calendar-query.ts';
import { handleSlotsForm } from '#lib/server/staff/hiring/appointments/slot-form.ts';
import { requireSlotPanel } from '#lib/server/staff/hiring/appointments/slot-panel.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
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
  handleSlotsForm(test.api, postStaffForm(test, staff, '/staff/slots/', fields));
const read = async () => (await person.visitor.call(`GET ${applications}${person.id}/`)).body;
const panel = (id = slotId) => requireSlotPanel(test.db, id, 'Asia/Kolkata');

async function lastMail(): Promise<string | null | undefined> {
  await waitForDelivery(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select('subject')
    .where('medium', '=', 'EMAIL')
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

describe('[API-43] the calendar', () => {
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
