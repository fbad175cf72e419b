import { type Db, executePrepared } from '#lib/server/db/index.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';

/** Returns the person's role, or null; of several roles, admin. An admin may do everything that staff may. */
export async function findRole(db: Db, userId: string): Promise<Role | null> {
  const query = db
    .selectFrom('userRole')
    .select('role')
    .where('userId', '=', userId)
    .orderBy('role')
    .limit(1);
  const { rows } = await executePrepared(db, query.compile());
  return rows[0]?.role ?? null;
}
