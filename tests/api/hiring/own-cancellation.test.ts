import { beforeEach, describe, expect, it } from 'vitest';
import { requireOwnAggregate } from '#lib/server/hiring/applications/find-applications.ts';
import { interviewCalendar } from '#lib/server/hiring/appointments/interview-calendar.ts';
import { moveInterview } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { useTestApi } from '../../support/api.ts';
import { useAppointments } from '../../support/hiring/appointments.ts';
import {
  applications,
  type Candidate,
  insertSlot,
  readApplication,
  runUnitOfWork,
  signUpCandidate,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { insertInterviewees } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
const { staff, createInvitedCandidate, choose, countTakenSeats } = useAppointments(test, slug, 'INTERVIEW');

beforeEach(() => restoreJobs(test.db));

const cancel = ({ visitor }: Pick<Candidate, 'visitor'>, id: string, body: object = {}) =>
  visitor.call(`POST ${applications}${id}/cancel-interview/`, body);

async function createBookedCandidate(inMinutes?: number) {
  const { person, id } = await createInvitedCandidate();
  const slot = await insertSlot(test.db, slug, inMinutes === undefined ? {} : { inMinutes });
  await choose(person, id, slot);
  return { person, id, slot };
}

describe('a candidate cancels an interview', () => {
  it('[API-43] releases the seat, keeps the application open and lets them choose another time later', async () => {
    const { person, id, slot } = await createBookedCandidate();
    const { status, body } = await cancel(person, id, { current_slot_id: slot, reason: 'An exam' });
    expect([status, body.status, body.next_step.action]).toEqual([200, 'INTERVIEW', 'SCHEDULE_INTERVIEW']);
    expect(body.interview).toMatchObject({
      status: 'TO_SCHEDULE',
      slot_id: null,
      starts_at: null,
      reschedules_used: 1,
    });
    expect(await countTakenSeats(slot)).toBe(0);
    expect(body.history.at(-1)).toMatchObject({ action: 'CANCEL_INTERVIEW', actor_type: 'CANDIDATE' });
    expect(JSON.stringify(body)).not.toContain('An exam');
    const event = await test.db
      .selectFrom('applicationEvent')
      .select('privateNote')
      .where('action', '=', 'CANCEL_INTERVIEW')
      .executeTakeFirstOrThrow();
    expect(event.privateNote).toBe('An exam');
    const again = await insertSlot(test.db, slug, { inMinutes: 4 * 24 * 60 });
    expect((await choose(person, id, again)).body.interview).toMatchObject({
      status: 'SCHEDULED',
      slot_id: again,
      reschedules_used: 1,
    });
  });

  it('[API-43] confirms it with the time and a calendar file that removes the entry', async () => {
    const { person, id, slot } = await createBookedCandidate();
    await cancel(person, id);
    await waitForDelivery(test);
    const sent = [...(await test.sentTo(person.e164)), ...(await test.sentTo(person.email))].filter(
      ({ text }) =>
        /on \d+ \w+ \d+, .* IST is cancelled\. Please choose a time for your interview\./.test(text),
    );
    expect(sent.map(({ medium }) => medium)).toEqual(['SMS', 'EMAIL']);
    expect(sent[1]?.text).toContain(`/calendar/interview/${id}/`);
    const aggregate = await requireOwnAggregate(test.db, person.userId, id);
    expect(interviewCalendar(aggregate, 'https://app.example')).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1/);
    expect(slot).toBeTruthy();
  });

  it('[API-43] a cancellation counts as a move, and there are two', async () => {
    const { person, id } = await createBookedCandidate();
    await cancel(person, id);
    await choose(person, id, await insertSlot(test.db, slug, { inMinutes: 4 * 24 * 60 }));
    await cancel(person, id);
    const last = await insertSlot(test.db, slug, { inMinutes: 5 * 24 * 60 });
    expect((await choose(person, id, last)).body.interview).toMatchObject({
      slot_id: last,
      reschedules_used: 2,
    });
    const { status, body } = await cancel(person, id);
    expect([status, body.error_code]).toEqual([409, 'RESCHEDULE_LIMIT_REACHED']);
    const shown = await readApplication(person, id);
    expect(
      shown.allowed_actions.find(({ action }: { action: string }) => action === 'CANCEL_INTERVIEW'),
    ).toMatchObject({ enabled: false, reason: body.error });
    expect(await countTakenSeats(last)).toBe(1);
  });

  it('[API-43] is rejected from four hours before, and the error names the deadline', async () => {
    const { person, id, slot } = await createBookedCandidate(3 * 60);
    const { status, body } = await cancel(person, id);
    expect([status, body.error_code]).toEqual([409, 'TOO_LATE_TO_RESCHEDULE']);
    expect(body.error).toMatch(/moved or cancelled until \d+ \w+ \d+, \d+:\d\d [ap]m IST\.$/);
    expect(await countTakenSeats(slot)).toBe(1);
  });

  it('[API-43] a page with an outdated time cancels nothing and gets the application', async () => {
    const { person, id, slot } = await createBookedCandidate();
    const other = await insertSlot(test.db, slug, { inMinutes: 4 * 24 * 60 });
    await choose(person, id, other);
    const { status, body } = await cancel(person, id, { current_slot_id: slot });
    expect([status, body.error_code, body.current.interview.slot_id]).toEqual([409, 'STALE_WRITE', other]);
    expect(await countTakenSeats(other)).toBe(1);
  });

  it('[API-43] nothing is cancelled without a booked time, or of another person', async () => {
    const { person, id } = await createInvitedCandidate();
    const none = await cancel(person, id);
    expect([none.status, none.body.error_code]).toEqual([409, 'INVALID_STATE']);
    const stranger = await signUpCandidate(test);
    expect((await cancel(stranger, id)).status).toBe(404);
  });

  it('[API-43] staff who cancel it do not use a move of the candidate', async () => {
    const { person, id } = await createBookedCandidate();
    await runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'CANCEL_INTERVIEW'));
    expect((await readApplication(person, id)).interview).toMatchObject({
      status: 'CANCELLED',
      reschedules_used: 0,
    });
    expect((await cancel(person, id)).body.error_code).toBe('INVALID_STATE');
  });

  it('[C-42] pressed many times at once, it releases one seat and counts once', async () => {
    const { person, id, slot } = await createBookedCandidate();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        cancel({ visitor: person.visitor.fork() }, id, { current_slot_id: slot }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await readApplication(person, id)).interview.reschedules_used).toBe(1);
    expect(await countTakenSeats(slot)).toBe(0);
  });

  it('[C-42] while many cancel, book and move at once, every slot counts the seats that it has', async () => {
    const people = await insertInterviewees(test, slug, 8);
    const slots: string[] = [];
    for (let day = 2; day < 5; day += 1)
      slots.push(await insertSlot(test.db, slug, { inMinutes: day * 24 * 60, capacity: 3 }));
    await Promise.all(
      people.flatMap((one, n) =>
        [0, 1, 2].flatMap((turn) => [
          choose({ visitor: one.visitor.fork() }, one.id, slots[(n + turn) % slots.length] ?? ''),
          cancel({ visitor: one.visitor.fork() }, one.id),
        ]),
      ),
    );
    const rows = await test.db
      .selectFrom('interview')
      .select(['slotId', 'status', 'reschedulesUsed'])
      .execute();
    for (const slot of slots)
      expect(await countTakenSeats(slot)).toBe(
        rows.filter(({ slotId, status }) => slotId === slot && status === 'SCHEDULED').length,
      );
    for (const { reschedulesUsed } of rows) expect(reschedulesUsed).toBeLessThanOrEqual(2);
  });
});
