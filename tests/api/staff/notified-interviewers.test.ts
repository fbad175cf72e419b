import { beforeEach, describe, expect, it } from 'vitest';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import type { PendingAction } from '#lib/server/staff/staff-form.ts';
import { useTestApi } from '../../support/api.ts';
import { insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { confirmedFields, postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let staffId: string;
let person: SignedInCandidate;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
});

/** Inserts a slot of an interviewer, who is a guest unless `userId` is given. */
async function insertSlotOf(name: string, userId: string | null = null, inMinutes = 60): Promise<string> {
  const email = `${name.toLowerCase().replace(' ', '.')}@boliqo.example`;
  const { body } = await staff.call('POST /api/v1/staff/interviewers/create/', {
    ...{ name, email, user_id: userId },
  });
  const slotId = await insertSlot(test.db, slug, { inMinutes });
  await staff.call(`PATCH /api/v1/staff/slots/${slotId}/update/`, { interviewer_id: body.id });
  return slotId;
}

const press = (fields: Record<string, string | string[]>) =>
  handleApplicationForm(
    test.api,
    postStaffForm(test, staff, `/staff/applications/${person.id}/`, fields),
    person.id,
  );

async function bookAndAsk(fields: Record<string, string>): Promise<PendingAction> {
  const { pending, errors } = await press(fields);
  expect(errors).toBeNull();
  return pending as PendingAction;
}
const findUndoable = async () => (await staff.call('GET /api/v1/staff/actions/undoable/')).body.action;

describe('[API-42] interviewers among those who are notified', () => {
  it('are counted and named before a change and in the bar after it, guests too', async () => {
    const slotId = await insertSlotOf('Deepa Raghunathan');
    const pending = await bookAndAsk({ form: 'slot', slotId });
    const candidate = pending.preview.names[0] ?? '';
    expect(pending.preview).toMatchObject({ people: 2, names: [candidate, 'Deepa Raghunathan'] });
    const invite = pending.preview.texts.find(({ names }) => names[0] === 'Deepa Raghunathan');
    expect(invite).toMatchObject({ people: 1, channels: ['email'] });
    expect(pending.preview.texts[0]).toMatchObject({ people: 1, names: [candidate] });
    expect((await press(confirmedFields(pending))).done).toBe('booked');
    expect(await findUndoable()).toMatchObject({ people: 2, names: [candidate, 'Deepa Raghunathan'] });
    await waitForDelivery(test);

    const rejection = await bookAndAsk({ form: 'move', action: 'REJECT', reasonCode: 'SKILLS' });
    expect(rejection.preview).toMatchObject({ people: 2, names: [candidate, 'Deepa Raghunathan'] });
    await press(confirmedFields(rejection));
    expect(await findUndoable()).toMatchObject({ people: 2, names: [candidate, 'Deepa Raghunathan'] });
  });

  it('are one person where a member of staff loses one time and another gets it', async () => {
    const first = await insertSlotOf('Kavita Menon', staffId);
    const second = await insertSlotOf('Deepa Raghunathan', null, 180);
    await press(confirmedFields(await bookAndAsk({ form: 'slot', slotId: first })));
    await waitForDelivery(test);
    const { preview } = await bookAndAsk({ form: 'slot', slotId: second });
    expect(preview.people).toBe(3);
    expect(preview.names.at(-1)).toBe('Deepa Raghunathan');
  });

  it('are a part of what is confirmed: another interviewer asks again', async () => {
    const slotId = await insertSlotOf('Deepa Raghunathan');
    const pending = await bookAndAsk({ form: 'slot', slotId });
    const { body } = await staff.call('POST /api/v1/staff/interviewers/create/', {
      ...{ name: 'Vikram Rao', email: 'vikram@guest.example', user_id: null },
    });
    await staff.call(`PATCH /api/v1/staff/slots/${slotId}/update/`, { interviewer_id: body.id });
    const again = await press(confirmedFields(pending));
    expect([again.done, again.pending?.isChanged]).toEqual([null, true]);
    expect(again.pending?.preview.names[1]).toBe('Vikram Rao');
  });

  it('the preview names who gets no email because it is not confirmed', async () => {
    const move = { form: 'move', action: 'REJECT', reasonCode: 'SKILLS' };
    expect((await bookAndAsk(move)).preview.withoutEmail).toEqual([]);
    await test.db
      .updateTable('appUser')
      .set({ emailVerifiedAt: null })
      .where('id', '=', person.userId)
      .execute();
    const { preview } = await bookAndAsk(move);
    expect(preview.texts.map(({ channels }) => channels)).toEqual([['SMS']]);
    expect(preview.withoutEmail).toEqual(preview.names);
  });

  it('the preview names a candidate who has turned updates off, beside an interviewer who is notified', async () => {
    const slotId = await insertSlotOf('Deepa Raghunathan');
    await press(confirmedFields(await bookAndAsk({ form: 'slot', slotId })));
    await waitForDelivery(test);
    const move = { form: 'move', action: 'REJECT', reasonCode: 'SKILLS' };
    const { preview: before } = await bookAndAsk(move);
    expect([before.people, before.withoutMessage]).toEqual([2, []]);
    await test.db
      .updateTable('appUser')
      .set({ notificationPreferences: JSON.stringify({ updates: { email: false, sms: false } }) })
      .where('id', '=', person.userId)
      .execute();
    const { preview } = await bookAndAsk(move);
    expect([preview.names, preview.withoutMessage]).toEqual([
      ['Deepa Raghunathan'],
      before.names.slice(0, 1),
    ]);
    const key = 'POST /api/v1/staff/job-applications/preview-move/';
    const { body } = await staff.call(key, {
      ...{ application_ids: [person.id], action: 'REJECT', reason_code: 'SKILLS' },
    });
    expect(body.messages).toMatchObject({ people: 1, without_message: preview.withoutMessage });
  });

  it('the preview says that a message of staff goes by email only, and whom it does not reach', async () => {
    const move = { form: 'move', action: 'REJECT', reasonCode: 'SKILLS' };
    const note = { publicNote: 'You may apply again in June.' };
    expect((await bookAndAsk(move)).preview).toMatchObject({ hasEmailNote: false, withoutNote: [] });
    expect((await bookAndAsk({ ...move, ...note })).preview).toMatchObject({
      ...{ hasEmailNote: true, withoutNote: [] },
    });
    await test.db
      .updateTable('appUser')
      .set({ notificationPreferences: JSON.stringify({ updates: { email: false } }) })
      .where('id', '=', person.userId)
      .execute();
    const { preview } = await bookAndAsk({ ...move, ...note });
    expect(preview.withoutNote).toEqual(preview.names);
  });
});
