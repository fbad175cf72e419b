import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** How long tax law asks for payments and receipts, from the day on which their account was deleted. */
const years = '8 years';

/**
 * Deletes the nameless accounts to which `anonymizeBusinessRecords` moved payments and placements, with all of them. One that also
 * stands for a former expert stays, because bookings of candidates refer to it.
 */
export async function deleteOldRecords(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const old = sql`(select id from app_user where email = 'deleted@invalid' and disabled_at < now() - ${years}::interval)`;
    await sql`delete from enrolment where user_id in ${old}`.execute(trx);
    await sql`delete from interview_pass where user_id in ${old}`.execute(trx);
    await sql`delete from job_application where user_id in ${old}`.execute(trx);
    await sql`delete from app_user where id in ${old}
      and not exists (select from expert where expert.user_id = app_user.id)`.execute(trx);
  });
}
