import { type Db, executePrepared } from '#lib/server/db/index.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';

/** Returns whether the person has the role; an admin has the staff role too. */
export async function hasRole(db: Db, userId: string, role: Role): Promise<boolean> {
  const roles: Role[] = role === 'staff' ? ['staff', 'admin'] : ['admin'];
  const query = db
    .selectFrom('userRole')
    .select('role')
    .where('userId', '=', userId)
    .where('role', 'in', roles);
  const { rows } = await executePrepared(db, query.compile());
  return rows.length > 0;
}
