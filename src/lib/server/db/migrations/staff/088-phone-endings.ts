import { type Kysely, sql } from 'kysely';

/** People and leads are found by the last digits of their number too: their words contain it once more, backwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index app_user_words`.execute(db);
  await sql`
    create index app_user_words on app_user using gin (array_to_tsvector(regexp_split_to_array(translate(lower(trim(
      first_name || ' ' || last_name || ' ' || email || ' ' || substr(phone_e164, 2) || ' ' || right(phone_e164, 10)
        || ' ~' || reverse(phone_e164)
    )), '’', ''''), '\\s+'))) with (fastupdate = off)`.execute(db);
  await sql`drop index lead_words`.execute(db);
  await sql`
    create index lead_words on lead using gin (array_to_tsvector(regexp_split_to_array(
      words || ' ~' || coalesce(reverse(phone_e164), ''), '\\s+'))) with (fastupdate = off)`.execute(db);
}
