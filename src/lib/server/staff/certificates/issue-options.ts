import { dateText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { findBatch, findProgramOfType } from '#lib/server/catalog/content/index.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Returns today's date in India, by the database's clock. */
export const loadToday = async (db: Db): Promise<string> => localDate(await databaseNow(db), defaultTimeZone);

const maxOptions = 50;

interface RosterOption {
  /** `EVENT:`, `PROGRAM:` or `BATCH:` with the id. */
  value: string;
  label: string;
  /** What is known of its certificates, for their form. */
  values: Record<string, string>;
}

/**
 * Lists the groups that can get certificates, the latest of each kind first: events that people attended, and batches of programmes
 * and of trainings that people completed.
 */
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
  const learned = await listCompletedBatches(db);
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
      ...{ value: `EVENT:${id}`, label: `${title}, event on ${dateText(startsAt)}` },
      values: { kind: 'PARTICIPATION', title, completedOn: localDate(startsAt, timeZone) },
    })),
    ...learned.map(({ id, name, programType, endsOn }) => {
      const title = findProgramOfType(programType)?.name ?? name;
      const values = { kind: 'COMPLETION', title, programType, batchName: name, completedOn: endsOn };
      return { value: `PROGRAM:${id}`, label: `${title}, ${name}`, values };
    }),
    ...batches.map(({ id, title, startsAt }) => ({
      ...{ value: `BATCH:${id}`, label: `${title}, training from ${dateText(startsAt)}` },
      values: { kind: 'COMPLETION', title },
    })),
  ];
}

/** Lists the batches of programmes that people completed, the latest first. */
async function listCompletedBatches(db: Db) {
  const completed = await db
    .selectFrom('enrolment')
    .select('batchId')
    .distinct()
    .where('status', '=', 'COMPLETED')
    .execute();
  return completed
    .flatMap(({ batchId }) => findBatch(batchId) ?? [])
    .toSorted((one, other) => other.endsOn.localeCompare(one.endsOn))
    .slice(0, maxOptions);
}
