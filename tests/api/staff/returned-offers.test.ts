import { beforeEach, describe, expect, it } from 'vitest';
import { applyDueToSubmitted } from '#lib/server/hiring/due-transitions.ts';
import { useTestApi } from '../../support/api.ts';
import { type Candidate, readApplication, waitForDelivery } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  acceptOf,
  dayFromNow,
  declineOf,
  postOffer,
  signUpShortlisted,
} from '../../support/hiring/offers.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

/** What becomes of an offer when staff resume or reopen its application. */

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let person: Candidate & { id: string };

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  person = await signUpShortlisted(test, slug);
  await postOffer(staff, person.id);
});

const reasons: Record<string, string> = { HOLD: 'OTHER', REJECT: 'OTHER', REOPEN: 'MISTAKE' };

async function move(...actions: string[]): Promise<void> {
  for (const action of actions) {
    const { body } = await staff.call('POST /api/v1/staff/job-applications/move/', {
      ...{ application_ids: [person.id], action },
      ...(reasons[action] && { reason_code: reasons[action] }),
    });
    expect(body.results, action).toMatchObject([{ ok: true }]);
    await waitForDelivery(test);
  }
}

const runOut = () =>
  test.db
    .updateTable('jobOffer')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .execute();

async function listOffers() {
  const { body } = await staff.call(`GET /api/v1/staff/job-applications/${person.id}/`);
  return body.offers.map(({ status }: { status: string }) => status);
}

/** Returns the text of the latest email of a subject, after everything that is due has happened. */
async function readEmail(subject: string): Promise<string> {
  await waitForDelivery(test);
  await applyDueToSubmitted(test.db);
  const row = await test.db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', person.email)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.text ?? '';
}
const reopened = 'Your application is open again';

describe('[API-42] an offer comes back with its application', () => {
  it.each([
    ['rejected', ['REJECT', 'REOPEN']],
    ['put on hold', ['HOLD', 'RESUME']],
    ['put on hold and rejected', ['HOLD', 'REJECT', 'REOPEN', 'RESUME']],
  ])('that was %s', async (_, actions) => {
    await move(...actions);
    expect(await readApplication(person, person.id)).toMatchObject({
      status: 'OFFERED',
      offer: { status: 'OPEN' },
    });
    expect((await acceptOf(person)).body.status).toBe('OFFER_ACCEPTED');
    await move(...actions);
    expect(await readApplication(person, person.id)).toMatchObject({
      ...{ status: 'OFFER_ACCEPTED', offer: { status: 'ACCEPTED', annual_pay: 360_000 } },
    });
    const joined = { joined_on: dayFromNow(0) };
    await staff.call(`POST /api/v1/staff/job-applications/${person.id}/join/`, joined);
    const { body } = await staff.call('GET /api/v1/staff/placements/');
    expect(body.results).toMatchObject([{ annual_pay: 360_000 }]);
  });
});

describe('[API-42] an application does not return to an offer that nobody can answer any more', () => {
  const ended = 'Your earlier offer has ended, because its last day has passed.';

  it('after a rejection', async () => {
    await move('REJECT');
    await runOut();
    await move('REOPEN');
    const text = await readEmail(reopened);
    expect(text).toContain(`is open again. ${ended} You are on the shortlist.`);
    expect(text).not.toContain('You have an offer');
    expect(await readApplication(person, person.id)).toMatchObject({ status: 'SHORTLISTED' });
    expect(await listOffers()).toEqual(['WITHDRAWN']);
  });

  it('after a hold', async () => {
    await move('HOLD');
    await runOut();
    await move('RESUME');
    expect(await readEmail('Your application continues')).toContain(`is no longer on hold. ${ended}`);
    expect(await readApplication(person, person.id)).toMatchObject({ status: 'SHORTLISTED' });
    expect(await listOffers()).toEqual(['EXPIRED']);
  });

  it('after a hold in which it was rejected', async () => {
    await move('HOLD', 'REJECT');
    await runOut();
    await move('REOPEN', 'RESUME');
    expect(await readApplication(person, person.id)).toMatchObject({ status: 'SHORTLISTED' });
    expect(await listOffers()).toEqual(['WITHDRAWN']);
  });

  it('when it has expired or was declined, and staff make another one', async () => {
    await runOut();
    await applyDueToSubmitted(test.db);
    await move('REOPEN');
    expect(await readApplication(person, person.id)).toMatchObject({ status: 'SHORTLISTED' });
    const second = { annual_pay: 400_000, replaces: { version: 1, status: 'EXPIRED' } };
    expect((await postOffer(staff, person.id, second)).status).toBe(200);
    expect((await declineOf(person, 2)).body.status).toBe('OFFER_DECLINED');
    await move('REOPEN');
    expect(await readEmail(reopened)).toContain('is open again. You are on the shortlist.');
    const third = { annual_pay: 420_000, replaces: { version: 2, status: 'DECLINED' } };
    expect((await postOffer(staff, person.id, third)).status).toBe(200);
    expect((await acceptOf(person, 3)).body.status).toBe('OFFER_ACCEPTED');
  });
});

describe('[API-42] reopening somebody who has joined', () => {
  const join = (days: number) =>
    staff.call(`POST /api/v1/staff/job-applications/${person.id}/join/`, { joined_on: dayFromNow(days) });
  const reopen = async () => {
    const { body } = await staff.call('POST /api/v1/staff/job-applications/move/', {
      ...{ application_ids: [person.id], action: 'REOPEN', reason_code: 'MISTAKE' },
    });
    return body.results[0];
  };
  const findPlacement = async () => (await staff.call('GET /api/v1/staff/placements/')).body.results[0];
  async function update(fields: object): Promise<void> {
    const { id, version, joined_on, left_on, leave_reason, note, ...rest } = await findPlacement();
    const { invoiced_on, invoice_reference, fee_amount } = rest;
    const body = {
      version,
      joined_on,
      left_on,
      leave_reason,
      note,
      invoiced_on,
      invoice_reference,
      fee_amount,
    };
    const { status } = await staff.call(`PATCH /api/v1/staff/placements/${id}/update/`, {
      ...body,
      ...fields,
    });
    expect(status).toBe(200);
  }

  beforeEach(async () => {
    await acceptOf(person);
    await join(-10);
  });

  it('keeps the placement of somebody who has left', async () => {
    await update({ left_on: dayFromNow(-1), leave_reason: 'RESIGNED', note: 'Called' });
    const { ok, error } = await reopen();
    expect([ok, error?.message]).toEqual([false, expect.stringContaining('Their placement keeps that.')]);
    expect(await findPlacement()).toMatchObject({ leave_reason: 'RESIGNED', note: 'Called' });
    await update({ left_on: null, leave_reason: null });
    expect(await reopen()).toMatchObject({ ok: true });
  });

  it('deletes the placement of somebody who has not joined after all, and the audit has what it said', async () => {
    await update({ note: 'Called the manager', fee_amount: 45_000 });
    expect(await reopen()).toMatchObject({ ok: true });
    const { body } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${person.id}`);
    expect(body.results).toContainEqual(
      expect.objectContaining({
        action: 'placement.DELETE',
        details: { joined_on: dayFromNow(-10), note: 'Called the manager', fee_amount: 45_000 },
      }),
    );
  });
});
