import { parseAttribution } from '#lib/domain/core/attribution.ts';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type ApplicationMove, moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { saveDraft } from '#lib/server/hiring/applications/save-draft.ts';
import { startApplication } from '#lib/server/hiring/applications/start-application.ts';
import { bookSlot } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { moveRegistration, register } from '#lib/server/hiring/registration/move-registration.ts';
import { saveDetails } from '#lib/server/hiring/registration/save-details.ts';
import { createJobAlert } from '#lib/server/hiring/saved-jobs/job-alerts.ts';
import { saveJob } from '#lib/server/hiring/saved-jobs/save-job.ts';
import { listFreeSlots } from '#lib/server/hiring/seats.ts';
import { demoPhone, requireBengaluruId, runUnitOfWork } from './person.ts';

/** The demo candidate's applications and the moves that each has made. The real rules check every move. */
const demoApplications: readonly DemoApplication[] = [
  { slug: 'key-accounts-manager-associate-cl13', moves: [] },
  { slug: 'order-to-cash-associate-cl13', moves: ['SUBMIT'] },
  { slug: 'procure-to-pay-associate-cl13', moves: ['SUBMIT', 'START_REVIEW', 'REJECT'] },
  {
    slug: 'accounts-payable-associate-cl13',
    moves: ['SUBMIT', 'START_REVIEW', 'SHORTLIST', 'MOVE_TO_TRAINING'],
  },
  {
    slug: 'voice-support-associate-cl13',
    moves: ['SUBMIT', 'START_REVIEW', 'SHORTLIST', 'MOVE_TO_INTERVIEW'],
    isBooked: true,
  },
];

/** Adds Asha's registration and applications unless she is registered. Sends no messages. */
export async function seedCandidate(db: Db): Promise<void> {
  const person = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', demoPhone)
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (!person || !(await seedRegistration(db, person.id))) return;
  const actor = candidateActor(person.id);
  for (const application of demoApplications) await seedApplication(db, actor, person.id, application);
  for (const slug of savedJobs) await saveJob(db, person.id, slug, true);
  await createJobAlert(db, person.id, { family: 'ACCOUNTS_PAYABLE', city: 'Bengaluru' });
}

const savedJobs = ['inside-sales-associate-cl13', 'accounts-payable-associate-cl13'];

/** No user made the moves of staff. */
const anonymousStaff: Actor = { type: 'STAFF', id: null };

/** Registers a person and submits complete details. Returns false for one who is registered already. */
export async function seedRegistration(
  db: Db,
  userId: string,
  { isVerified = false } = {},
): Promise<boolean> {
  if (!(await register(db, userId))) return false;
  await saveDetails(db, userId, await createDetails(db));
  await runUnitOfWork(db, async (work) => {
    await moveRegistration(work, candidateActor(userId), userId, 'SUBMIT_DETAILS');
    if (isVerified) await moveRegistration(work, anonymousStaff, userId, 'VERIFY');
  });
  return true;
}

interface DemoApplication {
  slug: string;
  moves: readonly ApplicationMove[];
  /** Books the first free interview. */
  isBooked?: boolean;
}

/** Adds an application with its moves and returns its id. */
export async function seedApplication(
  db: Db,
  actor: Actor,
  userId: string,
  { slug, moves, isBooked = false }: DemoApplication,
): Promise<string> {
  const { id } = await startApplication(
    db,
    { userId, jobSlug: slug },
    parseAttribution(() => null),
  );
  await saveDraft(db, userId, id, {
    answers: [{ key: 'motivation', value: 'I like it when numbers agree, and I explain well why they do.' }],
    // The form of a draft still asks for the city.
    ...(moves.length > 0 && { locationId: await findMainPlaceId(db, slug) }),
  });
  await runUnitOfWork(db, async (work) => {
    for (const move of moves)
      await moveApplication(
        work,
        move === 'SUBMIT' ? actor : anonymousStaff,
        id,
        move,
        // The other moves have no reason.
        move === 'REJECT' ? { reasonCode: 'POSITION_FILLED' } : {},
      );
    if (!isBooked) return;
    const application = await work.trx
      .selectFrom('jobApplication')
      .select(['jobId', 'stageKey'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [slot] = await listFreeSlots(work.trx, application);
    if (slot) await bookSlot(work, actor, id, { slotId: slot.id });
  });
  return id;
}

async function findMainPlaceId(db: Db, jobSlug: string): Promise<string> {
  const row = await db
    .selectFrom('jobJobLocation')
    .innerJoin('job', 'job.id', 'jobJobLocation.jobId')
    .select('jobLocationId')
    .where('job.slug', '=', jobSlug)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  return row.jobLocationId;
}

async function createDetails(db: Db) {
  const placeId = await requireBengaluruId(db);
  return {
    currentLocationId: placeId,
    preferredLocationIds: [placeId],
    willingToRelocate: true,
    highestQualification: 'BACHELOR' as const,
    degree: 'B.Com',
    college: 'Jyoti Nivas College',
    graduationYear: 2024,
    totalExperienceMonths: 8,
    currentCompany: 'Kaveri Traders',
    currentRole: 'Accounts assistant',
    expectedSalary: 360_000,
    currency: 'INR',
    noticePeriodDays: 15,
    languages: [
      { code: 'en' as const, level: 'C1' as const },
      { code: 'hi' as const, level: 'NATIVE' as const },
    ],
    shiftPreference: ['DAY' as const, 'ROTATING' as const],
    hasLaptopAndInternet: true,
    industries: ['Finance' as const],
  };
}
