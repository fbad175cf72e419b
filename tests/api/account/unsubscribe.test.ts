import { beforeEach, expect, it } from 'vitest';
import { readPreferences } from '#lib/domain/account/notification-preferences.ts';
import {
  findUnsubscription,
  unsubscribe,
  unsubscribePath,
} from '#lib/server/account/notifications/unsubscribe.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';

const test = useTestApi();
let person: Person;
let user: UserRow;

beforeEach(async () => {
  person = await signUpVerified(test);
  user = await test.db.selectFrom('appUser').selectAll().executeTakeFirstOrThrow();
});

/** Returns what the link in an email finds, as its page does. */
function open(path: string) {
  const [, , id = '', kind = '', key = ''] = path.split('/');
  return findUnsubscription(test.db, test.config, { user: id, kind, key });
}
const update = (updates: object) =>
  person.visitor.call('PATCH /api/v1/user/update/', { notification_preferences: { updates } });
const listConsents = () =>
  test.db.selectFrom('consent').select(['kind', 'channel', 'wording', 'withdrawnAt']).orderBy('id').execute();

it('[USER-20] opening the link changes nothing, and stopping it twice is stopping it once', async () => {
  const path = unsubscribePath(test.config, user.id, 'updates');
  const found = await open(path);
  expect(found).toEqual({ userId: user.id, kind: 'updates', isStopped: false });
  expect((await open(path))?.isStopped).toBe(false);
  if (!found) throw new Error('the link is not known');
  await unsubscribe(test.db, found);
  await unsubscribe(test.db, found);
  expect((await open(path))?.isStopped).toBe(true);
  const row = await test.db.selectFrom('appUser').selectAll().executeTakeFirstOrThrow();
  const { updates, reminders } = readPreferences(row.notificationPreferences);
  expect(updates).toEqual({ email: false, sms: true, whatsapp: true });
  expect(reminders.email).toBe(true);
  expect(await listConsents()).toHaveLength(1);
});

it('[USER-20] a link of another person or kind, or a changed one, stops nothing', async () => {
  const path = unsubscribePath(test.config, user.id, 'updates');
  expect(await open(path.replace('/updates/', '/offers/'))).toBeNull();
  expect(await open(path.replace('/updates/', '/transactional/'))).toBeNull();
  expect(await open(path.replace(user.id, '01890000-0000-7000-8000-000000000000'))).toBeNull();
  expect(await open(`${path.slice(0, -2)}~/`)).toBeNull();
  await test.db.deleteFrom('appUser').execute();
  expect(await open(path)).toBeNull();
});

it('[USER-20] every change is stored with its time and wording', async () => {
  await update({ sms: false });
  await update({ sms: false });
  await update({ sms: true });
  expect(await listConsents()).toEqual([
    {
      kind: 'updates',
      channel: 'sms',
      wording: expect.stringContaining('By continuing, you agree'),
      withdrawnAt: expect.any(Date),
    },
    { kind: 'updates', channel: 'sms', wording: 'Updates by SMS', withdrawnAt: null },
  ]);
  await update({ sms: false });
  expect((await listConsents()).every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true);
});
