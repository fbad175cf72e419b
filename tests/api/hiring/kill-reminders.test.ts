import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { ownDatabase, type TestDatabase } from '../../support/database.ts';
import { applications, insertBatch, insertSlot } from '../../support/hiring/candidates.ts';
import { insertInterviewees, insertTrainees } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';
import { findHeader, type MailServer, startMailServer } from '../../support/messages/mail-server.ts';
import { installClock, setClock } from '../../support/own-clock.ts';
import { isSoak } from '../../support/soak.ts';

/**
 * Reminders from two processes on one PostgreSQL, of which one is killed in between, on a day on which the clocks change and over a
 * midnight: each goes out once. [API-42, API-43]
 */

const slug = 'inside-sales-associate-cl13';
const script = join(import.meta.dirname, '../../support/hiring/reminder-process.ts');
/** How many people have each appointment. */
const people = isSoak ? 20 : 3;
const minute = 60_000;
const hour = 60 * minute;
/** After this time, another process delivers the messages that a dead one had claimed. */
const claimTime = 121_000;

/** Returns the days, from a week ahead, on which the clocks of a zone go forward and back. */
function listClockChanges(timeZone: string): string[] {
  const first = addDays(localDate(new Date(), timeZone), 7);
  const days = Array.from({ length: 365 }, (_, day) => addDays(first, day));
  const morning = (day: string) => instantOf(day, '09:30', timeZone).getTime();
  return days.filter((day) => morning(day) - morning(addDays(day, -1)) !== 24 * hour);
}

interface Appointment {
  kind: 'interview' | 'training';
  startsAt: Date;
  timeZone: string;
}

const appointmentsOf = (day: string): Appointment[] => [
  { kind: 'interview', startsAt: instantOf(day, '09:30', 'America/Chicago'), timeZone: 'America/Chicago' },
  { kind: 'training', startsAt: instantOf(day, '10:30', 'America/Chicago'), timeZone: 'America/Chicago' },
  // The reminder of an hour before comes on the day before.
  {
    kind: 'interview',
    startsAt: instantOf(addDays(day, 1), '00:30', 'Asia/Kolkata'),
    timeZone: 'Asia/Kolkata',
  },
];

/** The next day alone in `npm test`. */
const days = listClockChanges('America/Chicago').slice(0, isSoak ? 2 : 1);

describe.runIf(inject('databaseUrl' as never) !== undefined)('reminders of two processes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-reminders-'));
  const running = new Set<KillableApi>();
  let mailServer: MailServer;
  let database: TestDatabase;
  let test: TestApi;

  beforeAll(async () => {
    mailServer = await startMailServer();
    database = await ownDatabase();
    test = createTestApi(database.db, dataDir);
    await restoreJobs(test.db);
    for (const appointment of days.flatMap(appointmentsOf)) await book(appointment);
    await test.messages.close();
    await test.db.deleteFrom('outbox').execute();
    await installClock(database.url ?? '');
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...running].map((one) => one.kill()));
    await mailServer?.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function book({ kind, startsAt, timeZone }: Appointment): Promise<void> {
    const seats = { inMinutes: (startsAt.getTime() - Date.now()) / minute, capacity: people };
    if (kind === 'training') {
      const batch = await insertBatch(test.db, slug, seats);
      await test.db
        .updateTable('trainingBatch')
        .set({ startsAt, timeZone })
        .where('id', '=', batch)
        .execute();
      await insertTrainees(test, slug, people, batch);
      return;
    }
    const slot = await insertSlot(test.db, slug, seats);
    await test.db.updateTable('interviewSlot').set({ startsAt, timeZone }).where('id', '=', slot).execute();
    for (const { visitor, id } of await insertInterviewees(test, slug, people)) {
      const call = `POST ${applications}${id}/reschedule-interview/`;
      expect((await visitor.call(call, { slot_id: slot })).status).toBe(200);
    }
  }

  async function start(): Promise<KillableApi> {
    const started = await startKillableApi(
      {
        ...{ DATA_DIR: dataDir, DATABASE_URL: database.url ?? '', MESSAGES: 'live' },
        ...{ SECRET_KEY: 'a test key that is thirty-two characters long', SITE_ORIGIN: 'https://localhost' },
        ...{ SMS_WEBHOOK_URL: 'http://127.0.0.1:9/', SMTP_URL: mailServer.url },
        MAIL_FROM: 'hello@liftoff.example',
      },
      script,
    );
    running.add(started);
    return started;
  }

  const listSent = () =>
    test.db
      .selectFrom('outbox')
      .select(['recipient', 'subject'])
      .where('kind', '=', 'reminder')
      .where('medium', '=', 'EMAIL')
      .execute();
  const countSent = async () => (await test.db.selectFrom('reminder').select('topic').execute()).length;
  const waitFor = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

  /** Goes to the time of a reminder while two processes run, kills one of them in between, and returns the subjects of what was sent. */
  async function sendAll(at: Date, isKilled: boolean): Promise<(string | null)[]> {
    const before = await countSent();
    const known = (await listSent()).length;
    await setClock(test.db, new Date(at.getTime() + minute));
    while (running.size < 2) await start();
    if (isKilled) {
      await waitFor(async () => expect(await countSent()).toBeGreaterThan(before));
      const [victim] = running;
      await victim?.kill();
      if (victim) running.delete(victim);
      await start();
    }
    await waitFor(async () => expect(await countSent()).toBe(before + people));
    const sent = await listSent();
    expect(sent).toHaveLength(known + people);
    return sent.map(({ subject }) => subject);
  }

  it('[API-43] [API-42] [C-41] go out once each when the clocks change and over midnight, though processes die by kill -9', async () => {
    expect(days).toHaveLength(isSoak ? 2 : 1);
    const booked = days.flatMap(appointmentsOf);
    const due = booked
      .flatMap((appointment) => [24, 1].map((hours) => ({ ...appointment, hours })))
      .map((one) => ({ ...one, at: new Date(one.startsAt.getTime() - one.hours * hour) }))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime());
    for (const [index, { kind, startsAt, timeZone, at }] of due.entries()) {
      const subjects = await sendAll(at, isSoak || index === 0);
      const time = dateTimeText(startsAt, timeZone, 'Asia/Kolkata');
      const verb = kind === 'interview' ? 'is on' : 'begins on';
      const subject = `Reminder: your ${kind} ${verb} ${time}`;
      const sentBefore = due.slice(0, index).filter((one) => one.startsAt === startsAt).length;
      expect(subjects.filter((one) => one === subject)).toHaveLength((sentBefore + 1) * people);
    }
    const perPerson = Map.groupBy(await listSent(), ({ recipient }) => recipient);
    expect(perPerson.size).toBe(booked.length * people);
    expect([...perPerson.values()].every((emails) => emails.length === 2)).toBe(true);

    // What a killed process had claimed is delivered by the next one. A repeated delivery is the same message.
    await setClock(test.db, new Date((due.at(-1)?.at.getTime() ?? 0) + minute + claimTime));
    const sentIds = () => new Set(mailServer.mails.map((mail) => findHeader(mail, 'Message-ID')));
    await waitFor(async () => expect(sentIds().size).toBe(due.length * people));
    const received = Map.groupBy(mailServer.mails, ({ to }) => to[0]);
    expect(received.size).toBe(booked.length * people);
    for (const mails of received.values())
      expect(new Set(mails.map((mail) => findHeader(mail, 'Message-ID'))).size).toBe(2);
  }, 240_000);
});
