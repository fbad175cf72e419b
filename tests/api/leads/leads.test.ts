import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#lib/server/db/index.ts';
import { up } from '#lib/server/db/migrations/042-leads.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp, signUpVerified } from '../../support/auth/people.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { requestBrochure, requestCall, requireLeadOf } from '../../support/leads/requests.ts';

const test = useTestApi({ CALLBACKS_PER_HOUR: '1000' });
const leads = () => test.db.selectFrom('lead').selectAll().orderBy('createdAt').execute();
const requests = () => test.db.selectFrom('leadRequest').select(['kind', 'leadId']).orderBy('at').execute();
const close = (id: string, status: 'CONVERTED' | 'NOT_INTERESTED') =>
  test.db.updateTable('lead').set({ status, newAlertedAt: new Date() }).where('id', '=', id).execute();

describe('[API-53] a lead is one person', () => {
  it('over a brochure and a call with the same email, and a later sign-up and enrolment with the number', async () => {
    const phone = newPhone();
    const email = `meera-${phone}@example.com`;
    await requestBrochure(test, `Meera-${phone}+news@example.com`);
    const { call } = await requestCall(test, { phone, email });
    const { visitor, e164 } = await signUpVerified(test, { phone, email });
    await visitor.call('GET /api/v1/programs/career-accelerator-program/counselling-calendly-link/');
    const [lead, ...others] = await leads();
    expect(others).toEqual([]);
    expect(lead).toMatchObject({ firstName: 'Meera', lastName: 'Nair', phoneE164: e164, status: 'NEW' });
    expect(lead?.reference).toMatch(/^LD-\d{5}$/);
    expect(lead?.dueAt.toISOString()).toBe(call.expected_by);
    expect(lead?.userId).not.toBeNull();
    expect((await requests()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['BROCHURE', 'CALLBACK', 'SIGN_UP']),
    );
    expect(lead?.sources).toEqual(expect.arrayContaining(['BROCHURE', 'CALLBACK', 'SIGN_UP']));
  });

  it('with a reference of its own, also after the 99,999th', async () => {
    await sql`select setval('lead_number', 99998)`.execute(test.db);
    for (const _ of ['first', 'second', 'third']) await requestCall(test, {});
    await sql`select setval('lead_number', 1)`.execute(test.db);
    expect((await leads()).map(({ reference }) => reference)).toEqual(['LD-99999', 'LD-100000', 'LD-100001']);
  });

  it('stays two with the same email and another number, because a stranger may have typed it', async () => {
    const email = 'shared@example.com';
    await requestCall(test, { email });
    await requestCall(test, { email });
    expect(await leads()).toHaveLength(2);
  });

  it('is made by an enrolment, and is due within a day', async () => {
    const learner = await insertLearner(test);
    const batch = await requireOpenBatch(test.db);
    await reserve(learner, batch);
    expect(await requireLeadOf(test, learner.phone)).toMatchObject({
      sources: ['ENROLMENT'],
      programSlugs: [batch.programSlug],
      userId: learner.userId,
    });
  });

  it('is made by a sign-up once its number is verified', async () => {
    await signUp(test);
    expect(await leads()).toEqual([]);
    const { e164 } = await signUpVerified(test);
    expect(await leads()).toMatchObject([{ phoneE164: e164, sources: ['SIGN_UP'] }]);
  });

  it('takes the last name of the same first name, and never another person’s', async () => {
    const { phone } = await requestCall(test, { first_name: 'asha', last_name: '' });
    await requestCall(test, { phone, first_name: 'Ravi', last_name: 'Iyer' });
    expect(await leads()).toMatchObject([{ firstName: 'asha', lastName: '' }]);
    await signUpVerified(test, { phone });
    expect(await leads()).toMatchObject([{ firstName: 'asha', lastName: 'Verma' }]);
  });

  it('is not made by a program that fills in a form', async () => {
    await requestCall(test, { website: 'x' });
    expect(await leads()).toEqual([]);
  });

  it('opens again when the person asks again, but not after a brochure to somebody who enrolled', async () => {
    const { phone, e164 } = await requestCall(test, { email: 'meera@example.com' });
    const { id } = await requireLeadOf(test, e164);
    await close(id, 'CONVERTED');
    await requestBrochure(test, 'meera@example.com');
    expect(await requireLeadOf(test, e164)).toMatchObject({ status: 'CONVERTED' });
    await requestCall(test, { phone });
    expect(await requireLeadOf(test, e164)).toMatchObject({ id, status: 'NEW', newAlertedAt: null });
    await close(id, 'NOT_INTERESTED');
    await requestBrochure(test, 'meera@example.com', 'career-accelerator-program');
    expect(await requireLeadOf(test, e164)).toMatchObject({ status: 'NEW' });
    const events = await test.db.selectFrom('leadEvent').select('action').orderBy('at').execute();
    expect(events.map(({ action }) => action)).toEqual(['CREATE', 'ASK_AGAIN', 'ASK_AGAIN']);
  });
});

describe('[API-53] the migration builds leads for existing rows', () => {
  const shape = async (db: Db) => {
    const rows = await db.selectFrom('lead').selectAll().execute();
    return rows
      .map(({ phoneE164, email, sources, programSlugs, words }) => ({
        ...{ phoneE164, email, sources: sources.toSorted(), programSlugs },
        words: [...new Set(words?.replace(/ld-\d+/g, '').split(/\s+/))].filter(Boolean).toSorted(),
      }))
      .toSorted((one, other) => String(one.phoneE164).localeCompare(String(other.phoneE164)));
  };

  it('by the same rules', async () => {
    const email = 'meera@example.com';
    await requestBrochure(test, email);
    const { e164 } = await requestCall(test, { email });
    const learner = await insertLearner(test);
    await reserve(learner, await requireOpenBatch(test.db));
    const expected = await shape(test.db);
    let built: Awaited<ReturnType<typeof shape>> = [];
    const undone = test.db.transaction().execute(async (trx) => {
      await sql`drop table lead_contact, lead_request, lead_attempt, lead_event, lead_filter, lead`.execute(
        trx,
      );
      await sql`drop sequence lead_number`.execute(trx);
      await up(trx as unknown as Kysely<unknown>);
      built = await shape(trx);
      throw new Error('roll back');
    });
    await expect(undone).rejects.toThrow('roll back');
    // An account that a test inserts has not signed up, so only the migration knows it as a sign-up.
    const withoutSignUps = built.map((lead) => ({
      ...lead,
      sources: lead.sources.filter((one) => one !== 'SIGN_UP'),
    }));
    expect(withoutSignUps).toEqual(expected);
    expect(built.map(({ phoneE164 }) => phoneE164).toSorted()).toEqual([e164, learner.phone].toSorted());
  });
});
