import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { listStaff } from '../grant-role.ts';
import { formatPersonName } from '../person-names.ts';

/** Somebody who can own applications and leads, or owned some. */
export interface Owner {
  id: string;
  name: string;
}

/** Lists the members of staff, each once. */
export async function listCurrentOwners(db: Db): Promise<Owner[]> {
  const staff = await listStaff(db);
  return [...new Map(staff.map(({ id, name }) => [id, { id, name }])).values()];
}

/**
 * Lists whom a list can be filtered by: the members of staff, then former ones who still own something, so that the filter
 * finds every row.
 */
export async function listOwners(db: Db): Promise<Owner[]> {
  const { rows } = await sql<{ id: string; firstName: string; lastName: string }>`
    ${nextOwners('application_owner', 'job_application', 'owner_id is not null')},
    ${nextOwners('lead_owner', 'lead', 'merged_into_id is null', true)}
    select id, first_name, last_name from app_user
    where id in (select id from application_owner union select id from lead_owner)
      and not exists (select from user_role where user_id = app_user.id)
    order by first_name, id`.execute(db);
  const former = rows.map((row) => ({ id: row.id, name: `${formatPersonName(row)} (former)` }));
  return [...(await listCurrentOwners(db)), ...former];
}

/** Walks an index from one owner to the next, because a `distinct` would read every row. `condition` is that of the index. */
const nextOwners = (name: string, table: string, condition: string, isLast = false) => sql`
  ${sql.raw(isLast ? '' : 'with recursive')} ${sql.raw(name)} (id) as (
    (select owner_id from ${sql.table(table)} where owner_id is not null and ${sql.raw(condition)} order by owner_id limit 1)
    union all
    select (select owner_id from ${sql.table(table)}
      where owner_id > previous.id and ${sql.raw(condition)} order by owner_id limit 1)
    from ${sql.raw(name)} as previous where previous.id is not null
  )`;
