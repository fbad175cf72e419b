import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { findUnsubscription, unsubscribe } from '#lib/server/account/notifications/unsubscribe.ts';
import { isAnybodyAlerted } from '#lib/server/staff/leads/alert-recipients.ts';
import { alertOfLeads } from '#lib/server/staff/leads/lead-alerts.ts';
import { readEmailSwitches } from '#lib/server/staff/today/email-switches.ts';
import { handleTodayForm } from '#lib/server/staff/today/today-form.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import { requestBrochure, requestCall, requireLeadOf } from '../../support/leads/requests.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const fallback = 'counsellors@example.com';
const test = useTestApi({ LEADS_EMAIL: fallback, CALLBACKS_PER_HOUR: '1000' });
type Staff = Awaited<ReturnType<typeof signUpStaff>>;
let [kavita, imran]: [Staff, Staff] = [] as never;

beforeEach(async () => {
  [kavita, imran] = [await signUpStaff(test), await signUpStaff(test)];
  await test.db.updateTable('appUser').set({ emailVerifiedAt: new Date() }).execute();
  // Their sign-ups are leads too.
  await test.db.updateTable('lead').set({ newAlertedAt: new Date() }).execute();
});

const turn = ({ visitor }: Pick<Staff, 'visitor'>, switches: Record<string, boolean>) =>
  visitor.call('POST /api/v1/staff/lead-alerts/', switches);

/** Looks for leads from two processes at once, and lists the subjects that each address has got since the last time. */
const seen = new Map<string, number>();
beforeEach(() => seen.clear());
async function alertAndRead() {
  await Promise.all([alertOfLeads(test), alertOfLeads(test)]);
  await deliverDue(test);
  const read = async (to: string) => {
    const subjects = (await test.sentTo(to)).map(({ subject }) => subject ?? '').toReversed();
    const before = seen.get(to) ?? 0;
    seen.set(to, subjects.length);
    return subjects.slice(before).map((subject) => subject.replace(/:.*/, ''));
  };
  const [one, two, other] = [await read(kavita.email), await read(imran.email), await read(fallback)];
  return { kavita: one, imran: two, fallback: other };
}

const makeLate = async (e164: string) => {
  const { dueAt } = await requireLeadOf(test, e164);
  await travel(test.db, (dueAt.getTime() - Date.now()) / 1000 + 60);
};
const assign = async (e164: string, { id: ownerId }: Pick<Staff, 'id'>) => {
  const { id } = await requireLeadOf(test, e164);
  await test.db.updateTable('lead').set({ ownerId }).where('id', '=', id).execute();
};

describe('[API-53] a lead without an owner', () => {
  it('reaches each member of staff who asked for it, and the common address only if nobody did', async () => {
    const { e164 } = await requestCall(test);
    expect(await alertAndRead()).toEqual({ kavita: [], imran: [], fallback: ['New lead'] });
    expect((await turn(imran, { new_leads: true })).body).toEqual({ new_leads: true, own_leads: true });
    await requestCall(test);
    expect(await alertAndRead()).toEqual({ kavita: [], imran: ['New lead'], fallback: [] });
    await turn(kavita, { new_leads: true });
    await makeLate(e164);
    const late = await alertAndRead();
    expect(late.kavita).toContain('Late lead');
    expect(late.kavita).toEqual(late.imran);
    expect(late.fallback).toEqual([]);
    expect(await alertAndRead()).toEqual({ kavita: [], imran: [], fallback: [] });
  });

  it('[C-22] reaches nobody whose role has ended, whose account is disabled or who has no proved email', async () => {
    await turn(kavita, { new_leads: true });
    await turn(imran, { new_leads: true });
    const set = (values: { disabledAt?: Date | null; emailVerifiedAt?: Date | null }) =>
      test.db.updateTable('appUser').set(values).where('id', '=', kavita.id).execute();
    await test.db.deleteFrom('userRole').where('userId', '=', imran.id).execute();
    await set({ disabledAt: new Date() });
    await requestCall(test);
    expect(await alertAndRead()).toEqual({ kavita: [], imran: [], fallback: ['New lead'] });
    await set({ disabledAt: null, emailVerifiedAt: null });
    await requestCall(test);
    expect(await alertAndRead()).toEqual({ kavita: [], imran: [], fallback: ['New lead'] });
  });
});

describe('[API-53] a lead with an owner', () => {
  it('reaches its owner alone when it is late, without having asked for it', async () => {
    await turn(imran, { new_leads: true });
    const { e164 } = await requestCall(test);
    expect((await alertAndRead()).imran).toEqual(['New lead']);
    await assign(e164, kavita);
    await makeLate(e164);
    expect(await alertAndRead()).toEqual({ kavita: ['Late lead'], imran: [], fallback: [] });
  });

  it('goes to the common address if the owner has turned that off, and to the others if the owner has left', async () => {
    const { e164 } = await requestCall(test);
    await alertAndRead();
    await assign(e164, kavita);
    await turn(imran, { new_leads: true });
    await turn(kavita, { own_leads: false });
    await makeLate(e164);
    expect(await alertAndRead()).toEqual({ kavita: [], imran: [], fallback: ['Late lead'] });
    await test.db.deleteFrom('userRole').where('userId', '=', kavita.id).execute();
    await test.db.updateTable('lead').set({ lateAlertedDue: null }).execute();
    expect(await alertAndRead()).toEqual({ kavita: [], imran: ['Late lead'], fallback: [] });
  });
});

/** Ends the time in which the same number's request is the same one, after somebody has talked to the person. */
const endRequests = async (e164: string) => {
  await test.db.updateTable('callbackRequest').set({ status: 'CONNECTED' }).execute();
  await test.db.updateTable('lead').set({ status: 'CONNECTED' }).where('phoneE164', '=', e164).execute();
  await travel(test.db, 73 * 3600);
  await test.db.updateTable('lead').set({ lateAlertedDue: sql`due_at` }).execute();
};

describe('[API-53] an open lead that asks again', () => {
  it('reaches its owner once, and a request that is sent twice is one', async () => {
    const { phone, e164, call } = await requestCall(test);
    await alertAndRead();
    await assign(e164, kavita);
    await endRequests(e164);
    const { call: second } = await requestCall(test, { phone });
    expect(second.reference).not.toBe(call.reference);
    await requestCall(test, { phone });
    expect(await requireLeadOf(test, e164)).toMatchObject({ ownerId: kavita.id, status: 'CONNECTED' });
    expect(await alertAndRead()).toEqual({ kavita: ['Asked again'], imran: [], fallback: [] });
    await requestCall(test, { phone });
    expect(await alertAndRead()).toEqual({ kavita: [], imran: [], fallback: [] });
  });

  it('reaches whoever gets new leads where nobody owns it', async () => {
    const { phone, e164 } = await requestCall(test);
    await alertAndRead();
    await turn(imran, { new_leads: true });
    await endRequests(e164);
    await requestCall(test, { phone });
    expect(await alertAndRead()).toEqual({ kavita: [], imran: ['Asked again'], fallback: [] });
  });
});

describe('[API-53] a lead that staff heard of before', () => {
  it.each(['NEW', 'NOT_INTERESTED'] as const)('has asked again where it was %s', async (status) => {
    const { phone, e164 } = await requestCall(test);
    expect((await alertAndRead()).fallback).toEqual(['New lead']);
    await endRequests(e164);
    await test.db.updateTable('lead').set({ status }).where('phoneE164', '=', e164).execute();
    await requestCall(test, { phone });
    expect(await requireLeadOf(test, e164)).toMatchObject({ status: 'NEW' });
    expect((await alertAndRead()).fallback).toEqual(['Asked again']);
  });

  it('is new where the next request came before staff heard of the first', async () => {
    const email = 'meera@example.com';
    const { e164 } = await requestCall(test, { email });
    await requestBrochure(test, email);
    const { createdAt, askedAt } = await requireLeadOf(test, e164);
    expect(askedAt > createdAt).toBe(true);
    expect((await alertAndRead()).fallback).toEqual(['New lead']);
  });
});

describe('[API-53] staff see that nobody is told about new leads', () => {
  const without = { leadsEmail: null, leadsWebhook: null };

  it('until one of them is, an address is set or a webhook asks for new leads', async () => {
    expect(await isAnybodyAlerted(test.db, without)).toBe(false);
    expect(await isAnybodyAlerted(test.db, { ...without, leadsEmail: fallback })).toBe(true);
    await turn(kavita, { new_leads: true });
    expect(await isAnybodyAlerted(test.db, without)).toBe(true);
    await test.db.deleteFrom('userRole').where('userId', '=', kavita.id).execute();
    expect(await isAnybodyAlerted(test.db, without)).toBe(false);
    await test.db
      .insertInto('webhook')
      .values({
        ...{ id: uuidv7(), name: 'CRM', url: 'https://crm.example/hook', events: ['offer.made'] },
        ...{ secretHash: 'x', createdById: imran.id },
      })
      .execute();
    expect(await isAnybodyAlerted(test.db, without)).toBe(false);
    await test.db
      .updateTable('webhook')
      .set({ events: ['lead.created'] })
      .execute();
    expect(await isAnybodyAlerted(test.db, without)).toBe(true);
  });
});

describe('[USER-20] the switches', () => {
  const isOn = async ({ id }: Pick<Staff, 'id'>) =>
    readEmailSwitches(
      await test.db.selectFrom('appUser').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );

  it('are forms below Today, change one each, and give and end a consent with its wording', async () => {
    const post = (values: Record<string, string>) =>
      handleTodayForm(test.api, postStaffForm(test, kavita.visitor, '/staff/', values));
    expect((await post({ newLeads: 'on' })).done).toBe('email-on');
    expect(await isOn(kavita)).toEqual({ agenda: false, newLeads: true, ownLeads: true });
    expect((await post({ ownLeads: 'off' })).done).toBe('email-off');
    expect(await isOn(kavita)).toEqual({ agenda: false, newLeads: true, ownLeads: false });
    const consents = await test.db.selectFrom('consent').selectAll().orderBy('kind').execute();
    expect(consents.map(({ kind, withdrawnAt }) => [kind, withdrawnAt !== null])).toEqual([
      ['newLeads', false],
      ['ownLeads', true],
    ]);
    expect(consents[0]?.wording).toBe('New and late leads without an owner by email');
  });

  it('are not those of a candidate, and the link in the email turns one off', async () => {
    const { visitor } = await signUpVerified(test);
    expect((await turn({ visitor }, { new_leads: true })).status).toBe(404);
    await turn(kavita, { new_leads: true });
    await requestCall(test);
    await alertOfLeads(test);
    const { unsubscribeUrl } = await test.db
      .selectFrom('outbox')
      .select('unsubscribeUrl')
      .where('sender', '=', 'new-lead')
      .executeTakeFirstOrThrow();
    const [, , user = '', kind = '', key = ''] = new URL(unsubscribeUrl ?? '').pathname.split('/');
    const link = await findUnsubscription(test.db, test.config, { user, kind, key });
    if (link) await unsubscribe(test.db, link);
    expect(await isOn(kavita)).toEqual({ agenda: false, newLeads: false, ownLeads: true });
  });
});
