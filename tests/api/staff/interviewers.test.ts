import { beforeEach, describe, expect, it } from 'vitest';
import { renderInterviewInvite } from '#lib/server/hiring/appointments/interviewer-calendar.ts';
import { handleInterviewersForm } from '#lib/server/staff/hiring/appointments/interviewer-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { postStaffForm, requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { createSlotsBody } from '../../support/hiring/staff-appointments.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

const create = (fields: object) =>
  staff.call('POST /api/v1/staff/interviewers/create/', {
    name: 'Vikram Rao',
    email: 'vikram@guest.example',
    user_id: null,
    ...fields,
  });
const createId = async (fields: object = {}): Promise<string> => (await create(fields)).body.id;
const assign = (slotId: string, interviewerId: string | null) =>
  staff.call(`PATCH /api/v1/staff/slots/${slotId}/update/`, { interviewer_id: interviewerId });
const choose = ({ visitor, id }: SignedInCandidate, slotId: string) =>
  visitor.call(`POST ${applications}${id}/reschedule-interview/`, { slot_id: slotId });

/** Returns the subjects of an address's emails and the methods of their calendar files, oldest first. */
async function invitesTo(email: string) {
  await waitForDelivery(test);
  const rows = await test.db
    .selectFrom('outbox')
    .select(['subject', 'attachments'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async ({ subject, attachments }) => {
      const document = attachments?.[0]?.document ?? '';
      const { bytes, type } = await renderInterviewInvite(
        test.db,
        { mailFrom: 'hi@liftoff.example' },
        document,
      );
      const text = String(bytes).replaceAll('\r\n ', '');
      const value = (name: string) => new RegExp(`^${name}[:;](.*)\r$`, 'm').exec(text)?.[1] ?? '';
      return {
        subject,
        type,
        method: value('METHOD'),
        uid: value('UID'),
        sequence: Number(value('SEQUENCE')),
        start: value('DTSTART'),
      };
    }),
  );
}

describe('[API-43] an interviewer', () => {
  it('is a member of staff or a guest, once per email and account', async () => {
    expect((await create({})).body).toMatchObject({ name: 'Vikram Rao', user_id: null, is_active: true });
    expect((await create({ email: 'VIKRAM@guest.example' })).body.field_errors).toHaveProperty('email');
    expect((await create({ email: 'asha@liftoff.example', user_id: staffId })).status).toBe(200);
    expect((await create({ email: 'b@liftoff.example', user_id: staffId })).status).toBe(400);
    const { body } = await staff.call('GET /api/v1/staff/interviewers/');
    expect(body.results).toHaveLength(2);
  });

  it('can be an account only of somebody with the staff role', async () => {
    const [candidate] = await insertInterviewees(test, slug, 1);
    const { status, body } = await create({ user_id: candidate?.userId });
    expect([status, Object.keys(body.field_errors)]).toEqual([400, ['user_id']]);
  });

  it('is added and changed by the forms of the page', async () => {
    const press = (fields: Record<string, string>) =>
      handleInterviewersForm(test.api, postStaffForm(test, staff, '/staff/interviewers/', fields));
    const fields = { name: 'Leela Menon', email: 'leela@guest.example', userId: '' };
    expect((await press(fields)).done).toBe('interviewer-added');
    const { body } = await staff.call('GET /api/v1/staff/interviewers/');
    const interviewerId = body.results[0].id;
    expect((await press({ ...fields, interviewerId, name: 'Leela M' })).done).toBe('saved');
    const after = (await staff.call('GET /api/v1/staff/interviewers/')).body.results[0];
    expect(after).toMatchObject({ name: 'Leela M', is_active: false });
  });
});

describe('[API-43] overlaps of one interviewer', () => {
  it('are rejected with the time and the job of the other slot, also across jobs', async () => {
    const interviewer_id = await createId();
    const { id: jobId } = await requireJobBySlug(test.db, slug);
    const other = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
    const post = (id: string, more: object = {}) =>
      staff.call('POST /api/v1/staff/slots/create/', createSlotsBody(id, { interviewer_id, ...more }));
    expect((await post(jobId)).status).toBe(200);
    const { status, body } = await post(other.id, { opens: '10:15' });
    expect(status).toBe(400);
    expect(body.field_errors.interviewer_id).toMatch(
      /^Vikram Rao has a free slot at that time: .*, Inside sales.* Choose other times/,
    );
    // The same request again creates nothing, and another interviewer is free.
    expect((await post(jobId)).body).toMatchObject({ created: 0 });
    const second = await createId({ email: 'second@guest.example' });
    expect((await post(other.id, { interviewer_id: second })).status).toBe(200);
  });

  it('are rejected when a slot is given to them, and slots that touch are not overlaps', async () => {
    const id = await createId();
    const first = await insertSlot(test.db, slug, { inMinutes: 3000 });
    const touching = await insertSlot(test.db, slug, { inMinutes: 3030 });
    const overlapping = await insertSlot(test.db, slug, { inMinutes: 3010 });
    expect((await assign(first, id)).body).toMatchObject({ interviewer: { id, name: 'Vikram Rao' } });
    expect((await assign(overlapping, id)).status).toBe(400);
    // insertSlot reads the clock for each slot, so this one begins some milliseconds after the first one ends.
    expect((await assign(touching, id)).status).toBe(200);
    await staff.call(`POST /api/v1/staff/slots/${first}/cancel/`, {});
    await staff.call(`POST /api/v1/staff/slots/${touching}/cancel/`, {});
    expect((await assign(overlapping, id)).status).toBe(200);
  });

  it('are no longer possible with who gets no new slots: the free ones are withdrawn, the booked ones stay', async () => {
    const id = await createId();
    const free = await insertSlot(test.db, slug, { inMinutes: 3000 });
    const booked = await insertSlot(test.db, slug, { inMinutes: 4000 });
    for (const one of [free, booked]) await assign(one, id);
    await test.db.updateTable('interviewSlot').set({ taken: 1 }).where('id', '=', booked).execute();
    await staff.call(`PATCH /api/v1/staff/interviewers/${id}/update/`, { is_active: false });
    const rows = await test.db
      .selectFrom('interviewSlot')
      .select(['id', 'cancelledAt', 'interviewerId'])
      .where('id', 'in', [free, booked])
      .execute();
    expect(rows.find((row) => row.id === free)?.cancelledAt).toBeInstanceOf(Date);
    expect(rows.find((row) => row.id === booked)).toMatchObject({ cancelledAt: null, interviewerId: id });
  });

  it('cannot be made with somebody who is no longer active', async () => {
    const id = await createId();
    await staff.call(`PATCH /api/v1/staff/interviewers/${id}/update/`, { is_active: false });
    expect((await assign(await insertSlot(test.db, slug), id)).status).toBe(400);
  });
});

it('[API-43] the interviewer gets a calendar file when somebody books, moves and cancels', async () => {
  const [vikram, leela] = [await createId(), await createId({ email: 'leela@guest.example' })];
  const slots = await Promise.all([3000, 4000, 5000].map((n) => insertSlot(test.db, slug, { inMinutes: n })));
  const [a = '', b = '', c = ''] = slots;
  for (const [slot, id] of [
    [a, vikram],
    [b, vikram],
    [c, leela],
  ] as const)
    await assign(slot, id);
  const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  for (const slot of [a, b, c]) {
    await choose(person, slot);
    await deliverDue(test);
  }
  const mails = await invitesTo('vikram@guest.example');
  expect(mails.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
  expect(mails[0]?.subject).toMatch(/^Interview with Asha, /);
  expect(mails[1]?.subject).toMatch(/^Moved: Interview with Asha, /);
  const moved = await test.db
    .selectFrom('inboxMessage')
    .select('text')
    .where('recipient', '=', 'vikram@guest.example')
    .where('subject', 'like', 'Moved:%')
    .execute();
  expect(moved).toEqual([
    { text: expect.stringMatching(/Your interview has moved from .+ IST to .+ IST: “.+” for Inside sales/) },
  ]);
  expect(mails[2]?.subject).toMatch(/^Cancelled: Interview with Asha, /);
  expect(mails[2]?.type).toContain('method=CANCEL');
  expect(new Set(mails.map(({ uid }) => uid)).size).toBe(1);
  expect(mails[1]?.start).not.toBe(mails[0]?.start);
  const sequences = mails.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((x, y) => x - y));
  expect(new Set(sequences).size).toBe(3);

  // The slot gets another interviewer, and then the interview is cancelled.
  await assign(c, vikram);
  expect((await invitesTo('leela@guest.example')).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL']);
  await person.visitor.call(`POST ${applications}${person.id}/withdraw/`, {});
  const all = await invitesTo('vikram@guest.example');
  expect(all.slice(3).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL']);
});
