import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Paging } from '#lib/contract/core/list.ts';
import type { Enrolment } from '#lib/contract/enrolment/enrolments.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Page } from '#lib/server/http/list.ts';
import { type EnrolmentRoundDeps, releaseDueSeats } from './due-enrolments.ts';
import {
  createEnrolmentNotFoundError,
  type EnrolmentAggregate,
  loadEnrolments,
} from './enrolment-aggregate.ts';
import { presentEnrolment } from './present-enrolment.ts';

/** Queries of a person's own enrolments. Those of other people are treated as missing. [C-39] */

/** Lists a person's enrolments, newest first. */
export async function listEnrolments(
  deps: EnrolmentRoundDeps,
  userId: string,
  { limit, offset }: Paging,
): Promise<Page<Enrolment>> {
  await releaseDueSeats(deps, { userId });
  const own = deps.db.selectFrom('enrolment').where('userId', '=', userId);
  const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await own.select('id').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const aggregates = await loadEnrolments(
    deps.db,
    rows.map(({ id }) => id),
  );
  const { readable, unreadable } = separateUnreadable(aggregates, ({ enrolment: { id, reference } }) => ({
    id,
    reference,
  }));
  return { count, results: readable.map((one) => presentEnrolment(one)), unreadable };
}

/** Finds an own enrolment; null for an unknown id and for another person's. */
export async function findOwnEnrolment(
  deps: EnrolmentRoundDeps,
  userId: string,
  id: string,
): Promise<EnrolmentAggregate | null> {
  if (!isUuid(id)) return null;
  await releaseDueSeats(deps, { userId });
  const [aggregate] = await loadEnrolments(deps.db, [id]);
  return aggregate?.enrolment.userId === userId ? aggregate : null;
}

/** Returns an own enrolment. Throws `NOT_FOUND`. */
export async function requireOwnEnrolment(
  deps: EnrolmentRoundDeps,
  userId: string,
  id: string,
): Promise<Enrolment> {
  const aggregate = await findOwnEnrolment(deps, userId, id);
  if (!aggregate) throw createEnrolmentNotFoundError();
  return presentEnrolment(aggregate);
}
