import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { notifyExpired } from '#lib/server/hiring/applications/notify-expired.ts';
import { deleteExpired } from '#lib/server/scheduled-tasks.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import {
  applications,
  type Candidate,
  readApplication,
  signUpCandidate,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  acceptOf,
  dayFromNow,
  declineOf,
  postOffer,
  signUpShortlisted,
} from '../../support/hiring/offers.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
const day = 86_400;
let staff: Visitor;
let person: Candidate & { id: string };

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  person = await signUpShortlisted(test, slug);
});

const move = (action: string, more: object = {}) =>
  staff.call('POST /api/v1/staff/job-applications/move/', {
    ...{ application_ids: [person.id], action, reason_code: 'OTHER' },
    ...more,
  });
const subjectsOf = async () => (await test.sentTo(person.email)).map(({ subject }) => subject);
const offerRows = () =>
  test.db
    .selectFrom('jobOffer')
    .selectAll()
    .where('applicationId', '=', person.id)
    .orderBy('version')
    .execute();

describe('an offer', () => {
  it('[API-42] names pay, first day, place and deadline, on the page and in the message', async () => {
    const { status, body } = await postOffer(staff, person.id, { public_note: 'We look forward to you.' });
    expect([status, body.status, body.is_existing]).toEqual([200, 'OFFERED', false]);
    expect(body.offers).toMatchObject([{ version: 1, status: 'OPEN', made_by: 'Asha Verma' }]);
    const application = await readApplication(person, person.id);
    expect(application).toMatchObject({
      status: 'OFFERED',
      offer: {
        ...{ version: 1, status: 'OPEN', annual_pay: 360_000, currency: 'INR', location: 'Pune' },
        ...{ work_mode: 'HYBRID', joining_on: dayFromNow(21), letter: null, accepted_at: null },
      },
      next_step: { action: 'ACCEPT_OFFER', deadline_at: application.offer.expires_at },
    });
    await waitForDelivery(test);
    const [mail] = (await test.sentTo(person.email)).filter(({ subject }) => subject === 'You have an offer');
    expect(mail?.text).toMatch(
      /₹3,60,000 a year \(3\.6 lakh\), in Pune, from .* Accept or decline by .* IST\./,
    );
    expect(mail?.text).toContain('We look forward to you.');
    const texts = (await test.sentTo(person.e164)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('You have an offer'));
  });

  it('[API-42] that is sent twice is made once; another one needs to name the one that it replaces', async () => {
    await postOffer(staff, person.id);
    expect((await postOffer(staff, person.id)).body.is_existing).toBe(true);
    const stale = await postOffer(staff, person.id, { annual_pay: 400_000 });
    expect([stale.status, stale.body.error_code]).toEqual([409, 'STALE_WRITE']);
    await waitForDelivery(test);
    const replaces = { version: 1, status: 'OPEN' };
    const { body } = await postOffer(staff, person.id, { annual_pay: 400_000, replaces });
    expect(body.offers.map((one: { status: string }) => one.status)).toEqual(['OPEN', 'REPLACED']);
    expect(await offerRows()).toHaveLength(2);
    await waitForDelivery(test);
    expect(await subjectsOf()).toEqual(
      expect.arrayContaining(['You have an offer', 'Your offer has changed']),
    );
    const { body: audit } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${person.id}`);
    expect(audit.results[0]).toMatchObject({
      action: 'application.REPLACE_OFFER',
      details: { annual_pay: 400_000, previous_annual_pay: 360_000, from: 'OFFERED', to: 'OFFERED' },
    });
  });

  it('[API-42] is rejected with the fields to correct', async () => {
    const fieldsOf = async (more: object) => {
      const { status, body } = await postOffer(staff, person.id, more);
      expect(status, JSON.stringify(body)).toBe(400);
      return Object.keys(body.field_errors);
    };
    expect(await fieldsOf({ annual_pay: null })).toEqual(['annual_pay']);
    expect(await fieldsOf({ joining_on: dayFromNow(0) })).toContain('joining_on');
    expect(await fieldsOf({ joining_on: dayFromNow(5) })).toEqual(['expires_at']);
    expect(await fieldsOf({ expires_at: new Date(Date.now() - 1000).toISOString() })).toEqual(['expires_at']);
    expect(await fieldsOf({ location: ' ' })).toEqual(['location']);
    expect(await offerRows()).toEqual([]);
  });

  it('[API-42] can only be made at the stage before the offer', async () => {
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'SUBMITTED' })
      .where('id', '=', person.id)
      .execute();
    const { status, body } = await postOffer(staff, person.id);
    expect([status, body.error_code, body.error]).toEqual([
      409,
      'INVALID_STATE',
      'Shortlist this application first.',
    ]);
  });

  it('[C-39] is the candidate’s own: another person finds nothing', async () => {
    await postOffer(staff, person.id);
    const { visitor } = await signUpCandidate(test);
    expect((await acceptOf({ ...person, visitor })).status).toBe(404);
    expect((await declineOf({ ...person, visitor })).status).toBe(404);
  });
});

describe('an answer', () => {
  beforeEach(async () => {
    await postOffer(staff, person.id);
  });

  it('[API-42] accepts the offer with the typed name, the time and the network', async () => {
    const { status, body } = await acceptOf(person);
    expect([status, body.status]).toEqual([200, 'OFFER_ACCEPTED']);
    expect(body.offer).toMatchObject({ status: 'ACCEPTED', accepted_name: 'Asha Verma' });
    expect(body.next_step.text).toMatch(
      /^You have accepted the offer for this job\. Your first day is .* in Pune\.$/,
    );
    const [row] = await offerRows();
    expect(row).toMatchObject({
      acceptedNetwork: expect.stringContaining('198.51.'),
      endedAt: expect.any(Date),
    });
    await waitForDelivery(test);
    expect(await subjectsOf()).toContain('You have accepted the offer');
  });

  it('[API-42] declines with a reason, which ends the application; the note is for staff', async () => {
    const { body } = await declineOf(person);
    expect(body).toMatchObject({
      status: 'OFFER_DECLINED',
      offer: { status: 'DECLINED', decline_reason: 'PAY' },
    });
    expect(body.allowed_actions).toContainEqual({ action: 'APPLY', enabled: true, reason: null });
    const { body: shown } = await staff.call(`GET /api/v1/staff/job-applications/${person.id}/`);
    expect(shown.offers[0]).toMatchObject({ decline_reason: 'PAY', decline_note: 'Too little.' });
    expect(shown.history.at(-1)).toMatchObject({ to: 'OFFER_DECLINED', reason: '“The pay”' });
    expect((await acceptOf(person)).body.error_code).toBe('INVALID_STATE');
  });

  it('[API-42] is for the version that was read', async () => {
    await postOffer(staff, person.id, { annual_pay: 300_000, replaces: { version: 1, status: 'OPEN' } });
    const { status, body } = await acceptOf(person, 1);
    expect([status, body.error_code]).toEqual([409, 'STALE_WRITE']);
    expect(body.current.offer).toMatchObject({ version: 2, annual_pay: 300_000 });
    expect((await acceptOf(person, 2)).status).toBe(200);
  });

  it('[API-42] needs a name to accept and a reason to decline', async () => {
    const path = `POST ${applications}${person.id}/`;
    const accepted = await person.visitor.call(`${path}accept-offer/`, { version: 1, name: ' ' });
    expect(accepted.body.field_errors).toEqual({ name: 'Type your full name to accept' });
    const declined = await person.visitor.call(`${path}decline-offer/`, { version: 1, reason: '' });
    expect(declined.body.field_errors).toEqual({ reason: 'Please choose a reason' });
  });

  it('[API-42] an accepted offer that staff replace needs a new answer', async () => {
    await acceptOf(person);
    const stale = await postOffer(staff, person.id, {
      joining_on: dayFromNow(30),
      replaces: { version: 1, status: 'OPEN' },
    });
    expect(stale.body.error_code).toBe('STALE_WRITE');
    const replaces = { version: 1, status: 'ACCEPTED' };
    const { body } = await postOffer(staff, person.id, { joining_on: dayFromNow(30), replaces });
    expect(body, JSON.stringify(body)).toMatchObject({ status: 'OFFERED' });
    expect((await acceptOf(person, 2)).body.status).toBe('OFFER_ACCEPTED');
  });
});

describe('the end of an offer', () => {
  beforeEach(async () => {
    await postOffer(staff, person.id);
  });

  it('[API-42] comes by itself after its time, with one message', async () => {
    await travel(test.db, 9 * day);
    const { status, body } = await acceptOf(person);
    expect([status, body.error_code]).toEqual([409, 'OFFER_EXPIRED']);
    expect(await readApplication(person, person.id)).toMatchObject({
      status: 'OFFER_EXPIRED',
      offer: { status: 'EXPIRED' },
    });
    for (let round = 0; round < 2; round += 1) await notifyExpired(test);
    await waitForDelivery(test);
    expect((await subjectsOf()).filter((one) => one === 'Your offer has expired')).toHaveLength(1);
  });

  it('[C-41] is told to everybody, also after many people who have turned updates off', async () => {
    const silent = await insertManyCandidates(test.db, 200, 1);
    const off = { updates: { email: false, sms: false, whatsapp: false } };
    await test.db
      .updateTable('appUser')
      .set({ notificationPreferences: JSON.stringify(off) })
      .where('id', 'in', silent)
      .execute();
    const { id: jobId } = await requireJobBySlug(test.db, slug);
    const ids = await insertApplications(
      test.db,
      silent.map((userId) => ({ userId, jobId, status: 'EXPIRED' as const })),
    );
    const expiry = {
      action: 'EXPIRE',
      fromStatus: 'STARTED',
      toStatus: 'EXPIRED',
      actorType: 'SYSTEM',
    } as const;
    await test.db
      .insertInto('applicationEvent')
      .values(ids.map((applicationId) => ({ ...expiry, id: randomUUID(), applicationId, actorId: null })))
      .execute();
    await travel(test.db, 9 * day);
    await test.db
      .updateTable('applicationEvent')
      .set({ at: new Date() })
      .where('action', '=', 'EXPIRE')
      .execute();
    await deleteExpired(test.db);
    await notifyExpired(test);
    await waitForDelivery(test);
    expect(await subjectsOf()).toContain('Your offer has expired');
  });

  it('[API-42] is applied for everybody by the scheduled tasks', async () => {
    await travel(test.db, 9 * day);
    await deleteExpired(test.db);
    expect((await offerRows()).map(({ status }) => status)).toEqual(['EXPIRED']);
  });

  it('[API-42] a withdrawn offer leads back to where the application was, with a reason', async () => {
    expect((await move('WITHDRAW_OFFER', { reason_code: null })).body.results[0].error.message).toBe(
      'Choose a reason first.',
    );
    expect((await move('WITHDRAW_OFFER', { public_note: 'The team has changed.' })).body.moved).toBe(1);
    const application = await readApplication(person, person.id);
    expect(application).toMatchObject({ status: 'SHORTLISTED', stage_key: 'review', offer: null });
    expect((await acceptOf(person)).body).toMatchObject({
      error_code: 'INVALID_STATE',
      error: 'The employer has withdrawn this offer.',
    });
    const replaces = { version: 1, status: 'WITHDRAWN' };
    const { body } = await postOffer(staff, person.id, { replaces });
    expect(body.offers.map(({ version, status }: Record<string, unknown>) => [version, status])).toEqual([
      [2, 'OPEN'],
      [1, 'WITHDRAWN'],
    ]);
  });

  it('[API-42] a rejection or a withdrawal of the application ends its offer', async () => {
    await acceptOf(person);
    await move('REJECT');
    expect((await offerRows()).map(({ status }) => status)).toEqual(['WITHDRAWN']);
    const other = await signUpShortlisted(test, slug);
    await postOffer(staff, other.id);
    await other.visitor.call(`POST ${applications}${other.id}/withdraw/`, {});
    const row = await test.db
      .selectFrom('jobOffer')
      .select('status')
      .where('applicationId', '=', other.id)
      .executeTakeFirst();
    expect(row?.status).toBe('DECLINED');
  });
});
