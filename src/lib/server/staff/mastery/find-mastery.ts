import { type Selectable, sql } from 'kysely';
import type { StaffMastery, StaffMasteryQuery } from '#lib/contract/staff/enrolment/mastery.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type MasteryAction,
  masteryFlow,
  masteryGuardContext,
  masteryStatusLabels,
} from '#lib/domain/enrolment/mastery/mastery-flow.ts';
import { findMasterySession } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { MasteryRegistrationTable } from '#lib/server/db/schema/mastery.ts';
import { requireMastery } from '#lib/server/enrolment/mastery/mastery-aggregate.ts';
import { personCondition } from '../hiring/applications/search.ts';
import { countUpToMax, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { formatPersonName } from '../person-names.ts';

type MasteryRow = Selectable<MasteryRegistrationTable>;
type PersonRow = Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'phoneE164' | 'email'>;

/** Lists registrations for PM Mastery, newest first. The order is by id, which never changes. */
export async function listStaffMastery(
  db: Db,
  { limit, after, status, session, search }: StaffMasteryQuery,
): Promise<ListPage<StaffMastery>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const people = await personCondition(db, search);
  const condition = sql<boolean>`true
    ${status ? sql` and r.status = ${status}` : sql``}
    ${session ? sql` and r.session_id = ${session}` : sql``}
    ${people ? sql` and r.user_id ${people}` : sql``}`;
  const all = db.selectFrom('masteryRegistration as r').where(condition);
  const count = await countUpToMax(db, all.select('r.id'));
  const rows = await all
    .innerJoin('appUser', 'appUser.id', 'r.userId')
    .selectAll('r')
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.phoneE164', 'appUser.email'])
    .select(sql<Date>`now()`.as('now'))
    .$if(Boolean(last), (query) => query.where('r.id', '<', last ?? ''))
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  return {
    ...page,
    results: page.results.map((row) => presentRow(row, { ...row, id: row.userId }, row.now)),
  };
}

/** Loads one registration as the list shows it. Throws `NOT_FOUND`. */
export async function requireStaffMastery(db: Db, id: string): Promise<StaffMastery> {
  const { registration, person, now } = await requireMastery(db, id);
  return presentRow(registration, person, now);
}

function presentRow(row: MasteryRow, person: PersonRow, now: Date): StaffMastery {
  const session = findMasterySession(row.sessionId);
  const startsAt = session?.startsAt ?? row.registeredAt;
  const isAllowed = (action: MasteryAction) =>
    session !== null &&
    checkTransition(masteryFlow, action, 'STAFF', row.status, masteryGuardContext(session, now)).isAllowed;
  return {
    ...{ id: row.id, registrationNumber: row.registrationNumber, status: row.status },
    candidate: {
      id: person.id,
      name: formatPersonName(person),
      phone: person.phoneE164,
      email: person.email,
    },
    programName: findProgram(row.programSlug)?.name ?? row.programSlug,
    statusLabel: masteryStatusLabels[row.status],
    startsAt: startsAt.toISOString(),
    registeredAt: row.registeredAt.toISOString(),
    canComplete: isAllowed('COMPLETE'),
    canMiss: isAllowed('MISS'),
  };
}
