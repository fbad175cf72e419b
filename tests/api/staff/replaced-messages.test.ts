import { beforeEach, describe, expect, it } from 'vitest';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, endUndoTime, insertBatch, insertSlot } from '../../support/hiring/candidates.ts';
import {
  insertInterviewees,
  insertTrainees,
  type SignedInCandidate,
} from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { postOffer } from '../../support/hiring/offers.ts';
import { postStaffForm, requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { bookTimeBody } from '../../support/hiring/staff-appointments.ts';
import { readState } from '../../support/hiring/undo.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

/** A later change of an application while the message about the earlier one still waits. */

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
let staff: Visitor;
let person: SignedInCandidate;
let interviewerId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  const guest = { name: 'Deepa Rao', email: 'deepa@boliqo.example', user_id: null };
  interviewerId = (await ask('POST /api/v1/staff/interviewers/create/', guest)).id;
});

async function ask(key: string, body: object) {
  const answer = await staff.call(key, body);
  expect(answer.status, `${key} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** Puts the application back before its interview. */
async function returnTo(status: 'SUBMITTED' | 'SHORTLISTED'): Promise<void> {
  await test.db.deleteFrom('interview').execute();
  await test.db.updateTable('jobApplication').set({ status, stageKey: 'review' }).execute();
}

async function beginInterview(): Promise<void> {
  const slotId = await insertSlot(test.db, slug, { inMinutes: -60 });
  await test.db.updateTable('interviewSlot').set({ taken: 1 }).where('id', '=', slotId).execute();
  await test.db.updateTable('interview').set({ status: 'SCHEDULED', slotId }).execute();
}

async function beginTraining(): Promise<void> {
  const batch = await insertBatch(test.db, slug, { inMinutes: -60 });
  [person] = (await insertTrainees(test, slug, 1, batch)) as [SignedInCandidate];
  await test.db.updateTable('training').set({ status: 'IN_PROGRESS' }).execute();
}

const path = () => `POST /api/v1/staff/job-applications/${person.id}`;
const move = (action: string, more: object = {}) =>
  ask('POST /api/v1/staff/job-applications/move/', { application_ids: [person.id], action, ...more });
const morning = '2030-03-04T04:30:00.000Z';
const afternoon = '2030-03-04T09:30:00.000Z';
const evening = '2030-03-04T12:30:00.000Z';
const book = (startsAt: string) =>
  ask(`${path()}/book-time/`, { ...bookTimeBody(), starts_at: startsAt, interviewer_id: interviewerId });

interface City {
  id: string;
  city: string;
}
async function listCities(): Promise<City[]> {
  const { id: jobId } = await requireJobBySlug(test.db, slug);
  const places = await test.db
    .selectFrom('jobLocation')
    .select(['id', 'city'])
    .where('city', 'in', ['Gurugram', 'Pune'])
    .orderBy('city')
    .execute();
  await test.db
    .insertInto('jobJobLocation')
    .values(
      places.map(({ id: jobLocationId }, n) => ({ jobId, jobLocationId, position: n + 8, openings: 1 })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return places;
}

async function findUndoable() {
  return (await staff.call('GET /api/v1/staff/actions/undoable/')).body.action;
}
const undo = async () => ask(`POST /api/v1/staff/actions/${(await findUndoable()).id}/undo/`, {});

/** Lets the ten seconds pass and returns the texts that were sent since the last time. */
async function listSent(medium: 'EMAIL' | 'SMS', recipient?: string): Promise<string[]> {
  await endUndoTime(test.db);
  await deliverDue(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select(['subject', 'text', 'recipient'])
    .where('medium', '=', medium)
    .orderBy('id')
    .execute();
  const isAsked = (to: string) => (recipient ? to === recipient : to !== 'deepa@boliqo.example');
  return (
    rows
      .filter((row) => isAsked(row.recipient))
      .map(({ subject, text }) => `${subject ?? ''}: ${text.replaceAll('\n', ' ')}`)
      // The staff member has signed in.
      .filter((text) => !text.includes('OTP'))
  );
}
const listInvites = () => listSent('EMAIL', 'deepa@boliqo.example');
const deliverAndClear = async () => {
  await endUndoTime(test.db);
  await deliverDue(test);
  await test.db.deleteFrom('inboxMessage').execute();
};

describe('[API-42] a later change replaces a message that still waits', () => {
  it('an interview that is booked and then moved is booked: the candidate and the interviewer hear of one time', async () => {
    await book(morning);
    await book(afternoon);
    expect(await findUndoable()).toMatchObject({ people: 2, replaced: 2 });
    const [email = '', ...others] = await listSent('EMAIL');
    expect(email).toMatch(/^Your interview is booked: .* is on 4 Mar 2030, 3:00 pm/);
    expect(email).not.toMatch(/10:00 am|moved|now on/);
    expect(others).toEqual([]);
    expect(await listSent('SMS')).toEqual([expect.stringMatching(/is on .*3:00 pm/)]);
    expect(await listInvites()).toEqual([
      expect.stringMatching(/^Interview with Asha, .*3:00 pm.*You have an/),
    ]);
  });

  it('a time that they know stays the one that it was moved from, over two changes', async () => {
    await book(morning);
    await deliverAndClear();
    await book(afternoon);
    await book(evening);
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/^Your interview has moved: .*6:00 pm/)]);
    expect(await listInvites()).toEqual([
      expect.stringMatching(/^Moved: .*moved from .*10:00 am.* to .*6:00 pm/),
    ]);
  });

  it('of three changes the last one is heard, in the words for somebody who heard of none', async () => {
    await book(morning);
    await book(afternoon);
    await book(evening);
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/^Your interview is booked: .*6:00 pm/)]);
    expect(await listInvites()).toHaveLength(1);
  });

  it('an interviewer who has not heard of an interview hears nothing of its cancellation', async () => {
    await book(morning);
    await move('CANCEL_INTERVIEW');
    expect(await listInvites()).toEqual([]);
    const [email = ''] = await listSent('EMAIL');
    expect(email).toMatch(/^Your interview is cancelled: /);
    expect(email).not.toContain('10:00 am');
  });

  it('an interviewer who knows the time gets it cancelled, not the one that they never heard of', async () => {
    await book(morning);
    await deliverAndClear();
    await book(afternoon);
    await move('CANCEL_INTERVIEW');
    expect(await listInvites()).toEqual([expect.stringMatching(/^Cancelled: .*10:00 am/)]);
    expect((await listSent('EMAIL'))[0]).toMatch(/^Your interview is cancelled: .*10:00 am/);
  });

  it('the next step replaces the shortlist, and takes the note of staff over', async () => {
    await returnTo('SUBMITTED');
    await move('SHORTLIST', { public_note: 'Bring your marksheet.' });
    await move('MOVE_TO_INTERVIEW', { public_note: 'Ask for Ravi.' });
    const [email = '', ...others] = await listSent('EMAIL');
    expect(email).toMatch(/^Choose a time .*Bring your marksheet\..*Ask for Ravi\./);
    expect(others).toEqual([]);
  });

  it('an interview that is recorded as held replaces its invitation', async () => {
    await returnTo('SHORTLISTED');
    await move('MOVE_TO_INTERVIEW', { public_note: 'Ask for Ravi.' });
    await ask(`${path()}/record-interview/`, {
      ...{ stage_key: 'voice-test', starts_at: '2026-01-05T04:30:00.000Z', minutes: 20 },
      ...{ time_zone: 'Asia/Kolkata', mode: 'PHONE', interviewer_id: null },
    });
    expect(await listSent('EMAIL')).toEqual([
      expect.stringMatching(/^Thank you for the interview: .*Ask for Ravi/),
    ]);
  });

  it('a change that is taken back is not mentioned, nor its note', async () => {
    await returnTo('SHORTLISTED');
    await move('REJECT', { reason_code: 'OTHER', public_note: 'Apply again in June.' });
    await move('REOPEN', { reason_code: 'MISTAKE' });
    const [email = '', ...others] = await listSent('EMAIL');
    expect(email).toMatch(/^Your application continues: .* You are on the shortlist\./);
    expect(email).not.toContain('June');
    expect(others).toEqual([]);
  });

  it('terms that are corrected are the offer, for somebody who has not heard of it', async () => {
    await returnTo('SHORTLISTED');
    const stages = [
      { key: 'review', title: 'Reply', kind: 'REVIEW' },
      { key: 'offer', title: 'Offer', kind: 'OFFER' },
    ];
    await test.db
      .updateTable('job')
      .set({ stages: JSON.stringify(stages) })
      .where('slug', '=', slug)
      .execute();
    await postOffer(staff, person.id);
    const replaces = { version: 1, status: 'OPEN' };
    await postOffer(staff, person.id, { annual_pay: 400_000, replaces });
    const [email = '', ...others] = await listSent('EMAIL');
    expect(email).toMatch(/^You have an offer: .*₹4,00,000/);
    expect(email).not.toContain('3,60,000');
    expect(others).toEqual([]);
  });

  it('a candidate who chooses a time replaces the invitation', async () => {
    await returnTo('SHORTLISTED');
    await move('MOVE_TO_INTERVIEW');
    const slotId = await insertSlot(test.db, slug);
    const { status } = await person.visitor.call(`POST ${applications}${person.id}/reschedule-interview/`, {
      slot_id: slotId,
    });
    expect(status).toBe(200);
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/^Your interview is booked/)]);
  });

  it('a change of the city is news of its own, and the last one counts', async () => {
    await returnTo('SUBMITTED');
    const [first, second] = await listCities();
    const change = (to: City | undefined, from: City | null) =>
      ask(`${path()}/change-city/`, {
        ...{ location_id: to?.id, current_location_id: from?.id ?? null, reason: `Openings in ${to?.city}` },
      });
    await change(first, null);
    await move('SHORTLIST');
    await change(second, first ?? null);
    const [shortlisted = '', city = '', ...others] = (await listSent('EMAIL')).toSorted();
    expect(shortlisted).toMatch(/^You are on the shortlist/);
    expect(city).toContain(`is now for ${second?.city}.`);
    expect(city).not.toContain(first?.city);
    expect(others).toEqual([]);
  });
});

describe('[API-42] an undo of the later change', () => {
  it('brings the earlier message back, which is sent once, or is undone itself', async () => {
    const before = await readState(test.db);
    await book(morning);
    const booked = await readState(test.db);
    await book(afternoon);
    expect(await undo()).toMatchObject({ is_earlier_sent: true });
    expect(await readState(test.db)).toEqual(booked);
    expect(await findUndoable()).toMatchObject({ people: 2, replaced: 0 });
    expect(await undo()).toMatchObject({ is_earlier_sent: false });
    expect(await readState(test.db)).toEqual(before);
    expect(await listSent('EMAIL')).toEqual([]);
    expect(await listInvites()).toEqual([]);

    await book(morning);
    await book(afternoon);
    await undo();
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/is booked: .*10:00 am/)]);
    expect(await listSent('SMS')).toEqual([expect.stringMatching(/10:00 am/)]);
    expect(await listInvites()).toEqual([expect.stringMatching(/10:00 am.*You have an/)]);
  });

  it('comes before that of the earlier change, which it would leave without its message', async () => {
    await book(morning);
    const first = await findUndoable();
    await book(afternoon);
    const early = await staff.call(`POST /api/v1/staff/actions/${first.id}/undo/`, {});
    expect([early.status, early.body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/is booked: .*3:00 pm/)]);
  });

  it.each([
    ['COMPLETE_TRAINING', beginTraining, /^You have completed the training: /],
    ['COMPLETE_INTERVIEW', beginInterview, /^Thank you for the interview: /],
  ])(
    'comes before that of %s, of which it has written nothing but the message',
    async (action, begin, sent) => {
      await begin();
      const { visitor: colleague } = await signUpStaff(test);
      const before = await readState(test.db);
      await move(action, { public_note: 'Ask for Ravi.' });
      const completed = await readState(test.db);
      const first = await findUndoable();
      const undoFirst = () => staff.call(`POST /api/v1/staff/actions/${first.id}/undo/`, {});
      const reject = async () => {
        const body = { application_ids: [person.id], action: 'REJECT', reason_code: 'OTHER' };
        expect((await colleague.call('POST /api/v1/staff/job-applications/move/', body)).body.moved).toBe(1);
        return (await colleague.call('GET /api/v1/staff/actions/undoable/')).body.action.id;
      };

      const second = await reject();
      const early = await undoFirst();
      expect([early.status, early.body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
      expect(JSON.stringify(early.body)).toContain('The application changed since');
      expect((await colleague.call(`POST /api/v1/staff/actions/${second}/undo/`, {})).status).toBe(200);
      expect(await readState(test.db)).toEqual(completed);
      expect((await undoFirst()).status).toBe(200);
      expect(await readState(test.db)).toEqual(before);
      expect(await listSent('EMAIL')).toEqual([]);

      await move(action, { public_note: 'Ask for Ravi.' });
      const third = await reject();
      expect((await colleague.call(`POST /api/v1/staff/actions/${third}/undo/`, {})).status).toBe(200);
      expect(await listSent('EMAIL')).toEqual([expect.stringMatching(sent)]);
    },
  );
});

describe('[API-42] [C-41] a candidate who has turned updates off', () => {
  const turnOff = () =>
    test.db
      .updateTable('appUser')
      .set({ notificationPreferences: JSON.stringify({ updates: { email: false, sms: false } }) })
      .where('id', '=', person.userId)
      .execute();

  it('hears of what they booked, with the time to which staff moved it while the confirmation waited', async () => {
    await turnOff();
    const path = `POST ${applications}${person.id}/reschedule-interview/`;
    expect((await person.visitor.call(path, { slot_id: await insertSlot(test.db, slug) })).status).toBe(200);
    await deliverAndClear();
    // The state after attempts that the providers refused.
    await test.db
      .updateTable('outbox')
      .set({ status: 'QUEUED', isClaimed: false, finishedAt: null, dueAt: new Date(evening) })
      .where('sender', '=', 'appointment-confirmation')
      .execute();
    await book(afternoon);
    await book(evening);
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/^Your interview .*6:00 pm/)]);
    expect(await listSent('SMS')).toEqual([expect.stringMatching(/6:00 pm/)]);
    await book(morning);
    expect(await listSent('EMAIL')).toHaveLength(1);
  });

  it('hears nothing of a change by staff that replaces another one', async () => {
    await turnOff();
    await book(morning);
    await book(afternoon);
    expect(await listSent('EMAIL')).toEqual([]);
  });
});

describe('[API-42] a message that waits for another reason', () => {
  it('is replaced where its budget holds it', async () => {
    await returnTo('SUBMITTED');
    await move('SHORTLIST');
    await test.db.updateTable('outbox').set({ status: 'HELD' }).execute();
    await move('MOVE_TO_INTERVIEW');
    await test.db
      .updateTable('outbox')
      .set({ dueAt: new Date(0) })
      .execute();
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/^Choose a time for your interview/)]);
  });

  it('was heard where one channel has sent it: the other one is replaced, with the note of staff', async () => {
    await returnTo('SUBMITTED');
    await move('SHORTLIST', { public_note: 'Bring your marksheet.' });
    await test.db
      .updateTable('outbox')
      .set({ dueAt: new Date(0) })
      .where('medium', '=', 'SMS')
      .execute();
    await deliverDue(test);
    await move('MOVE_TO_INTERVIEW');
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/^Choose a time .*Bring your marksheet/)]);
    expect(await listSent('SMS')).toHaveLength(2);
  });
});

describe('[API-42] what staff read of a replaced message', () => {
  it('is in the preview', async () => {
    await returnTo('SUBMITTED');
    await move('SHORTLIST');
    const form = postStaffForm(test, staff, `/staff/applications/${person.id}/`, {
      ...{ form: 'move', action: 'MOVE_TO_INTERVIEW' },
    });
    const { pending } = await handleApplicationForm(test.api, form, person.id);
    expect(pending?.preview).toMatchObject({
      people: 1,
      replaced: [
        { people: 1, names: [expect.stringContaining('Asha')], subject: 'You are on the shortlist' },
      ],
    });
    expect(await listSent('EMAIL')).toEqual([expect.stringMatching(/^You are on the shortlist/)]);
  });
});
