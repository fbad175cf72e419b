import { beforeEach, describe, expect, it } from 'vitest';
import { moveInterview } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { useTestApi } from '../../support/api.ts';
import { useAppointments } from '../../support/hiring/appointments.ts';
import { applications, insertSlot, readApplication, runUnitOfWork } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
const { staff, move, createInvitedCandidate, choose, countTakenSeats } = useAppointments(
  test,
  slug,
  'INTERVIEW',
);

beforeEach(() => restoreJobs(test.db));

describe('a booked interview', () => {
  it('[API-43] is not moved by a page that shows an outdated time', async () => {
    const { person, id } = await createInvitedCandidate();
    const [first = '', second = '', third = ''] = [
      await insertSlot(test.db, slug, { inMinutes: 2 * 24 * 60 }),
      await insertSlot(test.db, slug, { inMinutes: 3 * 24 * 60 }),
      await insertSlot(test.db, slug, { inMinutes: 4 * 24 * 60 }),
    ];
    const book = (slot: string, seen: string | null) =>
      person.visitor.call(`POST ${applications}${id}/reschedule-interview/`, {
        slot_id: slot,
        current_slot_id: seen,
      });
    expect((await book(first, null)).status).toBe(200);
    const stale = await book(second, null);
    expect([stale.status, stale.body.error_code]).toEqual([409, 'STALE_WRITE']);
    expect(stale.body.error).toMatch(/If you choose another one, it moves\.$/);
    expect(stale.body.current).toMatchObject({ current: { id: first }, reschedules_left: 2 });
    expect(stale.body.current.days.flatMap(({ slots }: { slots: object[] }) => slots)).toMatchObject([
      { id: second },
      { id: third },
    ]);
    expect((await readApplication(person, id)).interview).toMatchObject({
      slot_id: first,
      reschedules_used: 0,
    });
    expect([await countTakenSeats(first), await countTakenSeats(second)]).toEqual([1, 0]);
    // With the current slot it is moved; after that the old value is stale again.
    expect((await book(second, first)).body.interview).toMatchObject({
      slot_id: second,
      reschedules_used: 1,
    });
    expect((await book(third, first)).body.error_code).toBe('STALE_WRITE');
    await runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'CANCEL_INTERVIEW'));
    await runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'INVITE_AGAIN'));
    expect((await book(third, second)).body).toMatchObject({
      error_code: 'STALE_WRITE',
      error: expect.stringMatching(/has no time any more/),
      current: { current: null },
    });
  });

  it('[API-43] has a history with the old time, the new time and the reason for a cancellation', async () => {
    const { person, id } = await createInvitedCandidate();
    const [first = '', second = ''] = [
      await insertSlot(test.db, slug),
      await insertSlot(test.db, slug, { inMinutes: 4 * 24 * 60 }),
    ];
    const begins = async (slot: string) =>
      (await choose(person, id, slot)).body.interview.starts_at as string;
    const [from, to] = [await begins(first), await begins(second)];
    await move(id, 'HOLD', 'RESUME');
    const { history } = await readApplication(person, id);
    expect(history.slice(-6)).toMatchObject([
      { action: 'SCHEDULE_INTERVIEW', starts_at: from, previous_starts_at: null, because: null },
      { action: 'RESCHEDULE_INTERVIEW', starts_at: to, previous_starts_at: from },
      { action: 'HOLD', because: null },
      { action: 'CANCEL_INTERVIEW', starts_at: null, because: 'because the application was put on hold' },
      { action: 'RESUME', because: null },
      { action: 'INVITE_AGAIN', because: 'because the application goes on' },
    ]);
  });

  it('[API-43] can be moved the full number of times again after a new invitation', async () => {
    const { person, id } = await createInvitedCandidate();
    for (let day = 2; day < 5; day += 1)
      await choose(person, id, await insertSlot(test.db, slug, { inMinutes: day * 24 * 60 }));
    expect((await readApplication(person, id)).interview.reschedules_used).toBe(2);
    await runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'CANCEL_INTERVIEW'));
    await runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'INVITE_AGAIN'));
    await choose(person, id, await insertSlot(test.db, slug, { inMinutes: 5 * 24 * 60 }));
    const last = await insertSlot(test.db, slug, { inMinutes: 6 * 24 * 60 });
    expect((await choose(person, id, last)).body.interview.reschedules_used).toBe(1);
    await move(id, 'HOLD', 'RESUME');
    expect((await readApplication(person, id)).interview.reschedules_used).toBe(0);
  });
});
