import { readAttribution } from '#lib/domain/core/attribution.ts';
import { type Actor, candidateActor, type UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type ApplicationMove, moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { saveDraft } from '#lib/server/hiring/applications/save-draft.ts';
import { startApplication } from '#lib/server/hiring/applications/start-application.ts';
import { bookSlot } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { moveRegistration, register } from '#lib/server/hiring/registration/move-registration.ts';
import { saveDetails } from '#lib/server/hiring/registration/save-details.ts';
import { listFreeSlots } from '#lib/server/hiring/seats.ts';
import { demoPhone } from './person.ts';

/** Where the demonstration's candidate stands with which job; the rules are the real ones, so all of it is possible. */
const standings: readonly { slug: string; moves: readonly ApplicationMove[]; isBooked?: boolean }[] = [
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

/** Asha's registration and applications, once. Nobody is written to. */
export async function seedCandidate(db: Db): Promise<void> {
  const person = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', demoPhone)
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (!person || !(await register(db, person.id))) return;
  const by = candidateActor(person.id);
  await saveDetails(db, person.id, await detailsOf(db));
  await inWork(db, (work) => moveRegistration(work, by, person.id, 'SUBMIT_DETAILS'));
  for (const standing of standings) await seedApplication(db, by, person.id, standing);
}

/** The staff of the demonstration is nobody. */
const staff: Actor = { type: 'STAFF', id: null };

async function seedApplication(
  db: Db,
  by: Actor,
  userId: string,
  { slug, moves, isBooked = false }: (typeof standings)[number],
): Promise<void> {
  const { id } = await startApplication(
    db,
    { userId, jobSlug: slug },
    readAttribution(() => null),
  );
  await saveDraft(db, userId, id, {
    answers: [{ key: 'motivation', value: 'I like it when numbers agree, and I explain well why they do.' }],
  });
  await inWork(db, async (work) => {
    for (const move of moves)
      await moveApplication(work, move === 'SUBMIT' ? by : staff, id, move, {
        reasonCode: 'POSITION_FILLED',
      });
    if (!isBooked) return;
    const application = await work.trx
      .selectFrom('jobApplication')
      .select(['jobId', 'stageKey'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [slot] = await listFreeSlots(work.trx, application.jobId, application.stageKey);
    if (slot) await bookSlot(work, by, id, { slotId: slot.id });
  });
}

/** Told to nobody: a demonstration begins with an empty inbox. */
const inWork = <T>(db: Db, act: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .execute((trx) =>
      act({ trx, messages: { queue: async () => {} }, config: { siteOrigin: 'http://localhost:8000' } }),
    );

async function detailsOf(db: Db) {
  const place = await db
    .selectFrom('jobLocation')
    .select('id')
    .where('city', '=', 'Bengaluru')
    .executeTakeFirstOrThrow();
  return {
    currentLocationId: place.id,
    preferredLocationIds: [place.id],
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
