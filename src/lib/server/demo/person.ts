import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/index.ts';

/** The number that start-up prints: its account exists and is verified, so it signs in with a code. */
export const demoPhone = '+919876543210';

/** Asha Verma, once. */
export async function seedPerson(db: Db): Promise<void> {
  const owner = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneVerifiedAt', 'is not', null)
    .where((where) =>
      where.or([where('phoneE164', '=', demoPhone), where('email', '=', 'asha.verma@example.com')]),
    )
    .executeTakeFirst();
  if (owner) return;
  await db.transaction().execute(async (trx) => {
    const id = uuidv7();
    await trx
      .insertInto('appUser')
      .values({
        id,
        firstName: 'Asha',
        lastName: 'Verma',
        email: 'asha.verma@example.com',
        countryIsoCode: 'IN',
        phoneE164: demoPhone,
        phoneVerifiedAt: sql<Date>`now()`,
        notificationPreferences: JSON.stringify({ call: true, email: true, whatsapp: true }),
      })
      .execute();
    await trx.insertInto('userProfile').values({ userId: id, type: 'EMBARK_CANDIDATE' }).execute();
  });
}
