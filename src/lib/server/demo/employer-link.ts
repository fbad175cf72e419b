import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { generateShortlistKey, hashShortlistKey } from '#lib/server/hiring/employer-links/link-key.ts';
import { demoPeople } from './person.ts';

/**
 * Adds a link of an employer to the demo candidate, with an answer, unless there are links. Nobody knows its address; staff
 * can make another one.
 */
export async function seedEmployerLink(db: Db): Promise<void> {
  const existing = await db.selectFrom('employerLink').select('id').limit(1).executeTakeFirst();
  const application = await db
    .selectFrom('jobApplication')
    .innerJoin('job', 'job.id', 'jobApplication.jobId')
    .select(['jobApplication.id', 'jobId'])
    .where('job.slug', '=', 'voice-support-associate-cl13')
    .where('candidateSnapshot', 'is not', null)
    .executeTakeFirst();
  const staff = await db
    .selectFrom('appUser')
    .select('id')
    .where('email', '=', demoPeople.kavita.email)
    .executeTakeFirst();
  if (existing || !application || !staff) return;
  const id = uuidv7();
  const reviewId = uuidv7();
  const answer = { answer: 'MAYBE', note: 'Her English is good. Is she free for night shifts?' } as const;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('employerLink')
      .values({
        ...{ id, requestId: uuidv7(), jobId: application.jobId, createdById: staff.id },
        ...{ personName: 'Farida Shaikh', personEmail: 'farida.shaikh@boliqo.example' },
        keyHash: hashShortlistKey(generateShortlistKey()),
        expiresAt: sql<Date>`now() + interval '7 days'`,
        ...{ openedCount: 1, lastOpenedAt: sql<Date>`now()` },
      })
      .execute();
    await trx
      .insertInto('employerReview')
      .values({
        ...{ id: reviewId, linkId: id, applicationId: application.id, position: 0, ...answer, version: 1 },
        answeredAt: sql<Date>`now()`,
      })
      .execute();
    await trx
      .insertInto('employerAnswer')
      .values({ reviewId, version: 1, ...answer })
      .execute();
  });
}
