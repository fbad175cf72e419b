import { beforeEach, expect, it } from 'vitest';
import { findUnsubscription, unsubscribe } from '#lib/server/account/notifications/unsubscribe.ts';
import { createLog } from '#lib/server/log.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { sendDueAgendas } from '#lib/server/staff/today/agenda/agenda-email.ts';
import { readEmailSwitches } from '#lib/server/staff/today/email-switches.ts';
import { handleTodayForm } from '#lib/server/staff/today/today-form.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import { insertCall } from '../../support/staff/today.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: { visitor: Visitor; id: string };

beforeEach(async () => {
  staff = await signUpStaff(test);
  await test.db
    .updateTable('appUser')
    .set({ emailVerifiedAt: new Date(), timeZone: 'Asia/Kolkata' })
    .where('id', '=', staff.id)
    .execute();
});

const send = (now: Date, messages: Pick<Messages, 'queue'> = test.messages) =>
  sendDueAgendas(
    { db: test.db, config: test.config, log: createLog('silent'), messages: messages as Messages },
    now,
  );
const turn = (isOn: boolean, visitor = staff.visitor) =>
  visitor.call('POST /api/v1/staff/agenda/', { is_on: isOn });
const listEmails = () =>
  test.db
    .selectFrom('outbox')
    .select(['subject', 'userId', 'unsubscribeUrl', 'text'])
    .where('kind', '=', 'agenda')
    .orderBy('createdAt')
    .execute();
const count = async () => (await listEmails()).length;

/** An instant of a day after today, so that the switch was on before. */
const at = (day: number, time: string) => {
  const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${date}T${time}Z`);
};

it('[API-42] nobody gets the list of the day by email who has not asked for it', async () => {
  await send(at(2, '02:30:00'));
  expect(await count()).toBe(0);
});

it('[API-42] whoever wants it gets it at eight in their time zone, once a day', async () => {
  expect((await turn(true)).body).toEqual({ is_on: true });
  for (const time of ['00:00:00', '02:29:00']) await send(at(2, time));
  expect(await count()).toBe(0);
  for (const time of ['02:30:00', '02:31:00', '06:00:00', '06:30:00', '20:00:00']) await send(at(2, time));
  expect(await count()).toBe(1);
  await send(at(3, '02:30:00'));
  expect(await count()).toBe(2);
});

it('[API-42] summer time and a move to another zone neither repeat nor skip a day', async () => {
  await turn(true);
  const move = (timeZone: string) =>
    test.db.updateTable('appUser').set({ timeZone }).where('id', '=', staff.id).execute();
  await move('America/New_York');
  for (const [time, total] of [
    ['2027-03-13T12:59:00Z', 0],
    ['2027-03-13T13:00:00Z', 1],
    ['2027-03-14T11:59:00Z', 1],
    ['2027-03-14T12:00:00Z', 2],
    ['2027-03-14T13:00:00Z', 2],
    ['2027-11-06T12:00:00Z', 3],
    ['2027-11-07T12:00:00Z', 3],
    ['2027-11-07T13:00:00Z', 4],
  ] as const) {
    await send(new Date(time));
    expect(await count(), time).toBe(total);
  }
  await move('Asia/Kolkata');
  await send(new Date('2027-11-08T02:30:00Z'));
  await move('America/New_York');
  await send(new Date('2027-11-08T13:00:00Z'));
  expect(await count()).toBe(5);
});

it('[API-42] the email has the lines of Today in the order of the page', async () => {
  await insertCall(test.db, -60);
  await turn(true);
  // The staff member's own sign-up is due on the day after.
  await send(at(1, '02:30:00'));
  await deliverDue(test);
  const { email } = await test.db
    .selectFrom('appUser')
    .select('email')
    .where('id', '=', staff.id)
    .executeTakeFirstOrThrow();
  const [message] = await test.sentTo(email);
  expect(message?.subject).toMatch(/^Today, .+: 1 due, 1 late$/);
  expect(message?.text).toMatch(/\(late\): Get in touch\. Kiran Rao, \+91 98123 45678, LD-\d+/);
  expect(message?.text).toContain('https://localhost/staff/');
});

it('[API-42] once by several processes, and by another one after the first died before it had committed', async () => {
  await turn(true);
  await send(at(2, '02:30:00'), { queue: () => Promise.reject(new Error('the process died')) });
  expect(await count()).toBe(0);
  await Promise.all([1, 2, 3].map(() => send(at(2, '02:31:00'))));
  expect(await count()).toBe(1);
});

it('whoever turns it on after eight gets the first one on the next day', async () => {
  await turn(true);
  await test.db
    .updateTable('consent')
    .set({ grantedAt: at(2, '02:31:00') })
    .execute();
  await send(at(2, '03:00:00'));
  expect(await count()).toBe(0);
  await send(at(3, '02:30:00'));
  expect(await count()).toBe(1);
});

it('[USER-20] it stops by the link in the email, by the switch, and with the role', async () => {
  await turn(true);
  await send(at(2, '02:30:00'));
  const [email] = await listEmails();
  const [, , user = '', kind = '', key = ''] = new URL(email?.unsubscribeUrl ?? '').pathname.split('/');
  const found = await findUnsubscription(test.db, test.config, { user, kind, key });
  if (!found) throw new Error('the link is not known');
  await unsubscribe(test.db, found);
  await send(at(3, '02:30:00'));
  expect(await count()).toBe(1);
  await turn(true);
  await test.db.updateTable('consent').set({ grantedAt: new Date() }).execute();
  await test.db.deleteFrom('userRole').execute();
  await send(at(4, '02:30:00'));
  expect(await count()).toBe(1);
  const { body } = await staff.visitor.call('GET /api/v3/user/');
  expect(Object.keys(body.user.notification_preferences)).toEqual(['reminders', 'updates', 'offers']);
});

it('[C-22] a person without a proved email gets nothing, and a candidate cannot turn it on', async () => {
  await turn(true);
  await test.db.updateTable('appUser').set({ emailVerifiedAt: null }).execute();
  await send(at(2, '02:30:00'));
  expect(await count()).toBe(0);
  const { visitor } = await signUpVerified(test);
  expect((await turn(true, visitor)).status).toBe(404);
});

it('the form below Today turns it on and off, and the consent has its time and wording', async () => {
  const isOn = async () =>
    readEmailSwitches(
      await test.db.selectFrom('appUser').selectAll().where('id', '=', staff.id).executeTakeFirstOrThrow(),
    ).agenda;
  const post = (agenda: string) =>
    handleTodayForm(test.api, postStaffForm(test, staff.visitor, '/staff/', { agenda }));
  expect((await post('on')).done).toBe('email-on');
  expect(await isOn()).toBe(true);
  expect((await post('off')).done).toBe('email-off');
  expect(await isOn()).toBe(false);
  const consents = await test.db.selectFrom('consent').selectAll().where('kind', '=', 'agenda').execute();
  expect(consents.map(({ wording, withdrawnAt }) => [wording, withdrawnAt !== null])).toEqual([
    ['The day’s list at 8 am by email', true],
  ]);
});
