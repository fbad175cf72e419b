import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

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
  /** The others have enrolments only. */
  nisha: {
    firstName: 'Nisha',
    lastName: 'Pillai',
    email: 'nisha.pillai@example.com',
    phone: '+919876543212',
  },
  /** An admin of the staff. */
  kavita: {
    firstName: 'Kavita',
    lastName: 'Menon',
    email: 'kavita.menon@example.com',
    phone: '+919876543214',
  },
  /** Take part in a training batch that is under way. */
  meera: { firstName: 'Meera', lastName: 'Nair', email: 'meera.nair@example.com', phone: '+919876543230' },
  imran: { firstName: 'Imran', lastName: 'Qureshi', email: 'imran.q@example.com', phone: '+919876543231' },
  lakshmi: { firstName: 'Lakshmi', lastName: '', email: 'lakshmi88@example.com', phone: '+919876543232' },
  joseph: {
    firstName: 'Joseph',
    lastName: 'Lalrinpuia',
    email: 'j.lalrinpuia@example.com',
    phone: '+919876543233',
  },
  /** Had an interview whose outcome is not recorded yet. */
  anil: { firstName: 'Anil', lastName: 'Toppo', email: 'anil.toppo@example.com', phone: '+919876543234' },
  ritu: { firstName: 'Ritu', lastName: 'Chakraborty', email: 'ritu.c@example.com', phone: '+919876543235' },
  /** The next four are candidates of one job. */
  zoya: {
    firstName: 'Zoya',
    lastName: 'Merchant',
    email: 'zoya.merchant@example.com',
    phone: '+919876543215',
  },
  neha: {
    firstName: 'Neha',
    lastName: 'Kulkarni',
    email: 'neha.kulkarni@example.com',
    phone: '+919876543216',
  },
  sreeja: { firstName: 'Sreeja', lastName: 'Nair', email: 'sreeja.nair@example.com', phone: '+919876543217' },
  gurpreet: {
    firstName: 'Gurpreet',
    lastName: 'Singh',
    email: 'gurpreet.singh@example.com',
    phone: '+919876543218',
  },
  /** Experts for mock interviews. */
  zainab: {
    firstName: 'Zainab',
    lastName: 'Ansari',
    email: 'zainab.ansari@example.com',
    phone: '+919876543240',
  },
  david: {
    firstName: 'David',
    lastName: 'Fernandes',
    email: 'david.fernandes@example.com',
    phone: '+919876543241',
  },
  arjun: { firstName: 'Arjun', lastName: 'Das', email: 'arjun.das@example.com', phone: '+919876543213' },
} as const satisfies Record<string, DemoPerson>;

/**
 * Adds a person and returns their id. Returns the id of the account that has verified the same number or email if there is
 * one.
 */
export async function seedPerson(db: Db, person: DemoPerson): Promise<string> {
  const { firstName, lastName, email, phone } = person;
  const owner = await db
    .selectFrom('appUser')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('phoneE164', '=', phone), where('phoneVerifiedAt', 'is not', null)]),
        where.and([where('email', '=', email), where('emailVerifiedAt', 'is not', null)]),
      ]),
    )
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
        emailVerifiedAt: sql<Date>`now()`,
        countryIsoCode: 'IN',
        phoneE164: phone,
        phoneVerifiedAt: sql<Date>`now()`,
        notificationPreferences: '{}',
      })
      .execute();
    await trx.insertInto('userProfile').values({ userId: id, type: 'EMBARK_CANDIDATE' }).execute();
    return id;
  });
}

// The messages that are discarded have links that nobody opens.
const demoConfig = { siteOrigin: 'http://localhost:8000', secretKeys: ['demo'], whatsapp: null } as const;

/** Runs `act` in a transaction and discards its messages, because the demo starts with an empty inbox. */
export const runUnitOfWork = <T>(db: Db, act: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  db.transaction().execute((trx) => act({ trx, messages: { queue: async () => {} }, config: demoConfig }));

/** Returns the id of the city in which demo candidates live and want to work. */
export async function requireBengaluruId(db: Db): Promise<string> {
  const place = await db
    .selectFrom('jobLocation')
    .select('id')
    .where('city', '=', 'Bengaluru')
    .executeTakeFirstOrThrow();
  return place.id;
}
