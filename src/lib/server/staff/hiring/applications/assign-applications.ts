import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { StaffApplication } from '#lib/contract/staff/applications.ts';
import type { applicationOwnerRoutes } from '#lib/contract/staff/hiring/application-owners.ts';
import type { Handlers } from '#lib/server/context.ts';
import { lockRole } from '#lib/server/core/current-owner.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { loadPersonNames } from '../../person-names.ts';

type Endpoint = (typeof applicationOwnerRoutes)['POST /api/v1/staff/job-applications/assign/'];

export const applicationOwnerHandlers: Handlers<keyof typeof applicationOwnerRoutes> = {
  'POST /api/v1/staff/job-applications/assign/': ({ db, session, body }) =>
    assignApplications(db, session.user.id, body),
};

/** How the audit names that nobody is responsible. */
const nobody = 'Nobody';

/**
 * Makes a member of staff, or nobody, responsible for applications, and returns how many had another owner. Throws
 * VALIDATION_FAILED for a person who is not staff. [API-42] [C-40]
 */
function assignApplications(
  db: Db,
  staffId: string,
  { applicationIds, ownerId }: BodyOf<Endpoint>,
): Promise<ResponseOf<Endpoint>> {
  return db.transaction().execute(async (trx) => {
    if (ownerId !== null) await requireStaffRole(trx, ownerId);
    const changed = await writeOwner(trx, applicationIds, ownerId);
    const names = await loadPersonNames(
      trx,
      [ownerId, ...changed.map(({ previousId }) => previousId)].filter((id) => id !== null),
    );
    const nameOf = (id: string | null) => (id === null ? nobody : (names.get(id) ?? id));
    for (const { id, previousId } of changed)
      await recordStaffAudit(trx, staffId, 'application.ASSIGN', id, {
        from: nameOf(previousId),
        to: nameOf(ownerId),
      });
    return { changed: changed.length };
  });
}

/** Locks the role, so that it is not revoked meanwhile. */
async function requireStaffRole(trx: Db, userId: string): Promise<void> {
  if (!(await lockRole(trx, userId)))
    throw new HttpError('VALIDATION_FAILED', { message: 'Please choose a person', fields: ['ownerId'] });
}

interface ChangedOwner {
  id: string;
  previousId: string | null;
}

/** Writes the owner where it differs, in the order in which all transactions lock applications. */
async function writeOwner(
  trx: Db,
  applicationIds: readonly string[],
  ownerId: string | null,
): Promise<ChangedOwner[]> {
  const { rows } = await sql<ChangedOwner>`
    with chosen as (
      select id, owner_id from job_application
      where id in (${sql.join(applicationIds)}) and owner_id is distinct from ${ownerId}::uuid
      order by id for no key update
    )
    update job_application set owner_id = ${ownerId}::uuid from chosen
    where job_application.id = chosen.id
    returning job_application.id, chosen.owner_id as previous_id`.execute(trx);
  return rows;
}

/** Lists who became responsible for an application, from its audit; a name is null for nobody. [C-40] */
export async function listOwnerChanges(
  db: Db,
  applicationId: string,
): Promise<StaffApplication['ownerChanges']> {
  const rows = await db
    .selectFrom('auditEvent')
    .select(['id', 'at', 'actorId', 'details'])
    .where('subjectType', '=', 'application')
    .where('subjectId', '=', applicationId)
    .where('action', '=', 'application.ASSIGN')
    .orderBy('at')
    .execute();
  const names = await loadPersonNames(
    db,
    rows.map(({ actorId }) => actorId),
  );
  const nameOf = (value: unknown) => (typeof value === 'string' && value !== nobody ? value : null);
  return rows.map(({ id, at, actorId, details: { from, to } }) => ({
    ...{ id, at: at.toISOString(), actorName: names.get(actorId) ?? null },
    ...{ from: nameOf(from), to: nameOf(to) },
  }));
}
