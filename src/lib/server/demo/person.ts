import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';

/** The number that the server prints at start. Its account is verified, so a code is enough to log in. */
export const demoPhone = '+919876543210';

interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

export const demoPeople = {
  /** Has a full portfolio, certificates and applications. */
  asha: { firstName: 'Asha', lastName: 'Verma', email: 'asha.verma@example.com', phone: demoPhone },
  /** Has an empty portfolio and no applications. */
  rohan: { firstName: 'Rohan', lastName: 'Mehta', email: 'rohan.mehta@example.com', phone: '+919876543211' },
} as const satisfies Record<string, DemoPerson>;

/**
 * Adds a person and returns their id. Returns the id of the verified account with the same number or email if there is
 * one.
 */
export async function seedPerson(db: Db, person: DemoPerson): Promise<string> {
  const { firstName, lastName, email, phone } = person;
  const owner = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneVerifiedAt', 'is not', null)
    .where((where) => where.or([where('phoneE164', '=', phone), where('email', '=', email)]))
    .executeTakeFirst();
  if (owner) return owner.id;
  return db.transaction().execute(async (trx) => {
    const id = uuidv7();
    await trx
      .insertInto('appUser')
      .values({
        id,
        firstName,
        lastName,
        email,
        countryIsoCode: 'IN',
        phoneE164: phone,
        phoneVerifiedAt: sql<Date>`now()`,
        notificationPreferences: JSON.stringify({ call: true, email: true, whatsapp: true }),
      })
      .execute();
    await trx.insertInto('userProfile').values({ userId: id, type: 'EMBARK_CANDIDATE' }).execute();
    return id;
  });
}
