import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { confirmStaffForm, postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let person: SignedInCandidate;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
});

const localText = (at: number) => new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 16);
const pastForm = (at: number, stageKey = 'interview') => ({
  stageKey,
  ...{ form: 'past-interview', startsAt: localText(at), minutes: '20', timeZone: 'Asia/Kolkata' },
  ...{ interviewerId: '', mode: 'PHONE' },
});
const post = (fields: Record<string, string | string[]>) =>
  handleApplicationForm(
    test.api,
    postStaffForm(test, staff, `/staff/applications/${person.id}/`, fields),
    person.id,
  );
const press = (fields: Record<string, string>) => confirmStaffForm(post, fields);
const read = async () => (await person.visitor.call(`GET ${applications}${person.id}/`)).body;
const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

async function listMails(): Promise<string[]> {
  await waitForDelivery(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select('text')
    .orderBy('id')
    .where('medium', '=', 'EMAIL')
    .execute();
  return rows.map(({ text }) => text);
}

describe('[API-43] an interview that has taken place already', () => {
  it('is recorded as completed at its own time, nobody is notified, and an offer can be made', async () => {
    const before = (await listMails()).length;
    const at = minutesAgo(90);
    const asked = await post(pastForm(at));
    expect([asked.pending ?? null, asked.done]).toEqual([null, 'interview-recorded']);
    expect((await read()).interview).toMatchObject({ status: 'COMPLETED' });
    expect(Date.parse((await read()).interview.starts_at)).toBe(Math.floor(at / 60_000) * 60_000);
    expect(await listMails()).toHaveLength(before);
    const { body } = await staff.call(`GET /api/v1/staff/job-applications/${person.id}/`);
    expect(body.offer_action).toMatchObject({ enabled: true });
    const slot = await test.db
      .selectFrom('interviewSlot')
      .select(['taken', 'capacity'])
      .executeTakeFirstOrThrow();
    expect(slot).toEqual({ taken: 1, capacity: 1 });
  });

  it('takes the place of a time that is still to come: its seat is free, and the candidate is notified', async () => {
    const slotId = await insertSlot(test.db, slug, { inMinutes: 600 });
    await press({ form: 'slot', slotId });
    await waitForDelivery(test);
    const { done } = await press(pastForm(minutesAgo(90)));
    expect(done).toBe('interview-recorded');
    expect((await read()).interview.status).toBe('COMPLETED');
    expect((await listMails()).join(' ').replaceAll('\n', ' ')).toMatch(
      /Thank you for the interview .* Your interview on .* is cancelled\./,
    );
    const slot = test.db.selectFrom('interviewSlot').select('taken').where('id', '=', slotId);
    expect((await slot.executeTakeFirstOrThrow()).taken).toBe(0);
  });

  it('is recorded of the next stage too, where the application was not moved to it, and once', async () => {
    const { stages } = await test.db
      .selectFrom('job')
      .select('stages')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    const again = stages.flatMap((stage) =>
      stage.key === 'interview' ? [stage, { ...stage, key: 'second', title: 'Second interview' }] : [stage],
    );
    await test.db
      .updateTable('job')
      .set({ stages: JSON.stringify(again) })
      .where('slug', '=', slug)
      .execute();
    const before = (await listMails()).length;
    await press(pastForm(minutesAgo(90)));
    expect((await press(pastForm(minutesAgo(90)))).errors?.status).toBe(409);
    expect((await press(pastForm(minutesAgo(30), 'second'))).done).toBe('interview-recorded');
    expect((await press(pastForm(minutesAgo(30), 'second'))).errors?.status).toBe(409);
    const held = await test.db.selectFrom('interview').select(['stageKey', 'status']).orderBy('id').execute();
    expect(held).toEqual([
      { stageKey: 'interview', status: 'COMPLETED' },
      { stageKey: 'second', status: 'COMPLETED' },
    ]);
    expect(await listMails()).toHaveLength(before);
  });

  it('is refused where its interviewer held another one then, and not for a free time of theirs', async () => {
    const interviewerId = uuidv7();
    await test.db
      .insertInto('interviewer')
      .values({
        id: interviewerId,
        userId: null,
        name: 'Leela',
        email: 'leela@guest.example',
        isActive: false,
      })
      .execute();
    const at = minutesAgo(90);
    const other = await insertSlot(test.db, slug, { inMinutes: -100 });
    const take = (taken: number) =>
      test.db.updateTable('interviewSlot').set({ interviewerId, taken }).where('id', '=', other).execute();
    await take(1);
    const { errors } = await press({ ...pastForm(at), interviewerId });
    expect(errors?.fields.interviewerId).toMatch(
      /^Leela has another interview at that time: .* Check the date and the time, or choose who held this one\.$/,
    );
    expect((await read()).interview.status).not.toBe('COMPLETED');
    await take(0);
    expect((await press({ ...pastForm(at), interviewerId })).done).toBe('interview-recorded');
  });

  it('is refused with a time in the future, and once it is completed', async () => {
    const { errors } = await press(pastForm(Date.now() + 3_600_000));
    expect(errors?.fields).toEqual({
      startsAt: 'Enter a time in the past. For a future one, choose another time.',
    });
    await press(pastForm(minutesAgo(90)));
    expect((await press(pastForm(minutesAgo(30)))).errors?.status).toBe(409);
  });
});
