import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { parseAttribution } from '#lib/domain/core/attribution.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import { registrationNumber } from '#lib/domain/events/event-text.ts';
import { listCoaches } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { register } from '#lib/server/events/register.ts';
import { demoPeople, runUnitOfWork, seedPerson } from '../person.ts';
import type { DemoEvent } from './demo-event.ts';
import { pastEvents } from './past-events.ts';
import { upcomingEvents } from './upcoming-events.ts';

/** Adds the events unless there are any. Sends no messages. */
export async function seedEvents(db: Db): Promise<void> {
  if (await db.selectFrom('liveEvent').select('id').limit(1).executeTakeFirst()) return;
  const events = [...upcomingEvents, ...pastEvents];
  for (const event of events) await insertEvent(db, event);
  for (const { slug, replacedBySlug } of events)
    if (replacedBySlug)
      await db
        .updateTable('liveEvent')
        .set({ replacedById: sql<string>`(select id from live_event where slug = ${replacedBySlug})` })
        .where('slug', '=', slug)
        .execute();
  for (const { slug, people = [] } of events) for (const name of people) await registerPerson(db, slug, name);
  for (const event of events) for (const name of event.attended ?? []) await insertAttendee(db, event, name);
}

async function insertEvent(db: Db, event: DemoEvent): Promise<void> {
  const { timeZone = defaultTimeZone, minutes, coaches, previousInDays, time } = event;
  const startsAt = beginOf(event, timeZone);
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const { slug, title, kind, programType, summary, description, mode, capacity } = event;
  await db
    .insertInto('liveEvent')
    .values({
      id: uuidv7(),
      ...{ slug, title, kind, programType, summary, description, mode, capacity, timeZone, startsAt },
      takeaways: JSON.stringify(event.takeaways),
      agenda: JSON.stringify(event.agenda),
      speakers: JSON.stringify(speakersOf(coaches)),
      endsAt,
      previousStartsAt: previousInDays ? atLocal(previousInDays, time, timeZone) : null,
      venue: event.venue ?? null,
      joinUrl: mode === 'IN_PERSON' ? null : `https://meet.example.com/${slug}`,
      // People can still come to the one that is live.
      registrationClosesAt: time === 'now' ? endsAt : startsAt,
      waitlistEnabled: true,
      status: event.status ?? 'SCHEDULED',
      cancelReason: event.cancelReason ?? null,
      replacedById: null,
      recordingUrl: event.recordingUrl ?? null,
      slidesUrl: event.slidesUrl ?? null,
      recordingAnnouncedAt: event.recordingUrl ? endsAt : null,
      givesCertificate: event.givesCertificate ?? false,
      sequence: previousInDays || event.status ? 1 : 0,
    })
    .execute();
}

/** Registers a person by the real rules; a full event puts them on its wait-list. */
async function registerPerson(db: Db, slug: string, name: keyof typeof demoPeople): Promise<void> {
  const userId = await seedPerson(db, demoPeople[name]);
  const { id: eventId } = await db
    .selectFrom('liveEvent')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  const attribution = parseAttribution(() => null);
  await runUnitOfWork(db, (work) => register(work, { userId, eventId, joinWaitlist: true }, attribution));
}

/** Inserts a person who attended an event that is over, with their answers. The rules let nobody register for it any more. */
async function insertAttendee(
  db: Db,
  { slug, answers = {} }: DemoEvent,
  name: keyof typeof demoPeople,
): Promise<void> {
  const userId = await seedPerson(db, demoPeople[name]);
  const { id: eventId, startsAt } = await db
    .updateTable('liveEvent')
    .set({ taken: sql<number>`taken + 1` })
    .where('slug', '=', slug)
    .returning(['id', 'startsAt'])
    .executeTakeFirstOrThrow();
  const registeredAt = new Date(startsAt.getTime() - 3 * 86_400_000);
  const { rows } = await sql<{ sequence: number }>`
    select nextval('event_registration_number') as sequence`.execute(db);
  const id = uuidv7();
  await db
    .insertInto('eventRegistration')
    .values({
      ...{ id, eventId, userId, registeredAt, status: 'ATTENDED', waitlistPosition: null },
      ...{ number: registrationNumber(Number(rows[0]?.sequence), registeredAt), offerExpiresAt: null },
    })
    .execute();
  const answer = answers[name];
  if (answer)
    await db
      .insertInto('eventFeedback')
      .values({ registrationId: id, ...answer })
      .execute();
}

const beginOf = ({ inDays, time }: DemoEvent, timeZone: string): Date =>
  time === 'now' ? new Date(Math.floor(Date.now() / 60_000 - 20) * 60_000) : atLocal(inDays, time, timeZone);

const atLocal = (inDays: number, time: string, timeZone: string): Date =>
  instantOf(addDays(localDate(new Date(), timeZone), inDays), time, timeZone);

const speakersOf = (slugs: readonly string[]) =>
  slugs.flatMap((slug) => {
    const coach = listCoaches().find((one) => one.slug === slug);
    return coach ? [{ name: coach.name, role: 'Coach', company: coach.company, coachSlug: slug }] : [];
  });
