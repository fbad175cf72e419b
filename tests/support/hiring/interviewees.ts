import { v7 as uuidv7 } from 'uuid';
import { hashToken } from '#lib/server/auth/session.ts';
import type { TestApi } from '../api.ts';
import type { Visitor } from '../visitor.ts';

export interface SignedInCandidate {
  visitor: Visitor;
  userId: string;
  /** The application's id. */
  id: string;
  /** The application's number; the phone ends in its digits. */
  number: string;
}

/**
 * Inserts signed-in candidates who have to choose an interview time. It writes rows directly, because a race needs many.
 */
export async function insertInterviewees(
  test: TestApi,
  slug: string,
  count: number,
): Promise<SignedInCandidate[]> {
  const people = await insertCandidates(test, slug, count, 'INTERVIEW');
  await test.db
    .insertInto('interview')
    .values(
      people.map(({ id }) => ({
        id: uuidv7(),
        applicationId: id,
        stageKey: 'interview',
        status: 'TO_SCHEDULE' as const,
        uid: id,
      })),
    )
    .execute();
  return people;
}

/** Inserts signed-in candidates who have a seat in a training batch. */
export async function insertTrainees(
  test: TestApi,
  slug: string,
  count: number,
  batchId: string,
): Promise<SignedInCandidate[]> {
  const people = await insertCandidates(test, slug, count, 'TRAINING');
  const { db } = test;
  const { startsAt } = await db
    .selectFrom('trainingBatch')
    .select('startsAt')
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('training')
    .values(
      people.map(({ id }) => ({
        id: uuidv7(),
        applicationId: id,
        stageKey: 'training',
        status: 'SCHEDULED' as const,
        batchId,
        toldStartsAt: startsAt,
      })),
    )
    .execute();
  await db.updateTable('trainingBatch').set({ taken: count }).where('id', '=', batchId).execute();
  return people;
}

/** Numbers and phones stay unique when a test inserts people twice. */
let inserted = 0;

async function insertCandidates(
  { db, visitor: newVisitor }: TestApi,
  slug: string,
  count: number,
  status: 'TRAINING' | 'INTERVIEW',
): Promise<SignedInCandidate[]> {
  const job = await db.selectFrom('job').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  const people = Array.from({ length: count }, (_, n) => ({
    userId: uuidv7(),
    id: uuidv7(),
    token: uuidv7(),
    number: String(inserted + n).padStart(5, '0'),
  }));
  inserted += count;
  const later = new Date(Date.now() + 86_400_000);
  await db
    .insertInto('appUser')
    .values(
      people.map(({ userId, number }) => ({
        id: userId,
        firstName: 'Asha',
        lastName: '',
        email: `race-${number}@example.com`,
        emailVerifiedAt: new Date(),
        countryIsoCode: 'IN',
        phoneE164: `+9198000${number}`,
        phoneVerifiedAt: new Date(),
        notificationPreferences: '{}',
      })),
    )
    .execute();
  await db
    .insertInto('session')
    .values(
      people.map(({ userId, token }) => ({
        tokenHash: hashToken(token),
        userId,
        expiresAt: later,
        userAgent: 'race',
      })),
    )
    .execute();
  await db
    .insertInto('jobApplication')
    .values(
      people.map(({ id, userId, number }) => ({
        id,
        userId,
        number: `MS-26-${number}`,
        jobId: job.id,
        status,
        stageKey: status.toLowerCase(),
        expiresAt: later,
      })),
    )
    .execute();
  return people.map(({ id, userId, token, number }) => {
    const visitor = newVisitor();
    visitor.cookies.set('__Host-sid', token);
    return { visitor, userId, id, number: `MS-26-${number}` };
  });
}
