import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the staff's search. People and leads have theirs (031 and 042); jobs and employers get one of the words of their
 * names, without punctuation. The expressions are in `search-jobs.ts`. The indexes have no pending list, because every search
 * would scan that list until the next vacuum.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index job_words on job using gin (array_to_tsvector(string_to_array(trim(regexp_replace(lower(
      title || ' ' || code), '[\\s!-/:-@[-\`{-~–—·’]+', ' ', 'g')), ' '))) with (fastupdate = off)`.execute(
    db,
  );
  await sql`
    create index employer_words on employer using gin (array_to_tsvector(string_to_array(trim(regexp_replace(lower(
      name), '[\\s!-/:-@[-\`{-~–—·’]+', ' ', 'g')), ' '))) with (fastupdate = off)`.execute(db);
  await sql`create index job_of_employer on job (employer_id)`.execute(db);
}
