import { type RawBuilder, type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Placement, PlacementsQuery } from '#lib/contract/staff/placements.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import {
  feeDueOn,
  isFeeDue,
  placementStatus,
  placementStatusLabels,
  retentionDays,
} from '#lib/domain/hiring/offers/placement.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { PlacementTable } from '#lib/server/db/schema/offers.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { countUpToMax, parseCursor, toListPage } from '../../keyset.ts';
import type { ListPage } from '../../list-page.ts';
import { formatPersonName } from '../../person-names.ts';
import { personCondition } from '../applications/search.ts';
import { currentEmployerId } from '../employers/find-employers.ts';

type Filters = Omit<PlacementsQuery, 'limit' | 'after'>;

/** Today in India. */
const todayInIndia = sql<string>`(now() at time zone 'Asia/Kolkata')::date`;
/** The day after 90 days, of rows of `placement`; `retainedOn` is the same rule. */
const retainedDay = sql`(placement.joined_on + ${sql.lit(retentionDays)})`;
/** The SQL form of `isFeeDue`. */
const feeIsDue = sql<boolean>`(placement.invoiced_on is null
  and coalesce(placement.left_on, ${todayInIndia}) >= ${retainedDay})`;
/** The SQL form of `feeDueOn`: no day for a person who left before. */
const feeDay = sql`(case when placement.left_on < ${retainedDay} then null else ${retainedDay} end)`;

/** Selects placements with the tables that a filter reads. */
const selectPlacements = (db: Db) =>
  db
    .selectFrom('placement')
    .innerJoin('jobApplication', 'jobApplication.id', 'placement.applicationId')
    .innerJoin('job', 'job.id', 'jobApplication.jobId');

const selectDetails = (db: Db) =>
  selectPlacements(db)
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .innerJoin('employer', 'employer.id', 'job.employerId')
    .leftJoin('jobOffer', (join) =>
      join.onRef('jobOffer.applicationId', '=', 'jobApplication.id').on('jobOffer.status', '=', 'ACCEPTED'),
    );

/** Lists placements, the latest first day at the top. */
export async function listPlacements(
  db: Db,
  { limit, after, ...filters }: PlacementsQuery,
): Promise<ListPage<Placement>> {
  const [day, last] = parseCursor(after, ['day', 'id']) ?? [];
  const condition = await listCondition(db, filters);
  const today = localDate(await databaseNow(db), defaultTimeZone);
  const counted = countUpToMax(db, selectPlacements(db).select('placement.id').where(condition));
  const loaded = selectColumns(db)
    .where(condition)
    .$if(Boolean(last), (query) =>
      query.where(sql<boolean>`(placement.joined_on, placement.id) < (${day}::date, ${last}::uuid)`),
    )
    .orderBy('placement.joinedOn', 'desc')
    .orderBy('placement.id', 'desc')
    .limit(limit + 1)
    .execute();
  const [count, rows] = await Promise.all([counted, loaded]);
  const page = toListPage(count, rows, limit, ({ joinedOn, id }) => [joinedOn, id]);
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, number }) => ({
    id,
    reference: number,
  }));
  return { ...page, results: readable.map((row) => presentPlacement(row, today)), unreadable };
}

const selectColumns = (db: Db) =>
  selectDetails(db)
    .selectAll('placement')
    .select(['jobApplication.number', 'appUser.id as userId', 'firstName', 'lastName', 'phoneE164', 'email'])
    .select(['job.code', 'job.title', 'employer.name as employerName', 'annualPay', 'currency']);

async function listCondition(
  db: Db,
  { employerId, status, month, monthOf, due, search }: Filters,
): Promise<RawBuilder<boolean>> {
  const people = await personCondition(db, search);
  const day = monthOf === 'FEE_DUE' ? feeDay : sql`placement.joined_on`;
  const first = `${month}-01`;
  return sql<boolean>`true
    ${employerId ? sql` and job.employer_id = ${currentEmployerId(employerId)}` : sql``}
    ${status ? sql` and ${statusConditions[status]}` : sql``}
    ${month ? sql` and ${day} >= ${first}::date and ${day} < ${first}::date + interval '1 month'` : sql``}
    ${due === 'true' ? sql` and ${feeIsDue}` : sql``}
    ${people ? sql` and job_application.user_id ${people}` : sql``}`;
}

const statusConditions = {
  JOINED: sql`placement.left_on is null and ${retainedDay} > ${todayInIndia}`,
  RETAINED: sql`placement.left_on is null and ${retainedDay} <= ${todayInIndia}`,
  LEFT: sql`placement.left_on is not null`,
};

type PlacementRow = Selectable<PlacementTable> & {
  number: string;
  userId: string;
  firstName: string;
  lastName: string;
  phoneE164: string;
  email: string;
  code: string;
  title: string;
  employerName: string;
  annualPay: number | null;
  currency: string | null;
};

function presentPlacement(row: PlacementRow, today: string): Placement {
  const status = placementStatus(row, today);
  return {
    ...{ id: row.id, version: row.version, applicationId: row.applicationId, number: row.number },
    candidate: { id: row.userId, name: formatPersonName(row), phone: row.phoneE164, email: row.email },
    job: { code: row.code, title: row.title, employerName: row.employerName },
    ...{ joinedOn: row.joinedOn, status, statusLabel: placementStatusLabels[status] },
    ...{ leftOn: row.leftOn, leaveReason: row.leaveReason, note: row.note },
    ...{ feeDueOn: feeDueOn(row), feeDue: isFeeDue(row, today), feeAmount: row.feeAmount },
    ...{ invoicedOn: row.invoicedOn, invoiceReference: row.invoiceReference },
    ...{ annualPay: row.annualPay, currency: row.currency },
  };
}

/** Finds the placement of an application; null until the candidate has joined. */
export async function findPlacement(db: Db, applicationId: string): Promise<Placement | null> {
  const row = await selectColumns(db).where('placement.applicationId', '=', applicationId).executeTakeFirst();
  return row ? presentPlacement(row, localDate(await databaseNow(db), defaultTimeZone)) : null;
}

/** Loads a placement. Throws `NOT_FOUND`. */
export async function requirePlacement(db: Db, id: string): Promise<Placement> {
  const row = isUuid(id)
    ? await db.selectFrom('placement').select('applicationId').where('id', '=', id).executeTakeFirst()
    : null;
  const placement = row && (await findPlacement(db, row.applicationId));
  if (!placement) throw new HttpError('NOT_FOUND', { message: 'There is no such placement' });
  return placement;
}
