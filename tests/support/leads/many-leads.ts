import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** Inserts leads in every status with a call-back each; a third of them are open. */
export async function insertManyLeads(db: Db, count: number): Promise<void> {
  const perStatement = 5000;
  for (let first = 0; first < count; first += perStatement) {
    const numbers = sql`generate_series(${first + 1}::int, ${Math.min(first + perStatement, count)}::int) n`;
    await sql`
      with made as (
        insert into lead (id, first_name, last_name, phone_e164, email, status, due_at, sources, program_slugs, words,
          new_alerted_at)
        select gen_random_uuid(), 'Lead' || n, 'Person', '+9160' || lpad(n::text, 8, '0'), 'lead-' || n || '@example.com',
          (array['NEW', 'FOLLOW_UP', 'CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE', 'CANCELLED'])[n % 6 + 1],
          now() + make_interval(mins => n - 5000), array['CALLBACK'], array[case n % 7 when 0 then 'embark-pro' else 'x' end],
          'lead' || n || ' person lead-' || n || '@example.com 60' || lpad(n::text, 8, '0'), now()
        from ${numbers} returning id, phone_e164
      ), contacts as (
        insert into lead_contact select 'PHONE', phone_e164, id from made
      ), attempts as (
        insert into lead_attempt (id, lead_id, by_id, channel, outcome)
        select gen_random_uuid(), id, gen_random_uuid(), 'CALL', 'NO_ANSWER' from made
      ), events as (
        insert into lead_event (id, lead_id, action, to_status, actor_type)
        select gen_random_uuid(), id, 'CREATE', 'NEW', 'CANDIDATE' from made
      )
      insert into lead_request (kind, subject_id, lead_id) select 'CALLBACK', gen_random_uuid(), id from made`.execute(
      db,
    );
  }
}
