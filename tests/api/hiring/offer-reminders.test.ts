import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { firstDayReminders, offerReminders } from '#lib/server/hiring/offers/offer-reminders.ts';
import { createLog } from '#lib/server/log.ts';
import { type ReminderSource, sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { useTestApi } from '../../support/api.ts';
import {
  applications,
  type Candidate,
  runUnitOfWork,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { acceptOf, postOffer, signUpShortlisted } from '../../support/hiring/offers.ts';
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
  await waitForDelivery(test);
});

const send = () =>
  sendDueReminders({ ...test, log: createLog('silent') }, [offerReminders, firstDayReminders]);
const listSubjects = async () => {
  const rows = await test.db
    .selectFrom('outbox')
    .select('subject')
    .where('kind', '=', 'reminder')
    .where('medium', '=', 'EMAIL')
    .orderBy('createdAt')
    .execute();
  return rows.map(({ subject }) => subject?.replace(/\d.*/, '…'));
};
/** Ends the open offer in 20 hours, so that the reminder of the day before is due at any time of the day. */
const endSoon = () =>
  test.db
    .updateTable('jobOffer')
    .set({ expiresAt: sql<Date>`now() + interval '20 hours'`, createdAt: new Date(0) })
    .where('status', '=', 'OPEN')
    .execute();
const remindersFrom = async (source: ReminderSource, from: string) => {
  const start = new Date(from);
  const listed = await source.listUpcoming(test.db, start, new Date(start.getTime() + 24 * 3_600_000));
  return listed.map(({ startsAt }) => startsAt.toISOString());
};

it('[API-42] reminders of an offer are counted from six in the evening of its last day, or its end if that is earlier', async () => {
  const endAt = (expiresAt: string) => test.db.updateTable('jobOffer').set({ expiresAt }).execute();
  await endAt('2026-12-14T18:29:00.000Z');
  expect(await remindersFrom(offerReminders, '2026-12-13T12:29:00Z')).toEqual([]);
  expect(await remindersFrom(offerReminders, '2026-12-13T12:30:00Z')).toEqual(['2026-12-14T12:30:00.000Z']);
  expect(await remindersFrom(offerReminders, '2026-12-14T12:30:00Z')).toEqual([]);
  await endAt('2026-12-14T03:30:00.000Z');
  expect(await remindersFrom(offerReminders, '2026-12-13T12:30:00Z')).toEqual(['2026-12-14T03:30:00.000Z']);
});

it('[API-42] an offer without an answer is announced once', async () => {
  await endSoon();
  await send();
  await send();
  expect(await listSubjects()).toEqual(['Reminder: answer your offer by …']);
});

it('[API-42] an offer that is answered, or whose application is withdrawn, is not announced', async () => {
  const other = await signUpShortlisted(test, 'inside-sales-associate-cl12');
  await postOffer(staff, other.id);
  await endSoon();
  await acceptOf(person);
  await other.visitor.call(`POST ${applications}${other.id}/withdraw/`, {});
  await send();
  expect(await listSubjects()).toEqual([]);
});

it('[API-42] the first day is announced the day before', async () => {
  await test.db.updateTable('jobOffer').set({ joiningOn: '2026-12-14' }).execute();
  expect(await remindersFrom(firstDayReminders, '2026-12-13T03:30:00Z')).toEqual([]);
  await acceptOf(person);
  expect(await remindersFrom(firstDayReminders, '2026-12-13T03:29:00Z')).toEqual([]);
  expect(await remindersFrom(firstDayReminders, '2026-12-13T03:30:00Z')).toEqual([
    '2026-12-14T03:30:00.000Z',
  ]);
  const [upcoming] = await firstDayReminders.listUpcoming(
    test.db,
    new Date('2026-12-13T03:30:00Z'),
    new Date('2026-12-14T03:30:00Z'),
  );
  if (upcoming) await runUnitOfWork(test, (work) => firstDayReminders.remind(work, upcoming, 24 * 60));
  expect(await listSubjects()).toEqual(['Reminder: your first day is …']);
});
