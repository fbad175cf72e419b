import { type Kysely, sql } from 'kysely';

/**
 * Numbers and addresses that were a person's until a day. What mentions them from that time is exported and erased with the account; what
 * came later may be about whoever has the number now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_contact (
      user_id uuid not null references app_user on delete cascade,
      kind text not null check (kind in ('PHONE', 'EMAIL')),
      -- E.164, or the address in lower case.
      value text not null,
      until timestamptz not null default now(),
      primary key (user_id, kind, value)
    )`.execute(db);
}
