import { v7 as uuidv7 } from 'uuid';
import type { interviewPassRoutes } from '#lib/contract/staff/hiring/interview-passes.ts';
import type { staffMockInterviewRoutes } from '#lib/contract/staff/hiring/mock-interviews.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createExpert } from '#lib/server/staff/hiring/mock-interviews/staff-experts.ts';
import type { TestApi } from '../api.ts';
import { insertLearners, type Learner } from '../enrolment/learners.ts';
import type { Answer } from '../visitor.ts';

export const coachSlug = 'zainab-ansari';

export interface TestExpert extends Learner {
  expertId: string;
}

/** Inserts people with a verified number, the first of whom is an expert; the others have paid unless `isPaid` is false. */
export async function insertExpertAndPeople(
  test: TestApi,
  count: number,
  { isPaid = true } = {},
): Promise<{ expert: TestExpert; people: Learner[] }> {
  const [first, ...people] = await insertLearners(test, count + 1);
  const expert = first as Learner;
  const expertId = await createExpert(test.db, uuidv7(), { phone: expert.phone, coachSlug });
  if (isPaid) for (const { userId } of people) await insertPaidPass(test.db, userId);
  return { expert: { ...expert, expertId }, people };
}

/** Inserts a free time of an expert that begins in `inMinutes`. */
export async function insertExpertSlot(
  db: Db,
  expertId: string,
  { inMinutes = 3 * 24 * 60 } = {},
): Promise<string> {
  const id = uuidv7();
  const { interviewerId } = await db
    .selectFrom('expert')
    .select('interviewerId')
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow();
  const startsAt = new Date(Date.now() + inMinutes * 60_000);
  await db
    .insertInto('interviewSlot')
    .values({
      ...{ id, expertId, interviewerId, startsAt, timeZone: 'Asia/Kolkata', mode: 'VIDEO', capacity: 1 },
      endsAt: new Date(startsAt.getTime() + 45 * 60_000),
      joinUrl: 'https://meet.example/mock',
    })
    .execute();
  return id;
}

export const passPayment = { amount: 9000, method: 'UPI', reference: 'UPI-7' };

/** Inserts a paid pass for three mock interviews. */
export async function insertPaidPass(db: Db, userId: string): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('interviewPass')
    .values({
      ...{ id, userId, reference: `IP-26-${id}`, programSlug: 'interview-preparation', lapsedAt: null },
      ...{ amount: 9000, currency: 'INR', interviews: 3, recordedById: null },
      ...{ method: 'UPI', paymentReference: id, paidAt: new Date() },
    })
    .execute();
  return id;
}

export const bookingBody = (slotId: string) => ({
  expert_slug: coachSlug,
  slot_id: slotId,
  role: 'Product analyst',
  focus: ['STORIES', 'SALARY'],
});

export const bookMock = ({ visitor }: Pick<Learner, 'visitor'>, slotId: string): Promise<Answer> =>
  visitor.call('POST /api/v1/mock-interviews/book/', bookingBody(slotId));

/** Lets the expert's slot begin `inMinutes` from now. */
export async function beginSlot(db: Db, slotId: string, inMinutes: number): Promise<void> {
  const startsAt = new Date(Date.now() + inMinutes * 60_000);
  const endsAt = new Date(startsAt.getTime() + 45 * 60_000);
  await db.updateTable('interviewSlot').set({ startsAt, endsAt }).where('id', '=', slotId).execute();
}

export const feedbackBody = {
  criteria: [{ key: 'clarity', label: 'Speaks clearly', score: 4, note: 'Good pace' }],
  recommendation: 'YES',
  summary: 'Good stories. Two were too long.',
  next_steps: ['Tell each story in two minutes.', 'Name a number in each.', 'Ask two questions at the end.'],
  is_draft: false,
  version: 0,
};

type StaffWrite = Exclude<
  keyof typeof staffMockInterviewRoutes | keyof typeof interviewPassRoutes,
  `GET ${string}`
>;

/** One valid request for each write of staff. */
export function mockInterviewWrites(
  test: TestApi,
): Record<StaffWrite, () => Promise<{ key: string; body: object }>> {
  const createBooking = async () => {
    const { expert, people } = await insertExpertAndPeople(test, 1);
    const [person] = people as [Learner];
    const { body } = await bookMock(person, await insertExpertSlot(test.db, expert.expertId));
    return { id: body.id as string, expert };
  };
  return {
    'POST /api/v1/staff/experts/create/': async () => {
      const [{ phone }] = (await insertLearners(test, 1)) as [Learner];
      const body = { country_iso_code: 'IN', phone: phone.slice(3), coach_slug: coachSlug };
      return { key: 'POST /api/v1/staff/experts/create/', body };
    },
    'POST /api/v1/staff/experts/{expertId}/remove/': async () => {
      const { expert } = await insertExpertAndPeople(test, 0);
      return { key: `POST /api/v1/staff/experts/${expert.expertId}/remove/`, body: {} };
    },
    'POST /api/v1/staff/mock-interviews/{mockInterviewId}/move/': async () => ({
      key: `POST /api/v1/staff/mock-interviews/${(await createBooking()).id}/move/`,
      body: { action: 'CANCEL', public_note: 'The expert is ill.' },
    }),
    'POST /api/v1/staff/mock-interviews/{mockInterviewId}/reschedule/': async () => {
      const { id, expert } = await createBooking();
      const slotId = await insertExpertSlot(test.db, expert.expertId, { inMinutes: 9000 });
      return { key: `POST /api/v1/staff/mock-interviews/${id}/reschedule/`, body: { slot_id: slotId } };
    },
    'POST /api/v1/staff/interview-passes/record-payment/': async () => {
      const [{ phone }] = (await insertLearners(test, 1)) as [Learner];
      const key = 'POST /api/v1/staff/interview-passes/record-payment/';
      return { key, body: { country_iso_code: 'IN', phone: phone.slice(3), ...passPayment } };
    },
  };
}
