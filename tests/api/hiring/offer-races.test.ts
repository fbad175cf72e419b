import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { deleteExpired } from '#lib/server/scheduled-tasks.ts';
import { useTestApi } from '../../support/api.ts';
import { type Candidate, waitForDelivery } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { acceptOf, declineOf, postOffer, signUpShortlisted } from '../../support/hiring/offers.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let person: Candidate & { id: string };

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  person = await signUpShortlisted(test, 'inside-sales-associate-cl13');
  await postOffer(staff, person.id);
});

const tab = () => ({ ...person, visitor: person.visitor.fork() });

async function readState() {
  const { status } = await test.db
    .selectFrom('jobApplication')
    .select('status')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const offers = await test.db
    .selectFrom('jobOffer')
    .select('status')
    .where('applicationId', '=', person.id)
    .orderBy('version')
    .execute();
  const events = await test.db
    .selectFrom('applicationEvent')
    .select(['action', 'toStatus'])
    .where('applicationId', '=', person.id)
    .where('action', '!=', 'MAKE_OFFER')
    .execute();
  return { status, offers: offers.map((one) => one.status), actions: events.map(({ action }) => action) };
}

it('[C-42] an offer that is accepted many times at once is accepted once, with one message', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => acceptOf(tab())));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readState()).toEqual({
    status: 'OFFER_ACCEPTED',
    offers: ['ACCEPTED'],
    actions: ['ACCEPT_OFFER'],
  });
  await waitForDelivery(test);
  const mails = await test.sentTo(person.email);
  expect(mails.filter(({ subject }) => subject === 'You have accepted the offer')).toHaveLength(1);
});

it('[C-42] an offer that is accepted and declined at once has one answer', async () => {
  const answers = await Promise.all([acceptOf(tab()), declineOf(tab()), acceptOf(tab()), declineOf(tab())]);
  const state = await readState();
  expect(state.actions).toHaveLength(1);
  const isAccepted = state.status === 'OFFER_ACCEPTED';
  expect(state.offers).toEqual([isAccepted ? 'ACCEPTED' : 'DECLINED']);
  const expected = isAccepted ? [200, 409, 200, 409] : [409, 200, 409, 200];
  expect(answers.map(({ status }) => status)).toEqual(expected);
});

it('[C-42] an offer that is accepted at the moment it expires is one or the other', async () => {
  await sql`update job_offer set expires_at = clock_timestamp() + interval '30 milliseconds'`.execute(
    test.db,
  );
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => acceptOf(tab()))),
    ...Array.from({ length: 6 }, () => deleteExpired(test.db)),
  ]);
  await deleteExpired(test.db);
  const state = await readState();
  const isAccepted = state.status === 'OFFER_ACCEPTED';
  expect(state).toEqual(
    isAccepted
      ? { status: 'OFFER_ACCEPTED', offers: ['ACCEPTED'], actions: ['ACCEPT_OFFER'] }
      : { status: 'OFFER_EXPIRED', offers: ['EXPIRED'], actions: ['EXPIRE_OFFER'] },
  );
  const codes = new Set(answers.map(({ status, body }) => (status === 200 ? 'OK' : body.error_code)));
  expect([...codes]).toEqual(isAccepted ? ['OK'] : ['OFFER_EXPIRED']);
});

it('[C-42] an offer that is accepted while staff withdraw it is one or the other, and both are told which', async () => {
  const withdraw = () =>
    staff.fork().call('POST /api/v1/staff/job-applications/move/', {
      ...{ application_ids: [person.id], action: 'WITHDRAW_OFFER', reason_code: 'OTHER' },
    });
  const [accepted, withdrawn] = await Promise.all([acceptOf(tab()), withdraw()]);
  const state = await readState();
  // Staff can withdraw an accepted offer, so the withdrawal always holds, and the answer came before it or not at all.
  expect(withdrawn.body.moved).toBe(1);
  expect(state).toMatchObject({ status: 'SHORTLISTED', offers: ['WITHDRAWN'] });
  expect(state.actions).toEqual(
    accepted.status === 200 ? ['ACCEPT_OFFER', 'WITHDRAW_OFFER'] : ['WITHDRAW_OFFER'],
  );
  if (accepted.status !== 200)
    expect(accepted.body).toMatchObject({
      error_code: 'INVALID_STATE',
      error: 'The employer has withdrawn this offer.',
    });
});

it('[C-42] an offer that is accepted while staff replace it never carries the terms that were not read', async () => {
  const replaces = { version: 1, status: 'OPEN' };
  const [accepted, replaced] = await Promise.all([
    acceptOf(tab(), 1),
    postOffer(staff.fork(), person.id, { annual_pay: 200_000, replaces }),
  ]);
  const state = await readState();
  if (accepted.status === 200) {
    expect(replaced.body.error_code).toBe('STALE_WRITE');
    expect(state).toMatchObject({ status: 'OFFER_ACCEPTED', offers: ['ACCEPTED'] });
  } else {
    expect(accepted.body.error_code).toBe('STALE_WRITE');
    expect(state).toMatchObject({ status: 'OFFERED', offers: ['REPLACED', 'OPEN'] });
  }
});

it('[C-42] an offer that is sent many times at once is made once', async () => {
  const other = await signUpShortlisted(test, 'inside-sales-associate-cl12');
  const answers = await Promise.all(Array.from({ length: 6 }, () => postOffer(staff.fork(), other.id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
  const made = await test.db
    .selectFrom('jobOffer')
    .select('id')
    .where('applicationId', '=', other.id)
    .execute();
  expect(made).toHaveLength(1);
});
