import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';

/** The number that start-up prints: its account exists and is verified, so it signs in with a code. */
export const demoPhone = '+919876543210';

interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

export const demoPeople = {
  /** Has everything. */
  asha: { firstName: 'Asha', lastName: 'Verma', email: 'asha.verma@example.com', phone: demoPhone },
  /** Has just signed up. */
  rohan: { firstName: 'Rohan', lastName: 'Mehta', email: 'rohan.mehta@example.com', phone: '+919876543211' },
} as const satisfies Record<string, DemoPerson>;

/** Once: their id, also of whoever has their number or e-mail already. */
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
