import { beforeEach, expect, it } from 'vitest';
import {
  type NotificationChannel,
  notificationChannels,
  notificationKinds,
} from '#lib/domain/account/notification-preferences.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { type SenderName, senders } from '#lib/server/account/notifications/senders.ts';
import { unsubscribePath } from '#lib/server/account/notifications/unsubscribe.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';

const test = useTestApi({
  WHATSAPP_ACCESS_TOKEN: 'token',
  WHATSAPP_PHONE_NUMBER_ID: '1066',
  WHATSAPP_TEMPLATE: 'liftoff_update',
});
let person: UserRow;

beforeEach(async () => {
  await signUpVerified(test);
  person = await test.db.selectFrom('appUser').selectAll().executeTakeFirstOrThrow();
});

type Switch = 'always' | (typeof notificationKinds)[number];

/** What decides about each sender, and the channels that it may use. A new sender does not compile without its line. */
const table: Record<SenderName, [by: Switch, ...channels: NotificationChannel[]]> = {
  'email-code': ['always', 'email'],
  'email-change-requested': ['always', 'email'],
  'email-changed': ['always', 'email'],
  'phone-changed': ['always', 'email', 'sms'],
  'data-export': ['always', 'email', 'sms'],
  'account-deletion': ['always', 'email', 'sms'],
  'ended-account': ['always', 'email'],
  brochure: ['always', 'email'],
  'callback-confirmation': ['always', 'email', 'sms'],
  'application-confirmation': ['always', 'email', 'sms'],
  'application-update': ['updates', 'email', 'sms', 'whatsapp'],
  'appointment-confirmation': ['always', 'email', 'sms'],
  'interviewer-invite': ['always', 'email'],
  agenda: ['agenda', 'email'],
  'job-alert': ['alerts', 'email'],
  'lead-alert': ['always', 'email'],
  'new-lead': ['newLeads', 'email'],
  'own-lead': ['ownLeads', 'email'],
  'appointment-update': ['updates', 'email', 'sms', 'whatsapp'],
  'batch-message': ['updates', 'email', 'sms', 'whatsapp'],
  'candidate-message': ['updates', 'email', 'sms', 'whatsapp'],
  'mock-interview-confirmation': ['always', 'email', 'sms'],
  'mock-interview-update': ['updates', 'email', 'sms', 'whatsapp'],
  'mock-interview-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'expert-update': ['updates', 'sms', 'whatsapp'],
  'expert-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'expert-cancellation': ['agenda', 'email'],
  'interview-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'training-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'offer-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'first-day-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'registration-confirmation': ['always', 'email', 'sms'],
  'registration-update': ['updates', 'email', 'sms', 'whatsapp'],
  'enrolment-confirmation': ['always', 'email', 'sms'],
  'enrolment-update': ['updates', 'email', 'sms', 'whatsapp'],
  'event-confirmation': ['always', 'email', 'sms'],
  'event-change': ['always', 'email', 'sms'],
  'event-update': ['updates', 'email', 'sms', 'whatsapp'],
  'event-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'scholarship-confirmation': ['always', 'email', 'sms'],
  'mastery-confirmation': ['always', 'email', 'sms'],
  'mastery-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'scholarship-update': ['updates', 'email', 'sms', 'whatsapp'],
  'scholarship-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
  'certificate-notice': ['always', 'email', 'sms'],
  'enrolment-reminder': ['reminders', 'email', 'sms', 'whatsapp'],
};

const mediumOf = { email: 'EMAIL', sms: 'SMS', whatsapp: 'WHATSAPP' } as const;
const names = Object.keys(senders) as SenderName[];

/** Returns preferences in which everything is `isOn`, except one kind's channels in `others`. */
const allBut = (isOn: boolean, kind?: string, others: readonly string[] = []) =>
  Object.fromEntries(
    notificationKinds.map((one) => [
      one,
      Object.fromEntries(
        notificationChannels.map((channel) => [
          channel,
          one === kind && others.includes(channel) ? !isOn : isOn,
        ]),
      ),
    ]),
  ) as unknown as UserRow['notificationPreferences'];

let sent = 0;
async function mediaOf(
  sender: SenderName,
  changes: Partial<UserRow>,
  db: Db = test.db,
  config = test.config,
): Promise<string[]> {
  const dedupeKey = `a message ${++sent}`;
  await notify(
    { trx: db, messages: test.messages, config },
    {
      sender,
      recipient: { person: { ...person, ...changes } },
      text: 'A text.',
      href: 'https://localhost/',
      email: {
        subject: 'A subject',
        body: { title: 'A subject', paragraphs: ['A text.'], links: [], footnote: 'A reason.' },
      },
      dedupeKey,
    },
  );
  const rows = await db
    .selectFrom('outbox')
    .select('medium')
    .where('dedupeKey', 'like', `${dedupeKey}:%`)
    .execute();
  return rows.map(({ medium }) => medium).toSorted();
}

const toMedia = (channels: readonly NotificationChannel[]) =>
  channels.map((channel) => mediumOf[channel]).toSorted();

it.each(names)('[USER-20] %s obeys its own switches alone and needs a proved address', async (name) => {
  const [by, ...channels] = table[name];
  const isAlways = by === 'always';
  const sentWith = (notificationPreferences: UserRow['notificationPreferences'], changes = {}) =>
    mediaOf(name, { notificationPreferences, ...changes });

  expect(await sentWith(allBut(true))).toEqual(toMedia(channels));
  const offElsewhere = isAlways ? allBut(false) : allBut(false, by, notificationChannels);
  expect(await sentWith(offElsewhere)).toEqual(toMedia(channels));
  for (const off of notificationChannels) {
    const left = isAlways ? channels : channels.filter((channel) => channel !== off);
    expect(await sentWith(allBut(true, by, [off]))).toEqual(toMedia(left));
  }
  const unproved = { emailVerifiedAt: null, ...(!isAlways && { phoneVerifiedAt: null }) };
  const isBySms = isAlways && channels.includes('sms');
  expect(await sentWith(allBut(true), unproved)).toEqual(isBySms ? ['SMS'] : []);
});

it('[USER-20] nobody gets a WhatsApp message from a site that has no account there', async () => {
  const config = { ...test.config, whatsapp: null };
  expect(await mediaOf('application-update', {}, test.db, config)).toEqual(['EMAIL', 'SMS']);
});

it('[USER-20] an account of the time with one switch per channel keeps a channel turned off', async () => {
  const notificationPreferences = { call: true, email: false, whatsapp: true } as never;
  expect(await mediaOf('application-update', { notificationPreferences })).toEqual(['SMS', 'WHATSAPP']);
  expect(await mediaOf('application-confirmation', { notificationPreferences })).toEqual(['EMAIL', 'SMS']);
});

it('[USER-20] an email that can be turned off carries the link that stops it, and no other does', async () => {
  // In one transaction, because the text of a delivered message is deleted.
  const rows = await test.db.transaction().execute(async (trx) => {
    for (const name of names) await mediaOf(name, { notificationPreferences: allBut(true) }, trx);
    return trx
      .selectFrom('outbox')
      .select(['sender', 'unsubscribeUrl', 'text'])
      .where('medium', '=', 'EMAIL')
      .execute();
  });
  for (const { sender, unsubscribeUrl, text } of rows) {
    const [by] = table[sender as SenderName];
    const link = unsubscribePath(test.config, person.id, by === 'always' ? 'updates' : by);
    const url = `${test.config.siteOrigin}${link}`;
    expect([sender, unsubscribeUrl]).toEqual([sender, by === 'always' ? null : url]);
    expect([sender, text?.includes(url)]).toEqual([sender, by !== 'always']);
  }
  expect(rows).toHaveLength(names.filter((name) => table[name].includes('email')).length);
});

async function waitUntilReleased(): Promise<void> {
  const held = () =>
    test.db.selectFrom('outbox').select('id').where('status', '=', 'HELD').executeTakeFirst();
  while (await held()) await test.messages.deliverQueued();
}

/** Queues a message of a sender, holds it, and returns by medium where it goes when it is due. */
async function releaseHeld(
  sender: SenderName,
  changes: { email?: string; phoneE164?: string },
  preferences: object,
): Promise<Record<string, string>> {
  const dedupeKey = `a message ${sent + 1}`;
  const ofMessage = (db: Db) => db.updateTable('outbox').where('dedupeKey', 'like', `${dedupeKey}:%`);
  // In one transaction, because the worker delivers what is queued at once.
  await test.db.transaction().execute(async (trx) => {
    await mediaOf(sender, { notificationPreferences: allBut(true) }, trx);
    await ofMessage(trx)
      .set({ status: 'HELD', dueAt: new Date(Date.now() + 3_600_000) })
      .execute();
  });
  await test.db
    .updateTable('appUser')
    .set({ ...changes, notificationPreferences: JSON.stringify(preferences) })
    .where('id', '=', person.id)
    .execute();
  await ofMessage(test.db)
    .set({ dueAt: new Date(0) })
    .execute();
  await waitUntilReleased();
  const rows = await test.db
    .selectFrom('outbox')
    .select(['medium', 'recipient'])
    .where('dedupeKey', 'like', `${dedupeKey}:%`)
    .execute();
  return Object.fromEntries(rows.map(({ medium, recipient }) => [medium, recipient]));
}

/** Senders whose message belongs to the address that it was queued for. */
const addressed: readonly SenderName[] = [
  ...(['email-code', 'email-change-requested', 'email-changed', 'phone-changed', 'data-export'] as const),
  ...(['account-deletion', 'ended-account', 'brochure', 'callback-confirmation'] as const),
  ...(['interviewer-invite', 'lead-alert'] as const),
];

it.each(names)('[C-41] %s asks again where it goes when it was held', async (sender) => {
  const [by, ...channels] = table[sender];
  const moved = { email: 'new@example.com', phoneE164: '+919812345678' };
  const target = addressed.includes(sender) ? person : moved;
  const to = { email: target.email, sms: target.phoneE164, whatsapp: target.phoneE164 };
  const expected = channels.map((channel) => [mediumOf[channel], to[channel]]);
  expect(await releaseHeld(sender, moved, allBut(true))).toEqual(Object.fromEntries(expected));
  const still = by === 'always' ? channels : [];
  expect(
    Object.keys(await releaseHeld(sender, {}, allBut(true, by, notificationChannels))).toSorted(),
  ).toEqual(still.map((channel) => mediumOf[channel]).toSorted());
});
