import { type Kysely, sql } from 'kysely';

/**
 * The fee that the employer owes for a placement, which staff enter for the invoice: whole units of the currency of the accepted
 * offer, or of rupees without one. Placements that were recorded before have none until somebody enters it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table placement
      add column fee_amount integer,
      add constraint placement_fee check (fee_amount between 0 and 100000000)`.execute(db);
}
