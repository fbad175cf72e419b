import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Moves what a law obliges us to keep to a new, nameless account, and empties it of personal data: enrolments with a payment, paid
 * interview passes, applications that led to a placement, and what a former expert is to candidates. Nothing leads from it to the person.
 */
export async function anonymizeBusinessRecords(trx: Db, userId: string): Promise<void> {
  const paid = sql`(select id from enrolment where user_id = ${userId}
    and (confirmed_at is not null or exists (select from enrolment_payment where enrolment_id = enrolment.id)))`;
  const placed = sql`(select application_id from placement join job_application a on a.id = application_id
    where a.user_id = ${userId})`;
  const { rows } = await sql`select from enrolment where id in ${paid}
    union all select from interview_pass where user_id = ${userId} and paid_at is not null
    union all select from expert where user_id = ${userId}
    union all select from job_application where id in ${placed}`.execute(trx);
  if (rows.length > 0) await moveRecords(trx, userId, { paid, placed });
  // A seat that was only reserved, without a payment, is no business record.
  await sql`delete from enrolment where user_id = ${userId}`.execute(trx);
}

async function moveRecords(
  trx: Db,
  userId: string,
  { paid, placed }: Record<'paid' | 'placed', RawBuilder<unknown>>,
): Promise<void> {
  const id = uuidv7();
  await sql`
    insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, notification_preferences, disabled_at)
    values (${id}, 'Deleted', 'account', 'deleted@invalid', 'IN', '+910000000000', '{}', now())`.execute(trx);
  for (const [table, column, kept] of [
    ['enrolment_event', 'enrolment_id', paid],
    ['application_event', 'application_id', placed],
  ] as const)
    await sql`
      update ${sql.table(table)} set public_note = null, private_note = null,
        actor_id = case when actor_id = ${userId} then ${id}::uuid else actor_id end
      where ${sql.ref(column)} in ${kept}`.execute(trx);
  for (const table of ['application_note', 'employer_review', 'interview', 'training'])
    await sql`delete from ${sql.table(table)} where application_id in ${placed}`.execute(trx);
  await sql`update job_offer set accepted_name = null, accepted_network = null, decline_note = null, letter_media_id = null
    where application_id in ${placed}`.execute(trx);
  await sql`update placement set note = null where application_id in ${placed}`.execute(trx);
  await sql`update job_application set answers = '[]', cover_note = null, portfolio_slug = null, resume_media_id = null,
    candidate_snapshot = null, previous_application_id = null where id in ${placed}`.execute(trx);
  // Candidates of a former expert keep their bookings and what the expert wrote to them.
  await sql`update expert set user_id = ${id} where user_id = ${userId}`.execute(trx);
  await sql`update mock_interview set pass_id = null where user_id = ${userId}`.execute(trx);
  await sql`update interview_pass set user_id = ${id} where user_id = ${userId} and paid_at is not null`.execute(
    trx,
  );
  await sql`update enrolment set user_id = ${id} where id in ${paid}`.execute(trx);
  await sql`update job_application set user_id = ${id} where id in (
    select application_id from placement) and user_id = ${userId}`.execute(trx);
}
