import { sql } from 'kysely';
import type { StaffPerson } from '#lib/contract/staff/people.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';
import { formatPersonName } from '../person-names.ts';
import { countOwnedWork } from './hand-over-work.ts';

/** Lists everybody with a role and how much they own, admins first. */
export async function listPeople(db: Db): Promise<StaffPerson[]> {
  const rows = await db
    .selectFrom('userRole')
    .innerJoin('appUser', 'appUser.id', 'userRole.userId')
    .select(['appUser.id', 'firstName', 'lastName', 'phoneE164'])
    .select([sql<Role>`min(role)`.as('role'), sql<Date>`min(granted_at)`.as('grantedAt')])
    .groupBy(['appUser.id', 'firstName', 'lastName', 'phoneE164'])
    .orderBy('role')
    .orderBy('firstName')
    .orderBy('appUser.id')
    .execute();
  const owned = await countOwnedWork(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...{ id: row.id, name: formatPersonName(row), phone: row.phoneE164, role: row.role },
    grantedAt: row.grantedAt.toISOString(),
    owned: owned.get(row.id) ?? { applications: 0, leads: 0, interviews: 0, freeTimes: 0 },
  }));
}
