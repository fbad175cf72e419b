import { beforeEach, describe, expect, it } from 'vitest';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { handleSlotsForm } from '#lib/server/staff/hiring/appointments/slot-form.ts';
import { handleCandidateForm } from '#lib/server/staff/hiring/candidates/candidate-form.ts';
import type { PendingAction } from '#lib/server/staff/staff-form.ts';
import { findUndoneForm, withUndoneForm } from '#lib/server/staff/undo/typed-form.ts';
import { handleUndoForm } from '#lib/server/staff/undo/undo-form.ts';
import { useTestApi } from '../../support/api.ts';
import { insertSlot } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { dayFromNow } from '../../support/hiring/offers.ts';
import {
  confirmedFields,
  confirmStaffForm,
  insertManyCandidates,
  postStaffForm,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let staffId: string;
let person: SignedInCandidate;
let slotId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  slotId = await insertSlot(test.db, slug, { inMinutes: 60 });
});

type Fields = Record<string, string>;
const path = () => `/staff/applications/${person.id}/`;
const press = (fields: Record<string, string | string[]>) =>
  handleApplicationForm(test.api, postStaffForm(test, staff, path(), fields), person.id);
const ask = press;
const pressSlots = (fields: Record<string, string | string[]>) =>
  handleSlotsForm(test.api, postStaffForm(test, staff, '/staff/slots/', fields));

async function readState() {
  const application = await test.db.selectFrom('jobApplication').selectAll().execute();
  const interview = await test.db.selectFrom('interview').selectAll().execute();
  const slots = await test.db.selectFrom('interviewSlot').selectAll().execute();
  const offers = await test.db.selectFrom('jobOffer').selectAll().execute();
  const outbox = await test.db.selectFrom('outbox').select('id').execute();
  const actions = await test.db.selectFrom('staffAction').select('id').execute();
  const audit = await test.db.selectFrom('auditEvent').select('id').execute();
  return { application, interview, slots, offers, outbox, actions, audit };
}

const offer = (): Fields => ({
  ...{ form: 'offer', annualPay: '3.6 lakh', joiningOn: dayFromNow(21), location: 'Pune' },
  ...{ workMode: 'ON_SITE', expiresAt: dayFromNow(7), terms: '', publicNote: 'Welcome!' },
});

/** An offer follows an interview that took place. */
const completeInterview = () =>
  test.db.updateTable('interview').set({ status: 'COMPLETED', slotId }).execute();

describe('[API-42] an action that informs one person', () => {
  it.each(['REJECT', 'HOLD'])('asks for the reason at its field: %s', async (action) => {
    const { errors, values } = await press({ form: 'move', action, reasonCode: '', publicNote: 'Hello' });
    expect(errors).toMatchObject({ status: 400, fields: { reasonCode: 'Choose a reason first.' } });
    expect(values.publicNote).toBe('Hello');
  });

  const cases: [title: string, fields: () => Fields, label: string, text: string][] = [
    ['a move', () => ({ form: 'move', action: 'REJECT', reasonCode: 'SKILLS' }), 'Reject', 'chose other'],
    ['a booked interview', () => ({ form: 'slot', slotId }), 'Book the interview', 'Your interview for'],
    ['an offer', offer, 'Send offer', '₹3,60,000'],
    [
      'a withdrawal',
      () => ({ form: 'withdraw', reason: 'OTHER_JOB', publicNote: '', isRequestedByPhone: 'yes' }),
      'Withdraw for the candidate',
      'is withdrawn, as you asked',
    ],
  ];

  it.each(cases)(
    '%s is not made before its texts were shown, and then it is',
    async (_, fields, label, text) => {
      if (label === 'Send offer') await completeInterview();
      const before = await readState();
      const { pending, done, values } = await ask(fields());
      expect([done, values.form]).toEqual([null, fields().form]);
      expect(pending).toMatchObject({ label, preview: { people: 1, names: [expect.any(String)] } });
      expect(pending?.preview.texts[0]).toMatchObject({
        ...{ people: 1, channels: expect.arrayContaining(['email']), subject: expect.any(String) },
        text: expect.stringContaining(text),
      });
      expect(await readState()).toEqual(before);

      const confirmed = await press(confirmedFields(pending as PendingAction));
      expect([confirmed.errors, confirmed.pending ?? null]).toEqual([null, null]);
      expect(confirmed.done).not.toBeNull();
      expect((await readState()).outbox.length).toBeGreaterThan(before.outbox.length);
    },
  );

  it('is not asked about again when it is no longer possible, because the status has changed meanwhile', async () => {
    const { pending } = await ask({ form: 'move', action: 'HOLD', reasonCode: 'SKILLS' });
    await confirmStaffForm(press, { form: 'move', action: 'REJECT', reasonCode: 'SKILLS' });
    const before = await readState();
    const late = await press(confirmedFields(pending as PendingAction));
    expect(late).toMatchObject({ done: null, errors: { status: 409 } });
    expect([late.pending ?? null, late.errors?.message]).toEqual([
      null,
      expect.stringContaining('Not selected'),
    ]);
    expect(await readState()).toEqual(before);
  });

  it('shows the text of each channel: only the email has the note of staff', async () => {
    await completeInterview();
    const { pending } = await ask(offer());
    const texts = pending?.preview.texts ?? [];
    expect(texts.map(({ channels }) => channels)).toEqual([['email'], ['SMS']]);
    expect(texts.map(({ text }) => text.endsWith('Welcome!'))).toEqual([true, false]);
  });

  it('is rejected with the same fields as without the question', async () => {
    const { errors, pending } = await ask({ ...offer(), annualPay: 'much' });
    expect([errors?.status, Object.keys(errors?.fields ?? {}), pending]).toEqual([400, ['annualPay'], null]);
  });
});

describe('[API-42] a confirmation is for exactly what was shown', () => {
  const rejection = {
    form: 'move',
    action: 'REJECT',
    reasonCode: 'SKILLS',
    publicNote: 'Thank you, {{firstName}}.',
  };

  it('a double click makes it once, and both presses get the answer', async () => {
    const { pending } = await ask(rejection);
    const before = await readState();
    const fields = confirmedFields(pending as PendingAction);
    const pressed = await Promise.all([press(fields), press(fields)]);
    expect(pressed.map(({ done, errors }) => [done, errors])).toEqual([
      ['moved', null],
      ['moved', null],
    ]);
    const once = await readState();
    expect([once.actions.length, once.audit.length]).toEqual([
      before.actions.length + 1,
      before.audit.length + 1,
    ]);
    expect((await press(fields)).done).toBe('moved');
    expect(await readState()).toEqual(once);
  });

  it('a press after the undo time asks again or says why not, and makes nothing', async () => {
    const { pending } = await ask(rejection);
    const fields = confirmedFields(pending as PendingAction);
    await press(fields);
    await test.db
      .updateTable('staffAction')
      .set({ undoExpiresAt: new Date(0) })
      .execute();
    const once = await readState();
    const late = await press(fields);
    expect(late.done).toBeNull();
    expect(late.errors ?? late.pending).toBeTruthy();
    expect(await readState()).toEqual(once);
  });

  it('nothing is made when a text has changed since, and the new preview is shown', async () => {
    const { pending } = await ask(rejection);
    await test.db.updateTable('appUser').set({ firstName: 'Zoya' }).where('id', '=', person.userId).execute();
    const before = await readState();
    const again = await press(confirmedFields(pending as PendingAction));
    expect(again).toMatchObject({ done: null, errors: null, pending: { isChanged: true } });
    expect(again.pending?.preview.texts.some(({ text }) => text.includes('Thank you, Zoya.'))).toBe(true);
    expect(await readState()).toEqual(before);
    expect((await press(confirmedFields(again.pending as PendingAction))).done).toBe('moved');
  });

  it('nothing is made when the person gets it at another address now', async () => {
    const { pending } = await ask(rejection);
    const before = await readState();
    await test.db
      .updateTable('appUser')
      .set({ email: 'other@example.com' })
      .where('id', '=', person.userId)
      .execute();
    expect((await press(confirmedFields(pending as PendingAction))).pending?.isChanged).toBe(true);
    expect(await readState()).toEqual(before);
  });

  it('a button that names no preview asks first', async () => {
    expect((await press({ ...rejection, isConfirmed: 'yes' })).pending?.isChanged).toBe(false);
  });

  it('“Cancel” leads back to the form with what was typed, and makes nothing', async () => {
    const { pending } = await ask(rejection);
    const before = await readState();
    const back = await press({
      ...confirmedFields(pending as PendingAction),
      confirmed: '',
      isCancelled: 'yes',
    });
    expect([back.done, back.pending, back.values.publicNote]).toEqual([null, null, rejection.publicNote]);
    expect(await readState()).toEqual(before);
  });
});

it('[API-42] what informs nobody is made at once', async () => {
  const { done, pending } = await ask({ form: 'note', text: 'Speaks Marathi.' });
  expect([done, pending]).toEqual(['noted', null]);
});

it('[API-43] the calendar asks before an interview is booked or moved, and before a slot with somebody in it is cancelled', async () => {
  const booking = { form: 'book', applicationId: person.id, slotId };
  const asked = await pressSlots(booking);
  expect([asked.done, asked.pending?.label]).toEqual([null, 'Book the interview']);
  // A free slot is cancelled without a question.
  const free = await insertSlot(test.db, slug, { inMinutes: 90 });
  expect((await pressSlots({ form: 'cancel', slotId: free })).done).toBe('cancelled');
  expect((await confirmStaffForm(pressSlots, booking)).done).toBe('booked');
  const later = await insertSlot(test.db, slug, { inMinutes: 120 });
  const move = { ...booking, slotId: later, currentSlotId: slotId };
  expect((await pressSlots(move)).pending?.label).toBe('Move the interview');
  expect((await confirmStaffForm(pressSlots, move)).done).toBe('interview-moved');
  const cancel = await pressSlots({ form: 'cancel', slotId: later });
  expect([cancel.done, cancel.pending?.preview.people]).toEqual([null, 1]);
});

describe('[API-42] after an undo', () => {
  const typed = { form: 'move', action: 'REJECT', reasonCode: 'SKILLS' };
  const notes = { publicNote: 'Thank you.', privateNote: 'Strong in Excel.' };

  /** Presses Undo on the page of an application, and returns the address that it leads to. */
  async function undoOn(pathname: string): Promise<URL> {
    const { id } = await test.db
      .selectFrom('staffAction')
      .select('id')
      .where('action', '=', 'application.REJECT')
      .executeTakeFirstOrThrow();
    const page = postStaffForm(test, staff, '/staff/undo/', { actionId: id });
    page.request.headers.set('referer', `${test.config.siteOrigin}${pathname}?done=moved`);
    const { next } = await handleUndoForm(test.api, page);
    return new URL(next, test.config.siteOrigin);
  }

  it('the form has what was typed again, for the person who undid it, on its page only', async () => {
    await confirmStaffForm(press, { ...typed, ...notes });
    const url = await undoOn(path());
    expect([url.pathname, url.searchParams.get('done')]).toEqual([path(), 'undone']);
    const get = { request: new Request(url), url, locals: { staffId } };
    const empty = { values: {} };
    expect((await withUndoneForm(test.db, get, empty)).values).toEqual({ ...typed, ...notes });
    const post = { ...get, request: new Request(url, { method: 'POST' }) };
    expect(await withUndoneForm(test.db, post, empty)).toEqual(empty);
    expect(await findUndoneForm(test.db, person.userId, url)).toBeNull();
    const elsewhere = new URL(`/staff/${url.search}`, url);
    const there = await findUndoneForm(test.db, staffId, elsewhere);
    expect(there).toMatchObject({ isHere: false, hasText: true });
    expect(there?.href).toBe(`${path()}?undone=${url.searchParams.get('undone')}`);
  });

  it('the table has the applications and notes again, also where the script has moved them', async () => {
    const { body } = await staff.call('POST /api/v1/staff/job-applications/preview-move/', {
      ...{ application_ids: [person.id], action: 'REJECT', reason_code: 'SKILLS', public_note: 'Thank you.' },
    });
    const moved = await staff.call('POST /api/v1/staff/job-applications/move/', {
      ...{ application_ids: [person.id], action: 'REJECT', reason_code: 'SKILLS', public_note: 'Thank you.' },
      fingerprint: body.messages.fingerprint,
    });
    expect(moved.body.moved).toBe(1);
    const url = await undoOn('/staff/applications/board/');
    const page = { request: new Request(url), url, locals: { staffId } };
    expect(await withUndoneForm(test.db, page, { values: {} })).toMatchObject({
      ids: [person.id],
      values: { action: 'REJECT', reasonCode: 'SKILLS', publicNote: 'Thank you.' },
    });
  });
});

it('[API-42] a correction of a candidate’s details is asked for after its text was shown', async () => {
  const [userId = ''] = await insertManyCandidates(test.db, 1);
  const fields = { action: 'ASK_CORRECTION', publicNote: 'The year is missing.' };
  const page = postStaffForm(test, staff, `/staff/candidates/${userId}/`, fields);
  const { pending } = await handleCandidateForm(test.api, page, userId);
  expect(pending).toMatchObject({ label: 'Ask to correct', preview: { people: 1 } });
  const { status } = await test.db
    .selectFrom('candidateRegistration')
    .select('status')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('DETAILS_SUBMITTED');
});
