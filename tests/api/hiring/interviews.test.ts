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
  submitApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { insertInterviewees } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
const { staff, move, createInvitedCandidate, choose, countTakenSeats } = useAppointments(
  test,
  slug,
  'INTERVIEW',
);

beforeEach(() => restoreJobs(test.db));

const slotsOf = ({ visitor }: Candidate, id: string) =>
  visitor.call(`GET ${applications}${id}/reschedule-interview/slots/`);
const moveSlot = (id: string, startsInMinutes: number) =>
  test.db
    .updateTable('interviewSlot')
    .set({
      startsAt: new Date(Date.now() + startsInMinutes * 60_000),
      endsAt: new Date(Date.now() + (startsInMinutes + 30) * 60_000),
    })
    .where('id', '=', id)
    .execute();

describe('booking a time', () => {
  it('[API-43] lists free times by day in the candidate’s time zone', async () => {
    const { person, id } = await createInvitedCandidate();
    const free = await insertSlot(test.db, slug, { capacity: 2 });
    await insertSlot(test.db, slug, { inMinutes: -60 });
    await insertSlot(test.db, slug, { stageKey: 'interview' });
    await insertSlot(test.db, 'inside-sales-associate-cl13');
    await person.visitor.call('PATCH /api/v1/user/update/', { time_zone: 'America/Winnipeg' });
    const { status, body } = await slotsOf(person, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      time_zone: 'America/Winnipeg',
      current: null,
      reschedules_left: 2,
      deadline_at: null,
    });
    expect(body.days).toHaveLength(1);
    expect(body.days[0].slots).toMatchObject([{ id: free, seats_left: 2, mode: 'VIDEO' }]);
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Winnipeg' });
    expect(body.days[0].date).toBe(local.format(new Date(body.days[0].slots[0].starts_at)));
  });

  it('[API-43] reserves the seat, notifies, and does not count the first booking as a move', async () => {
    const { person, id } = await createInvitedCandidate();
    const slot = await insertSlot(test.db, slug);
    const { status, body } = await choose(person, id, slot);
    expect(status).toBe(200);
    expect(body.interview).toMatchObject({
      status: 'SCHEDULED',
      slot_id: slot,
      reschedules_used: 0,
      reschedules_allowed: 2,
      join_url: null,
      ics_url: `/moonshot/applications/${id}/interview.ics`,
    });
    const { starts_at, reschedule_deadline_at } = body.interview;
    expect(Date.parse(starts_at) - Date.parse(reschedule_deadline_at)).toBe(4 * 3_600_000);
    expect(await countTakenSeats(slot)).toBe(1);
    await waitForDelivery(test);
    const sent = [...(await test.sentTo(person.e164)), ...(await test.sentTo(person.email))];
    const confirmations = sent.filter(({ text }) => / is on \d+ \w+ \d+, \d+:\d\d [ap]m IST\./.test(text));
    expect(confirmations.map(({ medium }) => medium)).toEqual(['SMS', 'EMAIL']);
    expect(confirmations[1]?.text).toContain(`/calendar/interview/${id}/`);
  });

  it('[API-43] booking the same time again changes nothing', async () => {
    const { person, id } = await createInvitedCandidate();
    const slot = await insertSlot(test.db, slug);
    await choose(person, id, slot);
    const { status, body } = await choose(person, id, slot);
    expect([status, body.interview.reschedules_used, await countTakenSeats(slot)]).toEqual([200, 0, 1]);
  });

  it('[API-43] rejects a past time, an unknown time and a time of another job', async () => {
    const { person, id } = await createInvitedCandidate();
    const codes = [];
    for (const slot of [
      await insertSlot(test.db, slug, { inMinutes: -1 }),
      '01890000-0000-7000-8000-000000000000',
      await insertSlot(test.db, 'inside-sales-associate-cl13'),
    ])
      codes.push((await choose(person, id, slot)).body.error_code);
    expect(codes).toEqual(['SLOT_IN_PAST', 'SLOT_INVALID', 'SLOT_INVALID']);
  });

  it('[API-43] lists no times for an application without an interview', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    const slot = await insertSlot(test.db, slug);
    for (const answer of [await choose(person, id, slot), await slotsOf(person, id)])
      expect([answer.status, answer.body.error_code]).toEqual([409, 'INTERVIEW_NOT_SCHEDULED']);
  });
});

describe('moving an interview', () => {
  it('[API-43] releases the old seat, and is allowed twice', async () => {
    const { person, id } = await createInvitedCandidate();
    const slots = [];
    for (let day = 2; day < 6; day += 1)
      slots.push(await insertSlot(test.db, slug, { inMinutes: day * 24 * 60 }));
    const [first = '', second = '', third = '', fourth = ''] = slots;
    await choose(person, id, first);
    await choose(person, id, second);
    const moved = await choose(person, id, third);
    expect(moved.body.interview).toMatchObject({ slot_id: third, reschedules_used: 2 });
    expect(await Promise.all(slots.map(countTakenSeats))).toEqual([0, 0, 1, 0]);

    const rejected = await choose(person, id, fourth);
    expect([rejected.status, rejected.body.error_code]).toEqual([409, 'RESCHEDULE_LIMIT_REACHED']);
    const action = moved.body.allowed_actions.find(
      ({ action }: { action: string }) => action === 'RESCHEDULE_INTERVIEW',
    );
    expect(action).toMatchObject({ enabled: false, reason: rejected.body.error });
  });

  it('[API-43] is rejected from four hours before, and the error names the deadline', async () => {
    const { person, id } = await createInvitedCandidate();
    const slot = await insertSlot(test.db, slug, { inMinutes: 3 * 60 });
    await choose(person, id, slot);
    const other = await insertSlot(test.db, slug);
    const { status, body } = await choose(person, id, other);
    expect([status, body.error_code]).toEqual([409, 'TOO_LATE_TO_RESCHEDULE']);
    expect(body.error).toMatch(/could be moved or cancelled until \d+ \w+ \d+, \d+:\d\d [ap]m IST\.$/);
    expect([await countTakenSeats(slot), await countTakenSeats(other)]).toEqual([1, 0]);
  });

  it('[API-43] keeps the old time when the new one is full', async () => {
    const [one, other] = [await createInvitedCandidate(), await createInvitedCandidate()];
    const [mine, wanted] = [await insertSlot(test.db, slug), await insertSlot(test.db, slug)];
    await choose(one.person, one.id, mine);
    await choose(other.person, other.id, wanted);
    const { status, body } = await choose(one.person, one.id, wanted);
    expect([status, body.error_code, body.field_errors]).toEqual([
      409,
      'SLOT_TAKEN',
      { slot_id: expect.any(String) },
    ]);
    expect((await readApplication(one.person, one.id)).interview).toMatchObject({
      slot_id: mine,
      reschedules_used: 0,
    });
    expect([await countTakenSeats(mine), await countTakenSeats(wanted)]).toEqual([1, 1]);
  });

  it('[C-42] two candidates who swap times in parallel both have one seat afterwards', async () => {
    const pair = [await createInvitedCandidate(), await createInvitedCandidate()] as const;
    const slots = [
      await insertSlot(test.db, slug, { capacity: 2 }),
      await insertSlot(test.db, slug, { capacity: 2 }),
    ];
    const [left = '', right = ''] = slots;
    await choose(pair[0].person, pair[0].id, left);
    await choose(pair[1].person, pair[1].id, right);
    const answers = await Promise.all([
      choose(pair[0].person, pair[0].id, right),
      choose(pair[1].person, pair[1].id, left),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await Promise.all(slots.map(countTakenSeats))).toEqual([1, 1]);
  });
});

it('[C-42] of 50 candidates for one slot, one gets it and 49 get SLOT_TAKEN with the free times', async () => {
  const people = await insertInterviewees(test, slug, 50);
  const wanted = await insertSlot(test.db, slug);
  const spare = await insertSlot(test.db, slug, { capacity: 60 });
  const answers = await Promise.all(people.map(({ visitor, id }) => choose({ visitor }, id, wanted)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const losers = answers.filter(({ body }) => body.error_code === 'SLOT_TAKEN');
  expect(losers).toHaveLength(49);
  for (const { body } of losers)
    expect(body.days.flatMap(({ slots }: { slots: { id: string }[] }) => slots.map(({ id }) => id))).toEqual([
      spare,
    ]);
  expect(await countTakenSeats(wanted)).toBe(1);
  const holders = await test.db.selectFrom('interview').select('id').where('slotId', '=', wanted).execute();
  expect(holders).toHaveLength(1);
}, 60_000);

describe('the link to join', () => {
  it('[API-42] is shown from 15 minutes before the start until the end', async () => {
    const { person, id } = await createInvitedCandidate();
    const slot = await insertSlot(test.db, slug);
    await choose(person, id, slot);
    const link = async (inMinutes: number) => {
      await moveSlot(slot, inMinutes);
      const { interview, next_step } = await readApplication(person, id);
      return [interview.join_url, next_step.action];
    };
    expect(await link(16)).toEqual([null, null]);
    expect(await link(14)).toEqual(['https://meet.example/room', 'JOIN']);
    expect(await link(-29)).toEqual(['https://meet.example/room', 'JOIN']);
    expect(await link(-31)).toEqual([null, null]);
  });
});

describe('the calendar file', () => {
  const file = async ({ userId }: Candidate, id: string) => {
    const text = interviewCalendar(await requireOwnAggregate(test.db, userId, id), 'https://localhost') ?? '';
    const unfolded = text.replaceAll('\r\n ', '');
    const field = (name: string) => new RegExp(`^${name}[^:\\r]*:(.*)$`, 'm').exec(unfolded)?.[1]?.trim();
    return {
      text,
      unfolded,
      uid: field('UID'),
      sequence: Number(field('SEQUENCE')),
      method: field('METHOD'),
      field,
    };
  };

  it('[API-43] keeps its UID, raises SEQUENCE with each change, and is cancelled', async () => {
    const { person, id } = await createInvitedCandidate();
    const slots = [
      await insertSlot(test.db, slug),
      await insertSlot(test.db, slug, { inMinutes: 4 * 24 * 60 }),
    ];
    expect((await file(person, id)).text).toBe('');
    await choose(person, id, slots[0] ?? '');
    const first = await file(person, id);
    expect([first.method, first.sequence, first.field('STATUS')]).toEqual(['PUBLISH', 0, 'CONFIRMED']);
    await choose(person, id, slots[1] ?? '');
    const second = await file(person, id);
    expect([second.uid, second.sequence]).toEqual([first.uid, 1]);
    expect(second.field('DTSTART')).not.toBe(first.field('DTSTART'));

    await runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'CANCEL_INTERVIEW'));
    const cancelled = await file(person, id);
    expect([cancelled.method, cancelled.uid, cancelled.sequence, cancelled.field('STATUS')]).toEqual([
      'CANCEL',
      first.uid,
      2,
      'CANCELLED',
    ]);
    await runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'INVITE_AGAIN'));
    await choose(person, id, slots[0] ?? '');
    const again = await file(person, id);
    expect([again.method, again.uid, again.sequence]).toEqual(['PUBLISH', first.uid, 3]);
    expect(await Promise.all(slots.map(countTakenSeats))).toEqual([1, 0]);
  });

  it('[API-43] never contains the link to join', async () => {
    const { person, id } = await createInvitedCandidate();
    await choose(person, id, await insertSlot(test.db, slug, { inMinutes: 5 }));
    await test.db
      .updateTable('job')
      .set({ title: 'वॉइस सपोर्ट एसोसिएट, ग्राहक सेवा'.repeat(3) })
      .execute();
    const { text, unfolded } = await file(person, id);
    expect(unfolded).toContain(`/moonshot/applications/${id}/`);
    expect(unfolded).not.toContain('meet.example');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
});

describe('staff', () => {
  it('[API-42] can complete an interview after it has started, not before', async () => {
    const { person, id } = await createInvitedCandidate();
    const slot = await insertSlot(test.db, slug);
    await choose(person, id, slot);
    const complete = () =>
      runUnitOfWork(test, (work) => moveInterview(work, staff, id, 'COMPLETE_INTERVIEW'));
    await expect(complete()).rejects.toThrow('This interview has not begun yet.');
    await expect(move(id, 'MOVE_TO_TRAINING')).rejects.toThrow('The interview is not completed yet.');
    await moveSlot(slot, -10);
    expect(await complete()).toBe('COMPLETED');
    await move(id, 'MOVE_TO_TRAINING');
    expect((await readApplication(person, id)).status).toBe('TRAINING');
  });

  it('[API-42] a hold releases the seat, and resuming lets the candidate book again', async () => {
    const { person, id } = await createInvitedCandidate();
    const slot = await insertSlot(test.db, slug);
    await choose(person, id, slot);
    await move(id, 'HOLD');
    expect(await countTakenSeats(slot)).toBe(0);
    expect((await readApplication(person, id)).interview.status).toBe('CANCELLED');
    const held = await choose(person, id, slot);
    expect([held.status, held.body.error_code]).toEqual([409, 'INTERVIEW_NOT_SCHEDULED']);
    await move(id, 'RESUME');
    expect(await readApplication(person, id)).toMatchObject({
      status: 'INTERVIEW',
      interview: { status: 'TO_SCHEDULE' },
      next_step: { action: 'SCHEDULE_INTERVIEW' },
    });
    expect((await choose(person, id, slot)).status).toBe(200);
  });

  it('[API-42] a withdrawal releases the seat', async () => {
    const { person, id } = await createInvitedCandidate();
    const slot = await insertSlot(test.db, slug);
    await choose(person, id, slot);
    await person.visitor.call(`POST ${applications}${id}/withdraw/`, {});
    expect(await countTakenSeats(slot)).toBe(0);
    expect((await readApplication(person, id)).interview).toMatchObject({
      status: 'CANCELLED',
      join_url: null,
    });
  });
});
