import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type {
  StaffEnrolment,
  StaffEnrolmentCard,
  StaffEnrolmentsQuery,
} from '#lib/contract/staff/enrolments.ts';
import { enrolmentReasons, seatRestoredReasons } from '#lib/domain/enrolment/enrolment-flow.ts';
import { parseEnrolmentReference } from '#lib/domain/enrolment/enrolment-text.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { createEnrolmentNotFoundError, requireEnrolment } from '#lib/server/enrolment/enrolment-aggregate.ts';
import {
  presentEnrolment,
  presentEnrolmentCard,
  presentEnrolmentEvent,
  presentPayment,
} from '#lib/server/enrolment/present-enrolment.ts';
import { personCondition } from '../hiring/applications/search.ts';
import { countUpToMax, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { formatPersonName, loadPersonNames } from '../person-names.ts';

type Filters = Omit<StaffEnrolmentsQuery, 'limit' | 'after'>;

/** Lists enrolments, newest first. The order is by id, which never changes. */
export async function listStaffEnrolments(
  db: Db,
  { limit, after, ...filters }: StaffEnrolmentsQuery,
): Promise<ListPage<StaffEnrolmentCard>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const condition = await listCondition(db, filters);
  const count = await countUpToMax(db, db.selectFrom('enrolment as e').select('e.id').where(condition));
  const rows = await db
    .selectFrom('enrolment as e')
    .innerJoin('appUser', 'appUser.id', 'e.userId')
    .selectAll('e')
    .select(['firstName', 'lastName', 'phoneE164', 'email'])
    .select(
      sql<number>`coalesce((select sum(amount)::int from enrolment_payment p where p.enrolment_id = e.id), 0)`.as(
        'paidAmount',
      ),
    )
    .where(condition)
    .$if(Boolean(last), (query) => query.where('e.id', '<', last ?? ''))
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, reference }) => ({
    id,
    reference,
  }));
  return {
    ...page,
    results: readable.map((row) => ({
      ...presentEnrolmentCard(row, row.paidAmount),
      learner: presentLearner({ ...row, id: row.userId }),
      feeAmount: row.fee.amount,
      currency: row.fee.currency,
    })),
    unreadable,
  };
}

async function listCondition(db: Db, { status, programSlug, batchId, search }: Filters) {
  const reference = parseEnrolmentReference(search);
  const people = reference ? null : await personCondition(db, search);
  return sql<boolean>`true
    ${status ? sql` and e.status = ${status}` : sql``}
    ${programSlug ? sql` and e.program_slug = ${programSlug}` : sql``}
    ${batchId ? sql` and e.batch_id = ${batchId}` : sql``}
    ${reference ? sql` and e.reference = ${reference}` : sql``}
    ${people ? sql` and e.user_id ${people}` : sql``}`;
}

const presentLearner = (row: Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'phoneE164' | 'email'>) => ({
  id: row.id,
  name: formatPersonName(row),
  phone: row.phoneE164,
  email: row.email,
});

/** Loads an enrolment with everything that staff can see. Throws `NOT_FOUND`. */
export async function requireStaffEnrolment(db: Db, id: string): Promise<StaffEnrolment> {
  if (!isUuid(id)) throw createEnrolmentNotFoundError();
  const aggregate = await requireEnrolment(db, id);
  const { payments, history, person } = aggregate;
  const names = await loadPersonNames(db, [
    ...payments.map(({ recordedById }) => recordedById),
    ...history.flatMap(({ actorId }) => actorId ?? []),
  ]);
  return {
    ...presentEnrolment(aggregate, 'STAFF'),
    learner: presentLearner(person),
    payments: payments.map((payment) => ({
      ...presentPayment(payment),
      recordedById: payment.recordedById,
      recordedByName: names.get(payment.recordedById) ?? null,
    })),
    history: history.map((event) => ({
      ...presentEnrolmentEvent(event),
      actorName: event.actorId ? (names.get(event.actorId) ?? null) : null,
      reason: reasonLabels[event.reasonCode ?? ''] ?? null,
      privateNote: event.privateNote,
    })),
  };
}

const reasonLabels: Record<string, string> = { ...enrolmentReasons, ...seatRestoredReasons };
