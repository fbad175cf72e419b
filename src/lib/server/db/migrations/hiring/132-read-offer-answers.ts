import { type Kysely, sql } from 'kysely';

/**
 * Staff mark the answer to an offer as done. Answers that came before were on no list any more, so only those of the last week
 * are listed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_offer add column answer_read_at timestamptz`.execute(db);
  await sql`
    update job_offer set answer_read_at = now()
    where status in ('ACCEPTED', 'DECLINED') and ended_at < now() - interval '7 days'`.execute(db);
  await sql`
    create index job_offer_unread_answer on job_offer (ended_at)
    where status in ('ACCEPTED', 'DECLINED') and answer_read_at is null`.execute(db);
}
