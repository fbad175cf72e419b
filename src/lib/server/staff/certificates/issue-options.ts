import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Returns today's date in India, by the database's clock. */
export const loadToday = async (db: Db): Promise<string> => localDate(await databaseNow(db), defaultTimeZone);

const maxOptions = 50;

interface RosterOption {
  /** `EVENT:` or `BATCH:` with the id. */
  value: string;
  label: string;
  title: string;
  /** The day of an event, in its time zone; null of a batch. */
  completedOn: string | null;
}

/** Lists the events with attendance and the training batches with people who completed them, the latest first. */
export async function listRosterOptions(db: Db): Promise<RosterOption[]> {
  const events = await db
    .selectFrom('liveEvent')
    .select(['id', 'title', 'startsAt', 'timeZone'])
    .where('id', 'in', (query) =>
      query.selectFrom('eventRegistration').select('eventId').where('status', '=', 'ATTENDED'),
    )
    .orderBy('startsAt', 'desc')
    .limit(maxOptions)
    .execute();
  const batches = await db
    .selectFrom('trainingBatch')
    .select(['id', 'title', 'startsAt'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('training')
        .select('batchId')
        .$castTo<{ batchId: string }>()
        .where('status', '=', 'COMPLETED')
        .where('batchId', 'is not', null),
    )
    .orderBy('startsAt', 'desc')
    .limit(maxOptions)
    .execute();
  return [
    ...events.map(({ id, title, startsAt, timeZone }) => ({
      ...{ value: `EVENT:${id}`, label: `${title}, event on ${dateText(startsAt)}`, title },
      completedOn: localDate(startsAt, timeZone),
    })),
    ...batches.map(({ id, title, startsAt }) => ({
      ...{ value: `BATCH:${id}`, label: `${title}, training from ${dateText(startsAt)}`, title },
      completedOn: null,
    })),
  ];
}
