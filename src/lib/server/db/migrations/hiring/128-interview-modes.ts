import { type Kysely, sql } from 'kysely';

/**
 * A stage of a job may say how its interviews are held. Until now its title did, so the stages whose title promises a phone call
 * get that as a field; from now on a title is only a title.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update job set stages = (
      select jsonb_agg(case
        when stage ->> 'kind' = 'INTERVIEW' and stage ->> 'title' ~* '\\m(by|on the|over the) phone\\M'
          then stage || '{"mode": "PHONE"}' else stage end order by position)
      from jsonb_array_elements(stages) with ordinality as stages(stage, position))
    where stages::text ~* '\\m(by|on the|over the) phone\\M'`.execute(db);
}
