import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Remembers a number or an address that was a person's until now, in the transaction of its change. A copy of the data and the end of the
 * account cover what mentions it until then. [C-23]
 */
export async function recordFormerContact(
  trx: Db,
  userId: string,
  kind: 'PHONE' | 'EMAIL',
  value: string,
): Promise<void> {
  await trx
    .insertInto('formerContact')
    .values({ userId, kind, value: value.toLowerCase() })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind', 'value']).doUpdateSet({ until: sql<Date>`now()` }),
    )
    .execute();
}
