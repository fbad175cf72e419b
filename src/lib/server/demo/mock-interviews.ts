import { sql } from 'kysely';
import { parseAttribution } from '#lib/domain/core/attribution.ts';
import { addDays, localDate } from '#lib/domain/core/zoned-time.ts';
import type { FocusArea } from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { bookMockInterview } from '#lib/server/hiring/mock-interviews/book-mock-interview.ts';
import { createExpertSlots } from '#lib/server/hiring/mock-interviews/expert-slots.ts';
import { getMockInterviewProgram, requireExpert } from '#lib/server/hiring/mock-interviews/experts.ts';
import { saveFeedback } from '#lib/server/hiring/mock-interviews/feedback.ts';
import { expertActor } from '#lib/server/hiring/mock-interviews/find-mock-interviews.ts';
import { listFreeSlots } from '#lib/server/hiring/seats.ts';
import { recordPassPayment } from '#lib/server/staff/hiring/mock-interviews/interview-passes.ts';
import { createExpert } from '#lib/server/staff/hiring/mock-interviews/staff-experts.ts';
import { demoPeople, runUnitOfWork, seedPerson } from './person.ts';

const timeZone = 'Asia/Kolkata';
const experts = [
  { person: demoPeople.zainab, coachSlug: 'zainab-ansari', opens: '18:00', closes: '21:00' },
  { person: demoPeople.david, coachSlug: 'david-fernandes', opens: '07:30', closes: '09:30' },
] as const;

/**
 * Adds two experts with free times in the next two weeks, a past mock interview with feedback, one without, and two booked
 * ones, unless there is an expert already.
 */
export async function seedMockInterviews(db: Db): Promise<void> {
  if (await db.selectFrom('expert').select('id').limit(1).executeTakeFirst()) return;
  const staffId = await seedPerson(db, demoPeople.kavita);
  for (const { person, coachSlug, opens, closes } of experts) {
    await seedPerson(db, person);
    await createExpert(db, staffId, { phone: person.phone, coachSlug });
    await addTimes(db, coachSlug, opens, closes);
  }
  const asha = await seedPerson(db, demoPeople.asha);
  await pay(db, staffId, demoPeople.asha, 'UTR-2611-0482');
  const first = await book(db, asha, 'zainab-ansari', 'Operations analyst', ['INTRODUCTION', 'STORIES']);
  await letPass(db, first, 9);
  await shareFeedback(db, first);
  await setFeedbackTime(db, first);
  await book(db, asha, 'david-fernandes', 'Operations analyst', ['SALARY']);
  const meera = await seedPerson(db, demoPeople.meera);
  await pay(db, staffId, demoPeople.meera, 'UTR-2611-0517');
  await letPass(db, await book(db, meera, 'zainab-ansari', 'Customer support lead', ['ENGLISH']), 7);
  const neha = await seedPerson(db, demoPeople.neha);
  await book(
    db,
    neha,
    'zainab-ansari',
    'Accounts executive',
    ['FIELD', 'STORIES'],
    'My interview is next Friday.',
    3,
  );
}

async function addTimes(db: Db, coachSlug: string, opens: string, closes: string): Promise<void> {
  const today = localDate(await databaseNow(db), timeZone);
  await createExpertSlots(db, await requireExpert(db, coachSlug), {
    ...{ weekdays: [1, 2, 3, 4, 5], fromDate: addDays(today, 1), toDate: addDays(today, 14), opens, closes },
    ...{ minutes: 45, pauseMinutes: 15, timeZone, isPreview: false },
    joinUrl: `https://meet.liftoff.example/${coachSlug}`,
  });
}

/** Records that a person paid for three mock interviews two weeks ago. */
async function pay(db: Db, staffId: string, { phone }: { phone: string }, reference: string): Promise<void> {
  const { amount } = getMockInterviewProgram().fee;
  const payment = { phone, amount, reference, method: 'BANK_TRANSFER' as const };
  const { id } = await runUnitOfWork(db, (work) => recordPassPayment(work, staffId, payment));
  const ago = sql<Date>`now() - interval '14 days'`;
  await db.updateTable('interviewPass').set({ createdAt: ago, paidAt: ago }).where('id', '=', id).execute();
}

/** Books the next free time of an expert, and returns the id. Before a payment that is one of three days later. */
async function book(
  db: Db,
  userId: string,
  expertSlug: string,
  role: string,
  focus: FocusArea[],
  note: string | null = null,
  inDays = 0,
): Promise<string> {
  const { id: expertId } = await requireExpert(db, expertSlug);
  const earliest = addDays(localDate(await databaseNow(db), timeZone), inDays);
  const slots = await listFreeSlots(db, { expertId });
  const slot = slots.find(({ startsAt }) => localDate(startsAt, timeZone) >= earliest);
  if (!slot) throw new Error(`${expertSlug} has no free time`);
  const input = { expertSlug, slotId: slot.id, role, focus, note };
  return (
    await runUnitOfWork(db, (work) =>
      bookMockInterview(
        work,
        userId,
        input,
        parseAttribution(() => null),
      ),
    )
  ).id;
}

/** Moves a booking into the past. */
async function letPass(db: Db, id: string, days: number): Promise<void> {
  await sql`
    update interview_slot slot set
      starts_at = slot.starts_at - make_interval(days => ${days}::int),
      ends_at = slot.ends_at - make_interval(days => ${days}::int)
    from mock_interview mock where mock.slot_id = slot.id and mock.id = ${id}`.execute(db);
  await sql`
    update mock_interview_event set at = at - make_interval(days => ${days + 4}::int),
      starts_at = starts_at - make_interval(days => ${days}::int)
    where mock_interview_id = ${id}`.execute(db);
}

/** Feedback was shared two hours after the interview, which was completed with it. */
async function setFeedbackTime(db: Db, id: string): Promise<void> {
  const sharedAt = sql<Date>`(
    select slot.ends_at + interval '2 hours' from mock_interview mock
    join interview_slot slot on slot.id = mock.slot_id where mock.id = ${id})`;
  await db
    .updateTable('mockInterviewFeedback')
    .set({ sharedAt, updatedAt: sharedAt })
    .where('mockInterviewId', '=', id)
    .execute();
  await db
    .updateTable('mockInterviewEvent')
    .set({ at: sharedAt })
    .where('mockInterviewId', '=', id)
    .where('action', '=', 'COMPLETE')
    .execute();
}

async function shareFeedback(db: Db, id: string): Promise<void> {
  const { userId } = await requireExpert(db, 'zainab-ansari');
  const score = (key: string, label: string, value: number, note: string | null) => ({
    key,
    label,
    score: value,
    note,
  });
  await runUnitOfWork(db, (work) =>
    saveFeedback(work, expertActor(userId), id, {
      criteria: [
        score('clarity', 'Speaks clearly', 4, null),
        score('structure', 'Answers have a clear order', 2, 'The result came last, after three minutes.'),
        score('examples', 'Gives examples of own work', 4, 'The invoice story is strong.'),
        score('questions', 'Asks good questions', 3, null),
      ],
      recommendation: 'YES',
      summary:
        'Your invoice story works: keep it. In the other answers I had to wait for the point. Say the result first, then how you got there.',
      nextSteps: [
        'Write the result of each story in one sentence and begin with it.',
        'Record yourself telling the invoice story. Stop at two minutes.',
        'Prepare two questions about the first three months in the job.',
      ],
      isDraft: false,
      version: 0,
    }),
  );
}
