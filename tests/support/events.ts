import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { LiveEventTable } from '#lib/server/db/schema/events.ts';

type Values = Partial<Record<keyof LiveEventTable, unknown>>;

/** Inserts a public online event that begins in three days, with other values where given. Returns its id and slug. */
export async function insertEvent(db: Db, values: Values = {}): Promise<{ id: string; slug: string }> {
  const id = uuidv7();
  const slug = `event-${id}`;
  const startsAt = (values.startsAt as Date | undefined) ?? new Date(Date.now() + 3 * 86_400_000);
  await db
    .insertInto('liveEvent')
    .values({
      ...{ id, slug, title: 'Write a résumé', kind: 'WORKSHOP', programType: null, summary: 'Bring yours.' },
      ...{ description: 'We **rewrite** three.', takeaways: '[]', agenda: '[]', speakers: '[]' },
      ...{ startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), registrationClosesAt: startsAt },
      ...{ previousStartsAt: null, timeZone: 'Asia/Kolkata', mode: 'ONLINE', venue: null },
      ...{ joinUrl: 'https://meet.example.com/resume', capacity: 40, waitlistEnabled: true },
      ...{ status: 'SCHEDULED', cancelReason: null, replacedById: null, recordingUrl: null },
      ...{ slidesUrl: null, givesCertificate: false },
      ...(values as object),
    })
    .execute();
  return { id, slug };
}

/** Moves the times of an event, as if hours had passed. */
export const passHours = (db: Db, id: string, hours: number) =>
  sql`update live_event set starts_at = starts_at - make_interval(hours => ${hours}::int),
    ends_at = ends_at - make_interval(hours => ${hours}::int),
    registration_closes_at = registration_closes_at - make_interval(hours => ${hours}::int)
    where id = ${id}`.execute(db);
